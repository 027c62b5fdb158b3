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

/**
 * A player as a board shows it. `guestSessionId` is what the row is recognised by: the public id for everybody, the token
 * for the one caller who showed it (decisions §3).
 */
export function playerEntryOf(row: PlayerRow, guestSessionId = row.publicId): PlayerEntry {
  const { publicId: id, rank, nickname, country, state, location, score, problemsSolved } = row
  return { id, rank, nickname, country, state, location, score, problemsSolved, guestSessionId }
}

/** The caller's own row, with the caller's token. */
export function ownEntryOf(row: OwnRow, sessionToken: string): PlayerEntry {
  return { ...playerEntryOf(row, sessionToken), pointsToNext: row.pointsToNext }
}

/** A state as a league's board shows it; its rank is its place in the list. */
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

/** The leagues a player was ranked in, in the order in which leagues are shown. */
export function leagueRankingsOf(standings: readonly LeagueStanding[]): LeagueRanking[] {
  return LEAGUES.flatMap(({ id, name }) =>
    standings.filter(({ league }) => league === id).map((standing) => ({ ...standing, leagueName: name })),
  )
}
