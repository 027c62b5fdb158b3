import type { LeagueId } from '../../../domain/league.ts'
import type { PracticeResult, Recorded } from '../../practice/port.ts'
import { BoardChanges } from './board-changes.ts'

/** The sums of a player's sessions in a league on a day, as the table has them. */
export type SumsRow = {
  readonly guest_id: number
  readonly practice_day: string
  readonly league: string
  readonly state: string
  readonly score: number
  readonly problems_solved: number
  readonly correct_answers: number
  readonly sessions: number
  readonly reached_at_ms: number
}

type Board = { readonly practiceDay: string; readonly league: LeagueId }

/** Adds sessions to the sums of their players, one after another, and keeps what that changes on the boards. */
export class ScoreTally {
  readonly changes = new BoardChanges()
  readonly #sums = new Map<string, SumsRow>()
  /** The state that a player plays for on a day that has begun. */
  readonly #states = new Map<string, string>()
  readonly #changed = new Set<string>()

  /** `known` is every league's row of each player and day that will be added to. */
  constructor(known: readonly SumsRow[]) {
    for (const row of known) this.#keep(row)
  }

  /** Counts a session of a player who plays for `guestState` unless the day has begun before. */
  add(guestId: number, guestState: string, result: PracticeResult): Recorded {
    const { practiceDay: day, league } = result
    const begun = this.#states.get(`${guestId} ${day}`)
    const state = begun ?? guestState
    const before = this.#sums.get(keyOf(guestId, result))
    const after = sumOf(guestId, state, before, result)
    this.#keep(after)
    this.#changed.add(keyOf(guestId, result))

    const board = { day, league }
    this.changes.standing(board, before ? standingOf(before) : null, standingOf(after))
    this.changes.league(board, state, {
      players: before ? 0 : 1,
      problemsSolved: result.problemsSolved,
      score: result.score,
      topScore: after.score,
    })
    this.changes.day(day, state, { players: begun === undefined ? 1 : 0, score: result.score })
    return this.#recorded(guestId, result, true)
  }

  /** The answer to a repeat of a session that was counted on this board. */
  repeated(guestId: number, board: Board): Recorded {
    return this.#recorded(guestId, board, false)
  }

  /** The rows that sessions were added to. */
  rows(): SumsRow[] {
    return [...this.#changed].flatMap((key) => this.#sums.get(key) ?? [])
  }

  #keep(row: SumsRow): void {
    this.#sums.set(`${row.guest_id} ${row.practice_day} ${row.league}`, row)
    this.#states.set(`${row.guest_id} ${row.practice_day}`, row.state)
  }

  #recorded(guestId: number, { practiceDay, league }: Board, counted: boolean): Recorded {
    const row = this.#sums.get(keyOf(guestId, { practiceDay, league }))
    return {
      counted,
      practiceDay,
      league,
      dailyScore: row?.score ?? 0,
      dailyProblemsSolved: row?.problems_solved ?? 0,
    }
  }
}

function keyOf(guestId: number, { practiceDay, league }: Board): string {
  return `${guestId} ${practiceDay} ${league}`
}

function standingOf(row: SumsRow) {
  return { score: row.score, problemsSolved: row.problems_solved, reachedAtMs: row.reached_at_ms }
}

function sumOf(guestId: number, state: string, before: SumsRow | undefined, result: PracticeResult): SumsRow {
  const { practiceDay, league, score, problemsSolved, correctAnswers } = result
  return {
    guest_id: guestId,
    practice_day: practiceDay,
    league,
    state,
    score: score + (before?.score ?? 0),
    problems_solved: problemsSolved + (before?.problems_solved ?? 0),
    correct_answers: correctAnswers + (before?.correct_answers ?? 0),
    sessions: 1 + (before?.sessions ?? 0),
    reached_at_ms: before ? reachedAtMs(before, result) : result.playedAtMs,
  }
}

/**
 * Who has an equal score is placed by when it was reached: when the last session that added to it was played. Nothing
 * added, nothing moved; a kept session that arrives late may not be the last one.
 */
function reachedAtMs(before: SumsRow, { score, playedAtMs }: PracticeResult): number {
  if (score === 0)
    return before.score === 0 ? Math.min(before.reached_at_ms, playedAtMs) : before.reached_at_ms
  return before.score === 0 ? playedAtMs : Math.max(before.reached_at_ms, playedAtMs)
}
