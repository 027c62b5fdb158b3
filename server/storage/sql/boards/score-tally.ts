import { compareStandings, type Standing } from '../../../../domain/ranking.ts'
import type { PracticeResult, Recorded } from '../../../practice/port.ts'
import type { BoardChanges } from './board-changes.ts'
import type { RankedPlace } from '../../../leaderboard/port.ts'
import type { SentRow } from '../json-rows.ts'
import type { SUMS_COLUMNS } from '../practice/practice-statements.ts'
import { boardNumber, boardOf, dayOf } from './board-number.ts'
import type { PlayerStanding } from './score-counts.ts'

/** A row of `daily_score` with the player's token hash. */
export type SumsRow = SentRow<typeof SUMS_COLUMNS> & { readonly token_hash: string }

type Key = { readonly tokenHash: string; readonly board: number }

/** A counted or repeated result, with the standings whose places the response needs. */
export type Tallied = {
  readonly key: Key
  readonly recorded: Omit<Recorded, 'rank' | 'rankBefore' | 'ranked' | 'pointsToNext'>
  /** Before this result; null if there was none, and for a repeat. */
  readonly before: Standing | null
  /** With this result; null if the player is no longer on the board. */
  readonly after: Standing | null
}

/** Adds sessions to players' totals and records the resulting board changes. */
export class ScoreTally {
  readonly #changes: BoardChanges
  readonly #hidden: ReadonlySet<string>
  readonly #sums = new Map<string, SumsRow>()
  /** Players' states on days on which they already have a score. */
  readonly #states = new Map<string, string>()
  readonly #changed = new Set<string>()

  /**
   * `known` must include the rows of all leagues for each player and day that will be added to. `hidden` are the token hashes of
   * players on no public board.
   */
  constructor(known: readonly SumsRow[], changes: BoardChanges, hidden: ReadonlySet<string>) {
    this.#changes = changes
    this.#hidden = hidden
    for (const row of known) this.#set(row)
  }

  /** Adds a session. `guestState` applies if the player has no score on that day yet. */
  add(guestState: string, result: PracticeResult): Tallied {
    return this.#add(guestState, result, 1)
  }

  /** Adds the part of a session that arrived after the session was counted. */
  extend(guestState: string, added: PracticeResult): Tallied {
    return this.#add(guestState, added, 0)
  }

  #add(guestState: string, result: PracticeResult, sessions: 0 | 1): Tallied {
    const { tokenHash, practiceDay: day, league } = result
    const board = { day, league }
    const key = { tokenHash, board: boardNumber(board) }
    const dayState = this.#states.get(`${tokenHash} ${day}`)
    const state = dayState ?? guestState
    const before = this.#sums.get(keyOf(key))
    const after = { ...sumOf(key, state, before, result), sessions: sessions + (before?.sessions ?? 0) }
    this.#set(after)
    this.#changed.add(keyOf(key))

    const standings = { before: before ? standingOf(before) : null, after: standingOf(after) }
    const tallied = { key, recorded: this.#recorded(key, true), ...standings }
    if (this.#hidden.has(tokenHash)) return tallied
    this.#changes.moveScore(board, before?.score ?? null, after.score)
    this.#changes.addToState(board, state, {
      players: before ? 0 : 1,
      problemsSolved: result.problemsSolved,
      score: result.score,
      topScore: after.score,
    })
    this.#changes.addToStateDay(day, state, { players: dayState === undefined ? 1 : 0, score: result.score })
    return tallied
  }

  /** The result for a repeat of a session that was counted on this board. */
  repeated(key: Key): Tallied {
    const row = this.#sums.get(keyOf(key))
    return {
      key,
      recorded: this.#recorded(key, false),
      before: null,
      after: row ? standingOf(row) : null,
    }
  }

  /** The standings whose places `withPlaces` expects, in order. */
  standings({ key, before, after }: Tallied): PlayerStanding[] {
    const board = boardOf(key.board)
    return [after, before].flatMap((standing) =>
      standing ? [{ tokenHash: key.tokenHash, board, standing }] : [],
    )
  }

  /** The response for a result. `places` are read after all changes are applied. */
  withPlaces({ key, recorded, before, after }: Tallied, places: readonly RankedPlace[]): Recorded {
    const now = this.#sums.get(keyOf(key))
    // The board has the player's newest standing, which must not count as ahead of an older one.
    const isBehindOwn = (standing: Standing) =>
      now !== undefined && compareStandings(standingOf(now), standing) < 0
    const rankOf = (standing: Standing | null, place: RankedPlace | undefined): number | null =>
      standing && place ? place.rank - (isBehindOwn(standing) ? 1 : 0) : null
    return {
      ...recorded,
      rank: rankOf(after, places[0]) ?? 0,
      rankBefore: rankOf(before, places[1]),
      ranked: places[0]?.total ?? 0,
      pointsToNext: after && !isBehindOwn(after) ? (places[0]?.pointsToNext ?? null) : null,
    }
  }

  /** The changed rows. */
  rows(): SumsRow[] {
    return [...this.#changed].flatMap((key) => this.#sums.get(key) ?? [])
  }

  #set(row: SumsRow): void {
    this.#sums.set(keyOf({ tokenHash: row.token_hash, board: row.board }), row)
    this.#states.set(`${row.token_hash} ${dayOf(row.board)}`, row.state)
  }

  #recorded(key: Key, counted: boolean): Tallied['recorded'] {
    const row = this.#sums.get(keyOf(key))
    const { day, league } = boardOf(key.board)
    return {
      counted,
      practiceDay: day,
      league,
      dailyScore: row?.score ?? 0,
      dailyProblemsSolved: row?.problems_solved ?? 0,
    }
  }
}

function keyOf({ tokenHash, board }: Key): string {
  return `${tokenHash} ${board}`
}

function standingOf(row: SumsRow): Standing {
  return { score: row.score, problemsSolved: row.problems_solved, reachedAtMs: row.reached_at_ms }
}

function sumOf(
  { tokenHash, board }: Key,
  state: string,
  before: SumsRow | undefined,
  result: PracticeResult,
): Omit<SumsRow, 'sessions'> {
  const { score, problemsSolved, correctAnswers } = result
  return {
    token_hash: tokenHash,
    board,
    state,
    score: score + (before?.score ?? 0),
    problems_solved: problemsSolved + (before?.problems_solved ?? 0),
    correct_answers: correctAnswers + (before?.correct_answers ?? 0),
    reached_at_ms: before ? reachedAtMs(before, result) : result.playedAtMs,
  }
}

/**
 * When the last session that raised the score was played, which breaks ties. A session without points changes nothing, and a
 * session that arrives late may not be the last.
 */
function reachedAtMs(before: SumsRow, { score, playedAtMs }: PracticeResult): number {
  if (score === 0)
    return before.score === 0 ? Math.min(before.reached_at_ms, playedAtMs) : before.reached_at_ms
  return before.score === 0 ? playedAtMs : Math.max(before.reached_at_ms, playedAtMs)
}
