import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { findLeague, LEAGUES, type League, type LeagueId } from '../../../domain/league.ts'

const [USUAL] = LEAGUES as readonly [League, ...League[]]

/**
 * The league that the address names, `addition_facts` where it names none that there is (specification §4), and what
 * chooses another. A choice takes the place of the one before: Back leaves the board. So does the usual league where the
 * address names an unknown one.
 */
export function useChosenLeague(): [League, (id: LeagueId) => void] {
  const [path, navigate] = useLocation()
  const named = new URLSearchParams(useSearch()).get('league')
  const found = findLeague(named ?? '')
  const isUnknown = named !== null && !found
  const choose = useCallback(
    (id: LeagueId) => navigate(`${path}?league=${id}`, { replace: true }),
    [path, navigate],
  )
  useEffect(() => {
    if (isUnknown) choose(USUAL.id)
  }, [isUnknown, choose])
  return [found ?? USUAL, choose]
}

/** Whether the address asks for the players around the viewer only. */
export function useIsAround(): boolean {
  return new URLSearchParams(useSearch()).get('around') === 'me'
}

/** The address of a board page with a league chosen on it. */
export function boardHref(page: '/leaderboard' | '/leaderboard-individual', league: League): string {
  return `${page}?league=${league.id}`
}
