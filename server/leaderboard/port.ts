import type { LeagueId } from '../../domain/league.ts'

/** A player's row on a league's board of a day; ranks are positions 1, 2, 3… (decisions §6). */
export type PlayerRow = {
  readonly rank: number
  readonly publicId: string
  readonly nickname: string
  readonly country: string
  readonly state: string
  readonly location: string
  readonly score: number
  readonly problemsSolved: number
}

/** A row of a board's list, with the network a guest came from; null for students, and where it is not known. */
export type ListedRow = PlayerRow & { readonly network: string | null }

/** The caller's own row. */
export type OwnRow = PlayerRow & Pick<RankedPlace, 'pointsToNext'>

/** A state's totals in a league on a day. */
export type StateRow = {
  readonly state: string
  readonly playerCount: number
  readonly totalProblems: number
  readonly totalScore: number
  /** The best single player's total. */
  readonly topScore: number
}

/** A state's totals over all leagues of a day; every player counts once. */
export type AggregatedStateRow = {
  readonly state: string
  readonly playerCount: number
  readonly totalScore: number
}

/** A player's result in one league of a day. */
export type LeagueStanding = {
  readonly league: LeagueId
  readonly score: number
} & RankedPlace

export type StoredDailyStats = {
  readonly totalDailyPoints: number
  readonly sessionsToday: number
  /** The leagues played, in no particular order. */
  readonly leagues: readonly LeagueStanding[]
}

/** A player's rank in a league; `total` is the number of ranked players. */
export type RankedPlace = {
  readonly rank: number
  readonly total: number
  /** The distance in points to the next better score; null if nobody has more points. */
  readonly pointsToNext: number | null
}

/**
 * The daily boards. Totals and ranks are maintained with each score, so reads do not get slower with more players. `day` is a
 * practice day; a day without players is empty, not an error.
 */
export type LeaderboardStore = {
  /** The list of a board (domain/board-networks.ts). Ranks are those among all players, so guests who are not listed leave gaps. */
  players(day: string, league: LeagueId, limit: number): Promise<ListedRow[]>
  /** The player's row, or null. */
  ownRow(day: string, league: LeagueId, tokenHash: string): Promise<OwnRow | null>
  /** The player's row with its neighbors (domain/ranking.ts); empty if the player has none. */
  neighbors(day: string, league: LeagueId, tokenHash: string): Promise<(PlayerRow | OwnRow)[]>
  /** The states of a league, by points descending, then by name. */
  states(day: string, league: LeagueId, limit: number): Promise<StateRow[]>
  /** The states over all leagues, in the same order. */
  statesOfAllLeagues(day: string, limit: number): Promise<AggregatedStateRow[]>
  /** The points of all players with this name since `firstDay`. */
  pointsSince(firstDay: string, nickname: string): Promise<number>
  /** The player's day; zeros if nothing was done. */
  dailyStats(day: string, tokenHash: string): Promise<StoredDailyStats>
}
