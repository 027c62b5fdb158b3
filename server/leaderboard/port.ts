import type { LeagueId } from '../../domain/league.ts'

/** A player's place on a league's board of a day; places are positions, 1, 2, 3 … (decisions §6). */
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

/** The caller's own place on a board. */
export type OwnRow = PlayerRow & Pick<RankedPlace, 'pointsToNext'>

/** A state's sums in a league on a day. */
export type StateRow = {
  readonly state: string
  readonly playerCount: number
  readonly totalProblems: number
  readonly totalScore: number
  /** The best single player's sum. */
  readonly topScore: number
}

/** A state's sums over all leagues of a day; every player once. */
export type AggregatedStateRow = {
  readonly state: string
  readonly playerCount: number
  readonly totalScore: number
}

/** One league of a player's day; `total` is how many are ranked there. */
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

/** Where a player stands in a league. */
export type RankedPlace = {
  readonly rank: number
  readonly total: number
  /** How many points the next better score is away; null when nobody has more points. */
  readonly pointsToNext: number | null
}

/**
 * The daily boards. What they answer is kept with each score, so that nothing here takes longer the more players there
 * are. `day` is a practice day; a day on which nobody played is empty, not an error.
 */
export type LeaderboardStore = {
  /** The best players of a league, at most `limit`. */
  players(day: string, league: LeagueId, limit: number): Promise<PlayerRow[]>
  /** The row of this token's player, or null when the player has none. */
  ownRow(day: string, league: LeagueId, tokenHash: string): Promise<OwnRow | null>
  /** The states of a league: most points first, then by name. */
  states(day: string, league: LeagueId, limit: number): Promise<StateRow[]>
  /** The states over all leagues, in the same order. */
  statesOfAllLeagues(day: string, limit: number): Promise<AggregatedStateRow[]>
  /** The points of everybody of this name from `firstDay` on. */
  pointsSince(firstDay: string, nickname: string): Promise<number>
  /** What this token's player did on the day; zeros for one who did nothing. */
  dailyStats(day: string, tokenHash: string): Promise<StoredDailyStats>
}
