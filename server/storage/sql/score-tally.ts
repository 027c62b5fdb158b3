import type { LeagueId } from '../../../domain/league.ts'
import type { PracticeResult, Recorded } from '../../practice/port.ts'
import type { BoardChanges } from './board-changes.ts'

/** The sums of a player's sessions in a league on a day, as the table has them. */
export type SumsRow = {
  readonly token_hash: string
  readonly practice_day: string
  readonly league: string
  readonly state: string
  readonly score: number
  readonly problems_solved: number
  readonly correct_answers: number
  readonly sessions: number
  readonly reached_at_ms: number
}

type Key = { readonly tokenHash: string; readonly practiceDay: string; readonly league: LeagueId }

/** Adds sessions to the sums of their players, one after another, and keeps what that changes on the boards. */
export class ScoreTally {
  readonly #changes: BoardChanges
  readonly #sums = new Map<string, SumsRow>()
  /** The state that a player plays for on a day that has begun. */
  readonly #states = new Map<string, string>()
  readonly #changed = new Set<string>()

  /** `known` is every league's row of each player and day that will be added to. */
  constructor(known: readonly SumsRow[], changes: BoardChanges) {
    this.#changes = changes
    for (const row of known) this.#keep(row)
  }

  /** Counts a session of a player who plays for `guestState` unless the day has begun before. */
  add(guestState: string, result: PracticeResult): Recorded {
    const { practiceDay: day, league } = result
    const begun = this.#states.get(`${result.tokenHash} ${day}`)
    const state = begun ?? guestState
    const before = this.#sums.get(keyOf(result))
    const after = sumOf(state, before, result)
    this.#keep(after)
    this.#changed.add(keyOf(result))

    const board = { day, league }
    this.#changes.standing(board, before ? standingOf(before) : null, standingOf(after))
    this.#changes.league(board, state, {
      players: before ? 0 : 1,
      problemsSolved: result.problemsSolved,
      score: result.score,
      topScore: after.score,
    })
    this.#changes.day(day, state, { players: begun === undefined ? 1 : 0, score: result.score })
    return this.#recorded(result, true)
  }

  /** The answer to a repeat of a session that was counted on this board. */
  repeated(key: Key): Recorded {
    return this.#recorded(key, false)
  }

  /** The rows that sessions were added to. */
  rows(): SumsRow[] {
    return [...this.#changed].flatMap((key) => this.#sums.get(key) ?? [])
  }

  #keep(row: SumsRow): void {
    this.#sums.set(`${row.token_hash} ${row.practice_day} ${row.league}`, row)
    this.#states.set(`${row.token_hash} ${row.practice_day}`, row.state)
  }

  #recorded({ tokenHash, practiceDay, league }: Key, counted: boolean): Recorded {
    const row = this.#sums.get(keyOf({ tokenHash, practiceDay, league }))
    return {
      counted,
      practiceDay,
      league,
      dailyScore: row?.score ?? 0,
      dailyProblemsSolved: row?.problems_solved ?? 0,
    }
  }
}

function keyOf({ tokenHash, practiceDay, league }: Key): string {
  return `${tokenHash} ${practiceDay} ${league}`
}

function standingOf(row: SumsRow) {
  return { score: row.score, problemsSolved: row.problems_solved, reachedAtMs: row.reached_at_ms }
}

function sumOf(state: string, before: SumsRow | undefined, result: PracticeResult): SumsRow {
  const { practiceDay, league, score, problemsSolved, correctAnswers } = result
  return {
    token_hash: result.tokenHash,
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
