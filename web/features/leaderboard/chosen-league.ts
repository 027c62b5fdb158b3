import { useSearchParams } from 'wouter'
import { findLeague, LEAGUES, type League, type LeagueId } from '../../../domain/league.ts'

const [USUAL] = LEAGUES as readonly [League, ...League[]]

/**
 * The league that the address names, `addition_facts` where it names none that there is (specification §4), and what
 * chooses another. A choice takes the place of the one before: Back leaves the board.
 */
export function useChosenLeague(): [League, (id: LeagueId) => void] {
  const [query, setQuery] = useSearchParams()
  const league = findLeague(query.get('league') ?? '') ?? USUAL
  return [league, (id) => setQuery({ league: id }, { replace: true })]
}
