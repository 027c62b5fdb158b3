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

/** A player's standing on a board. The player breaks ties: the one stored first ranks higher. */
export type PlayerStanding = {
  readonly tokenHash: string
  readonly board: Board
  readonly standing: Standing
}

const CELL_COLUMNS = { board: 'integer', level: 'integer', cell: 'integer', players: 'integer' } as const

function addStatement(dialect: Dialect) {
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

/** Counts the players in cells of a level from `from` (inclusive) to `to` (exclusive). */
const cells = (level: number, from: string, to: string) => sql`(
  select coalesce(sum(players), 0) from rank_cell
  where board = sent.board and level = ${sql.lit(level)} and cell >= ${sql.raw(from)} and cell < ${sql.raw(to)})`

/**
 * Counts the players on the board with the same score and problems for whom the condition holds: few, so each is looked up. With
 * `exists`, PostgreSQL would read all guests every time.
 */
const equals = (condition: RawBuilder<unknown>) => sql`(
  select count(*) from daily_score
  where board = sent.board and score = sent.score and problems_solved = sent.problems_solved and ${condition}
    and (select hidden from guest equal where equal.id = daily_score.guest_id) = 0)`

/**
 * For each standing: the number of players on its board, the cell of the next better score, and the number of better players
 * (those in better bands, with better scores in the same band, in earlier hours, in earlier stretches of the same hour, and
 * earlier in the same stretch).
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

/** Maintains rank cells and reads ranks from them (domain/ranking.ts), inside the caller's transaction. */
export class RankCellRows {
  readonly #places: ReturnType<typeof placesStatement>
  readonly #add: ReturnType<typeof addStatement>

  constructor(dialect: Dialect) {
    this.#places = placesStatement(dialect)
    this.#add = addStatement(dialect)
  }

  /** Applies changes without waiting for the result. */
  add(transaction: Transaction, changes: BoardChanges): void {
    const rows = changes.cellRows()
    if (rows !== null) transaction.send(this.#add, { rows })
  }

  /**
   * Returns each standing's place, in the order of `standings`. If the player is on the board with a better standing than the
   * given one, that player counts as being ahead of it.
   */
  async places(transaction: Transaction, standings: readonly PlayerStanding[]): Promise<RankedPlace[]> {
    if (standings.length === 0) return []
    const found = await transaction.all(this.#places, { rows: toJson(standings.map(placeRow)) })
    const rows = new Map(found.map((row) => [row.position, row]))
    return standings.map(({ standing: { score } }, position) => {
      const row = rows.get(position)
      if (!row) throw new Error('a standing has no player')
      const next = row.next_score_cell
      const pointsToNext = next === null ? null : Math.max(0, MAX_SCORE - next - score)
      return { rank: 1 + row.better, total: row.total, pointsToNext }
    })
  }
}
