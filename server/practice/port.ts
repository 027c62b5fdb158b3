import type { LeagueId } from '../../domain/league.ts'
import type { ChangeGuest } from '../guest/port.ts'

/** One finished practice session of a guest. */
export type PracticeResult = {
  readonly tokenHash: string
  /** The client's id of this write; a second one with the same id changes nothing. Null when it gave none. */
  readonly submissionId: string | null
  readonly league: LeagueId
  readonly practiceDay: string
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
  readonly averageTimeMs: number
  readonly speedBonus: number
  /** When it was played by the server's clock: of two equal sums the one reached first is the better. */
  readonly playedAtMs: number
  /** When it arrived. */
  readonly storedAtMs: number
}

/** Whether the result was new, and the guest's sums in the league and on the day in which it was counted. */
export type Recorded = {
  readonly counted: boolean
  readonly league: LeagueId
  readonly practiceDay: string
  readonly dailyScore: number
  readonly dailyProblemsSolved: number
}

/** Where practice results are kept. */
export type PracticeStore = {
  /**
   * Stores the result, the guest that `change` makes, and the day's sums: all or nothing, durable when it
   * resolves. What `change` throws is thrown, with nothing stored; it is not called for a repeat. Rejects
   * with PlayersForgotten for the token of a player who was deleted lately.
   */
  record(result: PracticeResult, change: ChangeGuest): Promise<Recorded>
}

/** Where a player stands on a league's board of a day, and how many do; null for who does not. */
export type ReadPlace = (
  practiceDay: string,
  league: LeagueId,
  tokenHash: string,
) => Promise<{ readonly rank: number; readonly total: number } | null>
