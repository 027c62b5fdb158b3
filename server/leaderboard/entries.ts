import type * as z from 'zod/mini'
import type {
  aggregatedStateEntry,
  leagueRanking,
  playerEntry,
  stateEntry,
} from '../../contract/leaderboard.ts'
import { LEAGUES } from '../../domain/league.ts'
import type { AggregatedStateRow, LeagueStanding, OwnRow, PlayerRow, StateRow } from './port.ts'

type PlayerEntry = z.output<typeof playerEntry>
type StateEntry = z.output<typeof stateEntry>
type AggregatedStateEntry = z.output<typeof aggregatedStateEntry>
type LeagueRanking = z.output<typeof leagueRanking>

/** A player's board entry. `guestSessionId` is the public id, or the token in the caller's own row (decisions §3). */
export function playerEntryOf(row: PlayerRow, guestSessionId = row.publicId): PlayerEntry {
  const { publicId: id, rank, nickname, country, state, location, score, problemsSolved } = row
  return { id, rank, nickname, country, state, location, score, problemsSolved, guestSessionId }
}

export function ownEntryOf(row: OwnRow, sessionToken: string): PlayerEntry {
  return { ...playerEntryOf(row, sessionToken), pointsToNext: row.pointsToNext }
}

/** A state's entry on a league's board; its rank is its position in the list. */
export function stateEntryOf(row: StateRow, index: number): StateEntry {
  const averageScore = Math.round((row.totalScore / row.playerCount) * 10) / 10
  const { state, playerCount, totalProblems, totalScore, topScore } = row
  return {
    id: state,
    state,
    playerCount,
    totalProblems,
    totalScore,
    topScore,
    averageScore,
    rank: index + 1,
  }
}

export function aggregatedStateEntryOf(row: AggregatedStateRow): AggregatedStateEntry {
  const { state, playerCount, totalScore } = row
  return { state, playerCount, totalScore }
}

/** The leagues a player is ranked in, in display order. */
export function leagueRankingsOf(standings: readonly LeagueStanding[]): LeagueRanking[] {
  return LEAGUES.flatMap(({ id, name }) =>
    standings.filter(({ league }) => league === id).map((standing) => ({ ...standing, leagueName: name })),
  )
}
