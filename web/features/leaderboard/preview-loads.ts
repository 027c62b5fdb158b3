import { useMemo } from 'react'
import type { AggregatedStateEntry, DailyStats, PlayerEntry } from '../../../contract/leaderboard.ts'
import { LEAGUE_IDS, LEAGUES, type League, type LeagueId } from '../../../domain/league.ts'
import * as leaderboardCalls from '../../generated/leaderboard-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { useLive, type Answer } from '../../lib/server-value.ts'
import { useRanksBefore, type Ranks } from './rank-before.ts'

/** A league and who leads it; undefined while nobody does. */
type Leader = { readonly league: League; readonly best: PlayerEntry | undefined }

/** A player's rank in a league, and the number of players ranked there. */
type RankNow = Pick<DailyStats['leagueRankings'][number], 'rank' | 'total' | 'pointsToNext'>
type RanksNow = Readonly<Partial<Record<LeagueId, RankNow>>>
/** The same, with the place at the last look; null when there was none today. */
type OwnRank = RankNow & { readonly rankBefore: number | null }
type OwnRanks = Readonly<Partial<Record<LeagueId, OwnRank>>>

/** Specification §9: five are fetched for the preview's three. */
const FETCHED_STATES = 5
/** Specification §9: what was fetched is fresh for 30 s. */
const PREVIEW = { everyMs: 30_000 }
/** Others overtake, and results that waited arrive. */
const OWN = { everyMs: 10_000 }
const TIMEOUT_MS = 8000

/** The best states of all leagues together today, as they change. `day` is the practice day. */
export function useBestStates(day: string): Answer<AggregatedStateEntry[]> {
  return useLive(
    `home states ${day}`,
    (signal) =>
      call(
        leaderboardCalls.statesOfAllLeagues,
        { query: { limit: String(FETCHED_STATES) } },
        { signal, timeoutMs: TIMEOUT_MS },
      ),
    PREVIEW,
  )
}

async function askLeaders(
  signal: AbortSignal,
  sessionToken: string | undefined,
): Promise<CallResult<Leader[]>> {
  const own = sessionToken === undefined ? {} : { sessionToken }
  const answers = await Promise.all(
    LEAGUE_IDS.map((league) =>
      call(
        leaderboardCalls.players,
        { query: { league, limit: '1', ...own } },
        { signal, timeoutMs: TIMEOUT_MS },
      ),
    ),
  )
  const value: Leader[] = []
  for (const [at, answer] of answers.entries()) {
    if (!answer.ok) return answer
    const [league, board] = [LEAGUES[at], answer.value]
    const [best] = board === undefined ? [] : Array.isArray(board) ? board : board.entries
    if (league) value.push({ league, best })
  }
  return { ok: true, value }
}

/** The best player of each league today, as it changes; the player's own row holds the token. */
export function useLeaders(day: string, sessionToken: string | undefined): Answer<Leader[]> {
  return useLive(`home leaders ${day} ${sessionToken}`, (signal) => askLeaders(signal, sessionToken), PREVIEW)
}

/** The player's own places today, by league; none for who has none, or while they are not known. */
export function useOwnRanks(day: string, sessionToken: string | undefined): OwnRanks {
  const live = useLive<RanksNow>(
    `home ranks ${day} ${sessionToken}`,
    async (signal) => {
      if (sessionToken === undefined) return { ok: true, value: {} }
      const options = { signal, timeoutMs: TIMEOUT_MS }
      const result = await call(leaderboardCalls.dailyStats, { params: { sessionToken } }, options)
      if (!result.ok) return result
      const { leagueRankings } = result.value
      return {
        ok: true,
        value: Object.fromEntries(leagueRankings.map((ranking) => [ranking.league, ranking])),
      }
    },
    OWN,
  )
  const ranksNow = live.state === 'value' ? live.value : NO_RANKS
  const ranks = useMemo(() => mapRanks(ranksNow, ({ rank }) => rank), [ranksNow])
  const before: Ranks = useRanksBefore(day, sessionToken, ranks)
  return useMemo(
    () => mapRanks(ranksNow, (own, league) => ({ ...own, rankBefore: before[league] ?? null })),
    [ranksNow, before],
  )
}

const NO_RANKS: RanksNow = {}

function mapRanks<Value>(
  ranks: RanksNow,
  change: (rank: RankNow, league: LeagueId) => Value,
): Partial<Record<LeagueId, Value>> {
  const entries = Object.entries(ranks) as [LeagueId, RankNow][]
  return Object.fromEntries(entries.map(([league, rank]) => [league, change(rank, league)])) as Partial<
    Record<LeagueId, Value>
  >
}
