import { LEVELS, rankCells, type Standing } from '../../../../domain/ranking.ts'
import { toJson } from '../json-rows.ts'
import { boardNumber, midnightMsOf, type Board } from './board-number.ts'

/** What one player brings to a state in a league. */
export type Share = { readonly score: number; readonly problemsSolved: number }

type CellChange = { board: number; level: number; cell: number; players: number }
type LeagueChange = {
  board: number
  state: string
  players: number
  problems_solved: number
  score: number
  top_score: number
}
type DayChange = { practice_day: string; state: string; players: number; score: number }
/** A state's league that somebody with so many points has left. */
type Left = { board: number; practice_day: string; state: string; score: number }

/**
 * What scores change in the rows that boards are read from, added up: a hundred scores of one state change its row once.
 * The rows come out in the order of their keys, and every writer takes the tables in one order (cells, leagues, days): two
 * writers then never wait for each other in a circle.
 */
export class BoardChanges {
  readonly #cells = new Map<string, CellChange>()
  readonly #leagues = new Map<string, LeagueChange>()
  readonly #days = new Map<string, DayChange>()
  readonly #left = new Map<string, Left>()

  /** Moves a player from one standing to another; null where there was none, or is none any more. */
  standing(board: Board, before: Standing | null, after: Standing | null): void {
    const midnightMs = midnightMsOf(board.day)
    const left = before && rankCells(before, midnightMs)
    const entered = after && rankCells(after, midnightMs)
    const number = boardNumber(board)
    for (const level of LEVELS) {
      if (left?.[level] === entered?.[level]) continue
      if (left) this.#cell(number, level, left[level], -1)
      if (entered) this.#cell(number, level, entered[level], 1)
    }
  }

  /** Adds to a state what a player has more than before; `topScore` is the player's whole sum. */
  league(of: Board, state: string, more: Share & { players: number; topScore: number }): void {
    if (state === '') return
    const board = boardNumber(of)
    const key = `${board} ${state}`
    const known = this.#leagues.get(key)
    this.#leagues.set(key, {
      board,
      state,
      players: more.players + (known?.players ?? 0),
      problems_solved: more.problemsSolved + (known?.problems_solved ?? 0),
      score: more.score + (known?.score ?? 0),
      top_score: Math.max(more.topScore, known?.top_score ?? 0),
    })
  }

  /** Takes a whole player out of a state's league. */
  leave(of: Board, state: string, { score, problemsSolved }: Share): void {
    if (state === '') return
    this.league(of, state, {
      players: -1,
      score: -score,
      problemsSolved: -problemsSolved,
      topScore: 0,
    })
    const board = boardNumber(of)
    const key = `${board} ${state}`
    const most = Math.max(score, this.#left.get(key)?.score ?? 0)
    this.#left.set(key, { board, practice_day: of.day, state, score: most })
  }

  /** Adds to a state's day over all leagues; negative numbers take away. */
  day(day: string, state: string, { players, score }: { players: number; score: number }): void {
    if (state === '') return
    const key = `${day} ${state}`
    const known = this.#days.get(key)
    this.#days.set(key, {
      practice_day: day,
      state,
      players: players + (known?.players ?? 0),
      score: score + (known?.score ?? 0),
    })
  }

  /** What to add to which rank cells, for `jsonRows`; null for nothing. */
  cells(): string | null {
    const rows = [...this.#cells.values()].filter(({ players }) => players !== 0)
    const ordered = rows.toSorted((a, b) => a.board - b.board || a.level - b.level || a.cell - b.cell)
    return rows.length === 0 ? null : toJson(ordered)
  }

  /** What to add to which states in which leagues, as above. */
  leagues(): string | null {
    return inOrder(this.#leagues)
  }

  /** What to add to which states' days, as above. */
  days(): string | null {
    return inOrder(this.#days)
  }

  /** Which states' leagues somebody has left, as above: their best scores may be others now, or nobody's. */
  left(): string | null {
    return inOrder(this.#left)
  }

  #cell(board: number, level: number, cell: number, by: number): void {
    const key = `${board} ${level} ${cell}`
    const known = this.#cells.get(key)
    if (known) known.players += by
    else this.#cells.set(key, { board, level, cell, players: by })
  }
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The key of a map begins with the key of its row. */
function inOrder(changes: ReadonlyMap<string, LeagueChange | DayChange | Left>): string | null {
  if (changes.size === 0) return null
  return toJson([...changes].toSorted(([a], [b]) => byText(a, b)).map(([, row]) => row))
}
