import { sql, type RawBuilder } from 'kysely'
import { CELLS_IN_PARENT, rankCells, stretchStartMs, type Standing } from '../../../domain/ranking.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { boardNumber, midnightMsOf, type Board } from './board-number.ts'
import { everyRow, jsonRows } from './json-rows.ts'
import { queryBuilder, statement } from './statement.ts'

/** A player's standing with the number that decides between equals. */
export type PlayerStanding = Standing & { readonly guestId: number }

/** Adds players to any number of cells. */
function adjustment(dialect: Dialect) {
  return statement<{ rows: string }>()((values) =>
    queryBuilder(dialect)
      .insertInto('rank_cell')
      .columns(['board', 'level', 'cell', 'players'])
      .expression((eb) =>
        eb
          .selectFrom(
            jsonRows(dialect, values.rows, {
              board: 'integer',
              level: 'integer',
              cell: 'integer',
              players: 'integer',
            }),
          )
          .select(['sent.board', 'sent.level', 'sent.cell', 'sent.players'])
          .where(everyRow),
      )
      .onConflict((conflict) =>
        conflict.columns(['board', 'level', 'cell']).doUpdateSet((eb) => ({
          players: eb('rank_cell.players', '+', eb.ref('excluded.players')),
        })),
      ),
  )
}

type RankValues = {
  board: number
  cell0: number
  from1: number
  cell1: number
  from2: number
  cell2: number
  from3: number
  cell3: number
  score: number
  problemsSolved: number
  stretchStartMs: number
  reachedAtMs: number
  guestId: number
}

/**
 * How many stand on the board, and how many better than the player: in bands before, with higher scores of the same band, in
 * earlier hours, in earlier stretches of the same hour, and earlier in the same stretch.
 */
function rankStatement(dialect: Dialect) {
  return statement<RankValues>()<{ total: number; better: number }>((values) => {
    const { board, score, problemsSolved, reachedAtMs } = values
    const cells = (level: number, from: number, to: number) => sql`(
      select coalesce(sum(players), 0) from rank_cell
      where board = ${board} and level = ${sql.lit(level)} and cell >= ${from} and cell < ${to})`
    const equals = (range: RawBuilder<unknown>) => sql`(
      select count(*) from daily_score
      where board = ${board} and score = ${score} and problems_solved = ${problemsSolved} and ${range})`
    return {
      compile: () =>
        sql<{ total: number; better: number }>`
          select total, band + ${cells(1, values.from1, values.cell1)}
            + ${cells(2, values.from2, values.cell2)} + ${cells(3, values.from3, values.cell3)}
            + ${equals(sql`reached_at_ms >= ${values.stretchStartMs} and reached_at_ms < ${reachedAtMs}`)}
            + ${equals(sql`reached_at_ms = ${reachedAtMs} and guest_id < ${values.guestId}`)} as better
          from (
            select coalesce(sum(players), 0) as total,
              coalesce(sum(case when cell < ${values.cell0} then players else 0 end), 0) as band
            from rank_cell where board = ${board} and level = 0
          ) bands`.compile(queryBuilder(dialect)),
    }
  })
}

/** Counting players in cells, and reading ranks from them, inside somebody's transaction (domain/ranking.ts). */
export class RankCellRows {
  readonly #rank: ReturnType<typeof rankStatement>
  readonly #adjust: ReturnType<typeof adjustment>

  constructor(dialect: Dialect) {
    this.#rank = rankStatement(dialect)
    this.#adjust = adjustment(dialect)
  }

  /** Counts what has changed; the answer is not waited for. */
  add(transaction: Transaction, changes: BoardChanges): void {
    const rows = changes.cells()
    if (rows !== null) transaction.send(this.#adjust, { rows })
  }

  /** The place of somebody who stands on the board, and how many do. */
  async place(
    transaction: Transaction,
    board: Board,
    standing: PlayerStanding,
  ): Promise<{ rank: number; total: number }> {
    const { score, problemsSolved, reachedAtMs, guestId } = standing
    const midnightMs = midnightMsOf(board.day)
    const [cell0, cell1, cell2, cell3] = rankCells(standing, midnightMs)
    const row = await transaction.first(this.#rank, {
      board: boardNumber(board),
      cell0,
      from1: cell0 * CELLS_IN_PARENT[1],
      cell1,
      from2: cell1 * CELLS_IN_PARENT[2],
      cell2,
      from3: cell2 * CELLS_IN_PARENT[3],
      cell3,
      score,
      problemsSolved,
      stretchStartMs: Math.max(Number.MIN_SAFE_INTEGER, stretchStartMs(reachedAtMs, midnightMs)),
      reachedAtMs,
      guestId,
    })
    if (!row) throw new Error('a sum gave no row')
    return { rank: 1 + row.better, total: row.total }
  }
}
