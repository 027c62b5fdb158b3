import type { GuestRecord } from '../../domain/guest-record.ts'
import type { LeagueId } from '../../domain/league.ts'

/** A finished practice session of a guest. */
export type PracticeResult = {
  readonly tokenHash: string
  /** Idempotency key from the client; null for none. */
  readonly submissionId: string | null
  readonly league: LeagueId
  readonly practiceDay: string
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
  readonly averageTimeMs: number
  /** When it was played, by the server's clock; on a tie, the total reached first ranks higher. */
  readonly playedAtMs: number
  /** When it was received. */
  readonly storedAtMs: number
}

/**
 * Whether the result was new, and the player's totals and rank in its league and day, read in the transaction that stored it.
 * `rank` and `ranked` are 0 if the player is no longer on that board. `rankBefore` is the current rank of the totals without this
 * result; null for the first result of the day and for a repeat.
 */
export type Recorded = {
  readonly counted: boolean
  readonly league: LeagueId
  readonly practiceDay: string
  readonly dailyScore: number
  readonly dailyProblemsSolved: number
  readonly rank: number
  readonly rankBefore: number | null
  /** The number of players on that board. */
  readonly ranked: number
  /** The distance in points to the next better score; null if nobody has more points. */
  readonly pointsToNext: number | null
}

/** As `ChangeGuest`; `problems` is how many the player has solved on the result's day so far, in all leagues. */
export type ChangeByPractice = (known: GuestRecord | null, problems: number) => GuestRecord
