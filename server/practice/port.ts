import type { LeagueId } from '../../domain/league.ts'
import type { ChangeGuest } from '../guest/port.ts'
import { Refusal } from '../http/errors.ts'

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

/**
 * Whether the result was new, and the player's sums and place in the league and on the day in which it was counted, all read in
 * the transaction that stored it. `rank` and `ranked` are 0 for a player who is not on that board any more. `rankBefore` is
 * where the player's sums without this result would stand now; null for a first result of the day, and for a repeat.
 */
export type Recorded = {
  readonly counted: boolean
  readonly league: LeagueId
  readonly practiceDay: string
  readonly dailyScore: number
  readonly dailyProblemsSolved: number
  readonly rank: number
  readonly rankBefore: number | null
  /** How many players that board has. */
  readonly ranked: number
  /** How many points the next better score is away; null when nobody has more points. */
  readonly pointsToNext: number | null
}

/** A guest who has become part of a student has not played this session before that, or beside others: it counts for nobody. */
export class PlayedElsewhere extends Refusal {
  constructor() {
    super(409, 'conflict', 'You are signed in: what is played now is counted by your own sessions.')
  }
}

/** Where practice results are kept. */
export type PracticeStore = {
  /**
   * Stores the result, the guest that `change` makes, and the day's sums: all or nothing, durable when it
   * resolves. What `change` throws is thrown, with nothing stored; it is not called for a repeat. Rejects
   * with PlayedElsewhere for a late session that counts for nobody, and with PlayersDeleted for the token of a player who was deleted lately.
   */
  record(result: PracticeResult, change: ChangeGuest): Promise<Recorded>
}
