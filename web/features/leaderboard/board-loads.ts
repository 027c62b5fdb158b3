import { useMemo } from 'react'
import type { AggregatedStateEntry, PlayerEntry, StateEntry } from '../../../contract/leaderboard.ts'
import type { LeagueId } from '../../../domain/league.ts'
import * as leaderboardCalls from '../../generated/leaderboard-calls.ts'
import { call } from '../../lib/api.ts'
import { usePausable } from '../../lib/paused-updates.ts'
import { cachedAnswer, useLive, type Answer } from '../../lib/server-value.ts'

/** A list of players, and the caller's own row when it is outside the list. */
export type PlayersList = {
  readonly entries: readonly PlayerEntry[]
  readonly user: PlayerEntry | null
  /** Whether the shorter list is full, so that the league may have more players. */
  readonly isFull: boolean
}

const FEWER_PLAYERS = 25
const MORE_PLAYERS = 50
const SHOWN_STATES = 10
/** A board that takes longer than this to come is a board that does not come; milliseconds. */
const TIMEOUT_MS = 8000

const isKnown = ({ state }: Answer<unknown>): boolean => state === 'value'

type PlayersQuery = {
  /** The practice day: at its turn another board begins. */
  readonly day: string
  readonly league: LeagueId
  readonly expanded: boolean
  readonly sessionToken: string | undefined
  /** Only the players around the caller, if the caller has a rank. */
  readonly isAround: boolean
}

/**
 * A league's players today, as they change; 25 of them, or 50, and the shorter list until the longer one is there, or the
 * thirty around the caller.
 */
export function usePlayers({
  day,
  league,
  expanded,
  sessionToken,
  isAround,
}: PlayersQuery): Answer<PlayersList> {
  const rows = expanded ? MORE_PLAYERS : FEWER_PLAYERS
  const keyOf = (length: number) => `players ${day} ${league} ${isAround ? 'around' : length} ${sessionToken}`
  const live = useLive<PlayersList>(keyOf(rows), async (signal) => {
    const own = sessionToken === undefined ? {} : { sessionToken }
    const query = { league, limit: String(rows), ...own, ...(isAround ? { around: 'me' as const } : {}) }
    const result = await call(leaderboardCalls.players, { query }, { signal, timeoutMs: TIMEOUT_MS })
    if (!result.ok) return result
    const answer = Array.isArray(result.value) ? { entries: result.value, user: null } : result.value
    return { ok: true, value: { ...answer, isFull: answer.entries.length >= FEWER_PLAYERS } }
  })
  const shorter = cachedAnswer<PlayersList>(keyOf(FEWER_PLAYERS))
  const now = useMemo(() => {
    if (live.state === 'value' || shorter.state !== 'value') return live
    return { ...shorter, failure: live.state === 'failed' ? live.failure : null }
  }, [live, shorter])
  return usePausable(now, keyOf(rows), isKnown)
}

/** A league's states today, as they change. */
export function useStates(day: string, league: LeagueId): Answer<StateEntry[]> {
  const key = `states ${day} ${league}`
  const live: Answer<StateEntry[]> = useLive(key, (signal) =>
    call(leaderboardCalls.states, { query: { league } }, { signal, timeoutMs: TIMEOUT_MS }),
  )
  return usePausable(live, key, isKnown)
}

/** The ten best states of all leagues together today, as they change. */
export function useTopStates(day: string): Answer<AggregatedStateEntry[]> {
  const key = `top states ${day} ${SHOWN_STATES}`
  const live: Answer<AggregatedStateEntry[]> = useLive(key, (signal) =>
    call(
      leaderboardCalls.statesOfAllLeagues,
      { query: { limit: String(SHOWN_STATES) } },
      { signal, timeoutMs: TIMEOUT_MS },
    ),
  )
  return usePausable(live, key, isKnown)
}
