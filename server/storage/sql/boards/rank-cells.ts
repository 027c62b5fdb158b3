import { sql, type RawBuilder } from 'kysely'
import {
  CELLS_IN_PARENT,
  MAX_SCORE,
  rankCells,
  stretchStartMs,
  type Standing,
} from '../../../../domain/ranking.ts'
import type { RankedPlace } from '../../../leaderboard/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { boardNumber, midnightMsOf, type Board } from './board-number.ts'
import { adding, insertSent, jsonRows, toJson } from '../json-rows.ts'
import { queryBuilder, statement } from '../statement.ts'

/** A standing on a board, and whose it is: of equal standings the player who was stored first has the better place. */
export type PlayerStanding = {
  readonly tokenHash: string
  readonly board: Board
  readonly standing: Standing
}

const CELL_COLUMNS = { board: 'integer', level: 'integer', cell: 'integer', players: 'integer' } as const

/** Adds players to any number of cells. */
function adjustment(dialect: Dialect) {
  return statement<{ rows: string }>()((values) =>
    insertSent(dialect, 'rank_cell', values.rows, CELL_COLUMNS).onConflict((conflict) =>
      conflict.columns(['board', 'level', 'cell']).doUpdateSet(adding('rank_cell', ['players'])),
    ),
  )
}

const PLACE_COLUMNS = {
  position: 'integer',
  token_hash: 'text',
  board: 'integer',
  cell0: 'integer',
  from1: 'integer',
  cell1: 'integer',
  from2: 'integer',
  cell2: 'integer',
  from3: 'integer',
  cell3: 'integer',
  score: 'integer',
  problems_solved: 'integer',
  stretch_start_ms: 'integer',
  reached_at_ms: 'integer',
} as const

type PlaceRow = {
  readonly position: number
  readonly total: number
  readonly better: number
  readonly next_score_cell: number | null
}

/** How many players are in cells of this level from `from` up to, and without, `to`. */
const cells = (level: number, from: string, to: string) => sql`(
  select coalesce(sum(players), 0) from rank_cell
  where board = sent.board and level = ${sql.lit(level)} and cell >= ${sql.raw(from)} and cell < ${sql.raw(to)})`

/** How many players have the same score and problems and meet this condition. */
const equals = (condition: RawBuilder<unknown>) => sql`(
  select count(*) from daily_score
  where board = sent.board and score = sent.score and problems_solved = sent.problems_solved and ${condition})`

/**
 * For each standing that was sent, how many players its board has, the cell of the next better score, and how many players are
 * better: those in better bands, with better scores of the same band, in earlier hours, in earlier stretches of the same hour,
 * and earlier in the same stretch.
 */
function placesStatement(dialect: Dialect) {
  return statement<{ rows: string }>()<PlaceRow>((values) => ({
    compile: () =>
      sql<PlaceRow>`
        select sent.position,
          (select coalesce(sum(players), 0) from rank_cell where board = sent.board and level = 0) as total,
          (select cell from rank_cell where board = sent.board and level = 1 and cell < sent.cell1 and players > 0
            order by cell desc limit 1) as next_score_cell,
          ${cells(0, '0', 'sent.cell0')} + ${cells(1, 'sent.from1', 'sent.cell1')}
            + ${cells(2, 'sent.from2', 'sent.cell2')} + ${cells(3, 'sent.from3', 'sent.cell3')}
            + ${equals(sql`reached_at_ms >= sent.stretch_start_ms and reached_at_ms < sent.reached_at_ms`)}
            + ${equals(sql`reached_at_ms = sent.reached_at_ms and guest_id < guest.id`)} as better
        from ${jsonRows(dialect, values.rows, PLACE_COLUMNS)}
        join guest on guest.token_hash = sent.token_hash`.compile(queryBuilder(dialect)),
  }))
}

function placeRow({ board, standing, tokenHash }: PlayerStanding, position: number) {
  const midnightMs = midnightMsOf(board.day)
  const [cell0, cell1, cell2, cell3] = rankCells(standing, midnightMs)
  return {
    position,
    token_hash: tokenHash,
    board: boardNumber(board),
    cell0,
    from1: cell0 * CELLS_IN_PARENT[1],
    cell1,
    from2: cell1 * CELLS_IN_PARENT[2],
    cell2,
    from3: cell2 * CELLS_IN_PARENT[3],
    cell3,
    score: standing.score,
    problems_solved: standing.problemsSolved,
    stretch_start_ms: Math.max(Number.MIN_SAFE_INTEGER, stretchStartMs(standing.reachedAtMs, midnightMs)),
    reached_at_ms: standing.reachedAtMs,
  }
}

/** Counting players in cells, and reading ranks from them, inside somebody's transaction (domain/ranking.ts). */
export class RankCellRows {
  readonly #places: ReturnType<typeof placesStatement>
  readonly #adjust: ReturnType<typeof adjustment>

  constructor(dialect: Dialect) {
    this.#places = placesStatement(dialect)
    this.#adjust = adjustment(dialect)
  }

  /** Counts what has changed; the answer is not waited for. */
  add(transaction: Transaction, changes: BoardChanges): void {
    const rows = changes.cells()
    if (rows !== null) transaction.send(this.#adjust, { rows })
  }

  /**
   * Where each standing is placed, in the order of `standings`, and how many players its board has. A player who is on the board
   * with another, better standing than the one asked about is counted as one of those before it.
   */
  async places(transaction: Transaction, standings: readonly PlayerStanding[]): Promise<RankedPlace[]> {
    if (standings.length === 0) return []
    const found = await transaction.all(this.#places, { rows: toJson(standings.map(placeRow)) })
    const rows = new Map(found.map((row) => [row.position, row]))
    return standings.map(({ standing: { score } }, position) => {
      const row = rows.get(position)
      if (!row) throw new Error('A standing belongs to no player.')
      const next = row.next_score_cell
      const pointsToNext = next === null ? null : Math.max(0, MAX_SCORE - next - score)
      return { rank: 1 + row.better, total: row.total, pointsToNext }
    })
  }
}
