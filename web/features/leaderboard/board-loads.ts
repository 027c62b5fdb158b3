import type { LeagueId } from '../../../domain/league.ts'
import { call } from '../../lib/api.ts'
import { lastKnown, useLive, type Live } from '../../lib/live.ts'
import {
  leaderboardCalls,
  type AggregatedStateEntry,
  type PlayerEntry,
  type StateEntry,
} from './leaderboard-calls.ts'

/** A list of players, and the caller's own row when it is outside the list. */
export type PlayersList = {
  readonly entries: readonly PlayerEntry[]
  readonly user: PlayerEntry | null
  /** Whether the league has more players than the shorter list holds. */
  readonly hasMore: boolean
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

type PlayersAnswer = Pick<PlayersList, 'entries' | 'user'>

/**
 * The list of an answer, at most `rows` long. The answer may hold one row more, which tells that there are more players;
 * where that row is the caller's own, it is the caller's place outside of the list.
 */
function listOf(
  { entries, user }: PlayersAnswer,
  rows: number,
  sessionToken: string | undefined,
): PlayersList {
  const ownBeyond = entries.slice(rows).find(({ guestSessionId }) => guestSessionId === sessionToken)
  return {
    entries: entries.slice(0, rows),
    user: ownBeyond ?? user,
    hasMore: entries.length > FEWER_PLAYERS,
  }
}

/** A league's players today, as they change; 25 of them, or 50, and the shorter list until the longer one is there. */
export function usePlayers({ day, league, expanded, sessionToken }: PlayersQuery): Live<PlayersList> {
  const rows = expanded ? MORE_PLAYERS : FEWER_PLAYERS
  const limit = expanded ? MORE_PLAYERS : FEWER_PLAYERS + 1
  const keyOf = (length: number) => `players ${day} ${league} ${length} ${sessionToken}`
  const live = useLive<PlayersList>(keyOf(rows), async (signal) => {
    const query = { league, limit: String(limit), ...(sessionToken === undefined ? {} : { sessionToken }) }
    const result = await call(leaderboardCalls.players, { query }, { signal, timeoutMs: TIMEOUT_MS })
    if (!result.ok) return result
    const answer = Array.isArray(result.value) ? { entries: result.value, user: null } : result.value
    return { ok: true, value: listOf(answer, rows, sessionToken) }
  })
  const shorter = lastKnown<PlayersList>(keyOf(FEWER_PLAYERS))
  return live.state === 'value' || shorter.state !== 'value'
    ? live
    : { ...shorter, stale: live.state === 'error' }
}

/** A league's states today, as they change. */
export function useStates(day: string, league: LeagueId): Live<StateEntry[]> {
  return useLive(`states ${day} ${league}`, (signal) =>
    call(leaderboardCalls.states, { query: { league } }, { signal, timeoutMs: TIMEOUT_MS }),
  )
}

/** The ten best states of all leagues together today, as they change. */
export function useTopStates(day: string): Live<AggregatedStateEntry[]> {
  return useLive(`top states ${day} ${SHOWN_STATES}`, (signal) =>
    call(
      leaderboardCalls.statesOfAllLeagues,
      { query: { limit: String(SHOWN_STATES) } },
      { signal, timeoutMs: TIMEOUT_MS },
    ),
  )
}
