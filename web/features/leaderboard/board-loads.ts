import type { AggregatedStateEntry, PlayerEntry, StateEntry } from '../../../contract/leaderboard.ts'
import type { LeagueId } from '../../../domain/league.ts'
import * as leaderboardCalls from '../../generated/leaderboard-calls.ts'
import { call } from '../../lib/api.ts'
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

type PlayersQuery = {
  /** The practice day: at its turn another board begins. */
  readonly day: string
  readonly league: LeagueId
  readonly expanded: boolean
  readonly sessionToken: string | undefined
}

/** A league's players today, as they change; 25 of them, or 50, and the shorter list until the longer one is there. */
export function usePlayers({ day, league, expanded, sessionToken }: PlayersQuery): Answer<PlayersList> {
  const rows = expanded ? MORE_PLAYERS : FEWER_PLAYERS
  const keyOf = (length: number) => `players ${day} ${league} ${length} ${sessionToken}`
  const live = useLive<PlayersList>(keyOf(rows), async (signal) => {
    const query = { league, limit: String(rows), ...(sessionToken === undefined ? {} : { sessionToken }) }
    const result = await call(leaderboardCalls.players, { query }, { signal, timeoutMs: TIMEOUT_MS })
    if (!result.ok) return result
    const answer = Array.isArray(result.value) ? { entries: result.value, user: null } : result.value
    return { ok: true, value: { ...answer, isFull: answer.entries.length >= FEWER_PLAYERS } }
  })
  const shorter = cachedAnswer<PlayersList>(keyOf(FEWER_PLAYERS))
  return live.state === 'value' || shorter.state !== 'value'
    ? live
    : { ...shorter, failure: live.state === 'failed' ? live.failure : null }
}

/** A league's states today, as they change. */
export function useStates(day: string, league: LeagueId): Answer<StateEntry[]> {
  return useLive(`states ${day} ${league}`, (signal) =>
    call(leaderboardCalls.states, { query: { league } }, { signal, timeoutMs: TIMEOUT_MS }),
  )
}

/** The ten best states of all leagues together today, as they change. */
export function useTopStates(day: string): Answer<AggregatedStateEntry[]> {
  return useLive(`top states ${day} ${SHOWN_STATES}`, (signal) =>
    call(
      leaderboardCalls.statesOfAllLeagues,
      { query: { limit: String(SHOWN_STATES) } },
      { signal, timeoutMs: TIMEOUT_MS },
    ),
  )
}
