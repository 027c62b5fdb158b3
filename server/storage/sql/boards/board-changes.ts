import { toJson } from '../json-rows.ts'
import { boardNumber, type Board } from './board-number.ts'

/** What one player contributes to a state's totals in a league. */
type Contribution = { readonly score: number; readonly problemsSolved: number }

type CountChange = { board: number; points: number; players: number }
type LeagueChange = {
  board: number
  state: string
  players: number
  problems_solved: number
  score: number
  top_score: number
}
type DayChange = { practice_day: string; state: string; players: number; score: number }
/** A state's board that a player with this score has left. */
type Left = { board: number; practice_day: string; state: string; score: number }

/**
 * Accumulates changes to the rows that boards are read from, so that a hundred scores of one state update its row once. To
 * prevent deadlocks, rows are sorted by key, and every writer updates the tables in the same order (counts, leagues, days).
 */
export class BoardChanges {
  readonly #counts = new Map<string, CountChange>()
  readonly #leagues = new Map<string, LeagueChange>()
  readonly #days = new Map<string, DayChange>()
  readonly #leftStates = new Map<string, Left>()

  /** Moves a player from one score to another. `before` is null for a new player, `after` for one who leaves the board. */
  moveScore(board: Board, before: number | null, after: number | null): void {
    if (before === after) return
    const number = boardNumber(board)
    if (before !== null) this.#count(number, before, -1)
    if (after !== null) this.#count(number, after, 1)
  }

  /** Adds to a state's totals in a league. `topScore` is the player's total score there. */
  addToState(of: Board, state: string, more: Contribution & { players: number; topScore: number }): void {
    if (state === '') return
    const board = boardNumber(of)
    const key = `${board} ${state}`
    const sum = this.#leagues.get(key)
    this.#leagues.set(key, {
      board,
      state,
      players: more.players + (sum?.players ?? 0),
      problems_solved: more.problemsSolved + (sum?.problems_solved ?? 0),
      score: more.score + (sum?.score ?? 0),
      top_score: Math.max(more.topScore, sum?.top_score ?? 0),
    })
  }

  /** Removes a player from a state's totals in a league. */
  leaveState(of: Board, state: string, { score, problemsSolved }: Contribution): void {
    if (state === '') return
    this.addToState(of, state, {
      players: -1,
      score: -score,
      problemsSolved: -problemsSolved,
      topScore: 0,
    })
    const board = boardNumber(of)
    const key = `${board} ${state}`
    const most = Math.max(score, this.#leftStates.get(key)?.score ?? 0)
    this.#leftStates.set(key, { board, practice_day: of.day, state, score: most })
  }

  /** Adds to a state's totals over all leagues; subtracts negative numbers. */
  addToStateDay(day: string, state: string, { players, score }: { players: number; score: number }): void {
    if (state === '') return
    const key = `${day} ${state}`
    const sum = this.#days.get(key)
    this.#days.set(key, {
      practice_day: day,
      state,
      players: players + (sum?.players ?? 0),
      score: score + (sum?.score ?? 0),
    })
  }

  /** Rows for `jsonRows`: what to add to the histograms of points. Null for none. */
  countRows(): string | null {
    const rows = [...this.#counts.values()].filter(({ players }) => players !== 0)
    const ordered = rows.toSorted((a, b) => a.board - b.board || a.points - b.points)
    return rows.length === 0 ? null : toJson(ordered)
  }

  /** Rows for `jsonRows`: what to add to states' leagues. Null for none. */
  leagueRows(): string | null {
    return inOrder(this.#leagues)
  }

  /** Rows for `jsonRows`: what to add to states' days. Null for none. */
  dayRows(): string | null {
    return inOrder(this.#days)
  }

  /** Rows for `jsonRows`: the boards that players have left, whose top score may have changed. Null for none. */
  leftRows(): string | null {
    return inOrder(this.#leftStates)
  }

  #count(board: number, points: number, by: number): void {
    const key = `${board} ${points}`
    const sum = this.#counts.get(key)
    if (sum) sum.players += by
    else this.#counts.set(key, { board, points, players: by })
  }
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Sorts by the map's keys, which start with the rows' keys. */
function inOrder(changes: ReadonlyMap<string, LeagueChange | DayChange | Left>): string | null {
  if (changes.size === 0) return null
  return toJson([...changes].toSorted(([a], [b]) => byText(a, b)).map(([, row]) => row))
}
