import {
  CELLS_IN_PARENT,
  nearerEnds,
  rankCells,
  stretchEndMs,
  stretchStartMs,
  type End,
  type Standing,
} from '../../../domain/ranking.ts'
import type { LeagueId } from '../../../domain/league.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { everyRow, jsonRows } from './json-rows.ts'
import { queryBuilder, statement } from './statement.ts'

/** A league's board of a day. */
export type Board = { readonly day: string; readonly league: LeagueId }

/** A player's standing with the number that decides between equals. */
export type PlayerStanding = Standing & { readonly guestId: number }

/** Adds players to any number of cells. */
function adjustment(dialect: Dialect) {
  return statement<{ rows: string }>()((values) =>
    queryBuilder(dialect)
      .insertInto('rank_cell')
      .columns(['practice_day', 'league', 'level', 'cell', 'players'])
      .expression((eb) =>
        eb
          .selectFrom(
            jsonRows(dialect, values.rows, {
              practice_day: 'text',
              league: 'text',
              level: 'integer',
              cell: 'integer',
              players: 'integer',
            }),
          )
          .select(['sent.practice_day', 'sent.league', 'sent.level', 'sent.cell', 'sent.players'])
          .where(everyRow),
      )
      .onConflict((conflict) =>
        conflict.columns(['practice_day', 'league', 'level', 'cell']).doUpdateSet((eb) => ({
          players: eb('rank_cell.players', '+', eb.ref('excluded.players')),
        })),
      ),
  )
}

type RankValues = {
  day: string
  league: string
  from1: number
  from2: number
  cell0: number
  cell1: number
  cell2: number
  to2: number
  score: number
  problemsSolved: number
  stretchStartMs: number
  stretchEndMs: number
  reachedAtMs: number
  guestId: number
}

/**
 * What a rank is the sum of. Stretches of the day, and players of the stretch, are counted from the start, or from the end and
 * taken from how many there are.
 */
function rankStatement(dialect: Dialect, inDay: End, inStretch: End) {
  const db = queryBuilder(dialect)
  return statement<RankValues>()((values) => {
    const cells = (level: number) =>
      db
        .selectFrom('rank_cell')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('players'), eb.lit(0)).as('players'))
        .where('practice_day', '=', values.day)
        .where('league', '=', values.league)
        .where('level', '=', level)
    const equals = db
      .selectFrom('daily_score')
      .select((eb) => eb.fn.countAll<number>().as('players'))
      .where('practice_day', '=', values.day)
      .where('league', '=', values.league)
      .where('score', '=', values.score)
      .where('problems_solved', '=', values.problemsSolved)
    const equalsBefore = equals
      .where('reached_at_ms', '>=', values.stretchStartMs)
      .where('reached_at_ms', '<=', values.reachedAtMs)
      .where((eb) =>
        eb.or([eb('reached_at_ms', '<', values.reachedAtMs), eb('guest_id', '<', values.guestId)]),
      )
    const equalsFrom = equals
      .where('reached_at_ms', '>=', values.reachedAtMs)
      .where('reached_at_ms', '<', values.stretchEndMs)
      .where((eb) =>
        eb.or([eb('reached_at_ms', '>', values.reachedAtMs), eb('guest_id', '>=', values.guestId)]),
      )
    return db
      .selectNoFrom([
        cells(0).where('cell', '<', values.cell0).as('band'),
        cells(1).where('cell', '>=', values.from1).where('cell', '<', values.cell1).as('score'),
        cells(0).as('total'),
      ])
      .$if(inDay === 'start', (query) =>
        query.select(
          cells(2).where('cell', '>=', values.from2).where('cell', '<', values.cell2).as('stretch'),
        ),
      )
      .$if(inDay === 'end', (query) =>
        query.select([
          cells(1).where('cell', '=', values.cell1).as('stretch_all'),
          cells(2).where('cell', '>=', values.cell2).where('cell', '<', values.to2).as('stretch_rest'),
        ]),
      )
      .$if(inStretch === 'start', (query) => query.select(equalsBefore.as('equals')))
      .$if(inStretch === 'end', (query) =>
        query.select([
          cells(2).where('cell', '=', values.cell2).as('equals_all'),
          equalsFrom.as('equals_rest'),
        ]),
      )
  })
}

/** Counting players in cells, and reading ranks from them, inside somebody's transaction (domain/ranking.ts). */
export class RankCellRows {
  readonly #rank: Readonly<Record<End, Readonly<Record<End, ReturnType<typeof rankStatement>>>>>
  readonly #adjust: ReturnType<typeof adjustment>
  readonly #startMsOf: (day: string) => number

  constructor(dialect: Dialect, startMsOf: (day: string) => number) {
    this.#startMsOf = startMsOf
    const from = (inDay: End) => ({
      start: rankStatement(dialect, inDay, 'start'),
      end: rankStatement(dialect, inDay, 'end'),
    })
    this.#rank = { start: from('start'), end: from('end') }
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
    { day, league }: Board,
    standing: PlayerStanding,
  ): Promise<{ rank: number; total: number }> {
    const startMs = this.#startMsOf(day)
    const [cell0, cell1, cell2] = rankCells(standing, startMs)
    const { inDay, inStretch } = nearerEnds(standing.reachedAtMs, startMs)
    const row = await transaction.first(this.#rank[inDay][inStretch], {
      day,
      league,
      cell0,
      cell1,
      cell2,
      from1: cell0 * CELLS_IN_PARENT[1],
      from2: cell1 * CELLS_IN_PARENT[2],
      to2: (cell1 + 1) * CELLS_IN_PARENT[2],
      score: standing.score,
      problemsSolved: standing.problemsSolved,
      stretchStartMs: Math.max(Number.MIN_SAFE_INTEGER, stretchStartMs(standing.reachedAtMs, startMs)),
      stretchEndMs: Math.min(Number.MAX_SAFE_INTEGER, stretchEndMs(standing.reachedAtMs, startMs)),
      reachedAtMs: standing.reachedAtMs,
      guestId: standing.guestId,
    })
    if (!row) throw new Error('a query without a table gave no row')
    const { band, score, total } = row
    const stretch = row.stretch ?? (row.stretch_all ?? 0) - (row.stretch_rest ?? 0)
    const equals = row.equals ?? (row.equals_all ?? 0) - (row.equals_rest ?? 0)
    const better = (band ?? 0) + (score ?? 0) + stretch + equals
    return { rank: 1 + better, total: total ?? 0 }
  }
}
