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

/** A player's rank in a league; `total` is the number of ranked players. */
export type RankedPlace = {
  readonly rank: number
  readonly total: number
  /** The distance in points to the next better score; null if nobody has more points. */
  readonly pointsToNext: number | null
}
