import { MAX_BOARD_ROWS, MAX_STATES } from '../../contract/leaderboard.ts'
import { LEAGUE_IDS, type LeagueId } from '../../domain/league.ts'
import { daysBefore, practiceDay } from '../../domain/practice-day.ts'
import {
  aggregatedStateEntryOf,
  leagueRankingsOf,
  ownEntryOf,
  playerEntryOf,
  stateEntryOf,
} from './entries.ts'
import { boardFor, boardOf, isStale } from './players-board.ts'
import type { BoardName } from '../ops/metrics.ts'
import { cachedValue, type CachedValue } from '../http/cached-value.ts'
import type { LeaderboardStore } from '../storage/sql/boards/leaderboard-store.ts'

/** With network latency, a board is at most about a second old. */
export const BOARD_MAX_AGE_MS = 900
/** Decisions §6: points of the last 7 practice days, today included. */
const DAYS_OF_A_WEEK = 7

type LeaderboardServiceNeeds = {
  readonly boards: LeaderboardStore
  readonly now: () => number
  /** Monotonic time in milliseconds. */
  readonly elapsedMs: () => number
  /** Called for each computed board. */
  readonly onComputed: (board: BoardName) => void
}

/**
 * Today's boards (decisions §6). The day is part of the key, so boards change at 2 AM in California. Whole boards are read at most
 * once a second and cached.
 */
export function leaderboardService(needs: LeaderboardServiceNeeds) {
  const { boards, now, elapsedMs, onComputed } = needs
  const shared = <Value>(board: BoardName, compute: (day: string) => Promise<Value>): CachedValue<Value> => {
    const counted = (day: string): Promise<Value> => {
      onComputed(board)
      return compute(day)
    }
    return cachedValue(counted, BOARD_MAX_AGE_MS, elapsedMs)
  }
  const ofEachLeague = <Value>(
    board: BoardName,
    compute: (day: string, league: LeagueId) => Promise<Value>,
  ) =>
    Object.fromEntries(
      LEAGUE_IDS.map((league) => [league, shared(board, (day) => compute(day, league))]),
    ) as Readonly<Record<LeagueId, CachedValue<Value>>>

  const playersBoards = ofEachLeague('players', (day, league) => boards.players(day, league, MAX_BOARD_ROWS))
  const stateBoards = ofEachLeague('states', (day, league) => boards.states(day, league, MAX_STATES))
  const statesBoard = shared('states_of_all_leagues', (day) => boards.statesOfAllLeagues(day, MAX_BOARD_ROWS))

  return {
    players: async (league: LeagueId, limit: number) =>
      boardOf(await playersBoards[league].get(practiceDay(now())), limit),

    /** As `players`, with the caller's own row up to date. */
    playersFor: async (league: LeagueId, limit: number, sessionToken: string, tokenHash: string) => {
      const day = practiceDay(now())
      const own = await boards.ownRow(day, league, tokenHash)
      const rows = await playersBoards[league].get(day)
      // A player who has just scored sees it immediately, and never two players with the same rank.
      const current = own && isStale(rows, limit, own) ? await playersBoards[league].refresh(day) : rows
      return boardFor(current, limit, sessionToken, own)
    },

    /** The players around the caller; null if the caller has no rank. */
    neighborsOf: async (league: LeagueId, sessionToken: string, tokenHash: string) => {
      const rows = await boards.neighbors(practiceDay(now()), league, tokenHash)
      if (rows.length === 0) return null
      const entries = rows.map((row) =>
        'pointsToNext' in row ? ownEntryOf(row, sessionToken) : playerEntryOf(row),
      )
      return { entries, user: null }
    },

    states: async (league: LeagueId) => (await stateBoards[league].get(practiceDay(now()))).map(stateEntryOf),

    statesOfAllLeagues: async (limit: number) => {
      const rows = await statesBoard.get(practiceDay(now()))
      return rows.slice(0, limit).map(aggregatedStateEntryOf)
    },

    weeklyPoints: async (nickname: string) => {
      const firstDay = daysBefore(practiceDay(now()), DAYS_OF_A_WEEK - 1)
      return { totalPoints: await boards.pointsSince(firstDay, nickname) }
    },

    dailyStats: async (tokenHash: string) => {
      const stats = await boards.dailyStats(practiceDay(now()), tokenHash)
      const { totalDailyPoints, sessionsToday, leagues } = stats
      return { totalDailyPoints, sessionsToday, leagueRankings: leagueRankingsOf(leagues) }
    },
  }
}

export type LeaderboardService = ReturnType<typeof leaderboardService>
