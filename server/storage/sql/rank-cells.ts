import { CELLS_IN_PARENT, rankCells, stretchStartMs, type Standing } from '../../../domain/ranking.ts'
import type { LeagueId } from '../../../domain/league.ts'
import { practiceDayStartMs } from '../../../domain/practice-day.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { queryBuilder, statement, type Statement, type Values } from './statement.ts'

/** A league's board of a day. */
export type Board = { readonly day: string; readonly league: LeagueId }

/** A player's standing with the number that decides between equals. */
export type PlayerStanding = Standing & { readonly guestId: number }

const LEVELS = [0, 1, 2, 3, 4] as const
/** A player leaves one cell of each level and enters another. */
const MOST_CHANGES = LEVELS.length * 2

type Change = { readonly level: number; readonly cell: number; readonly by: number }

/** Adds to `count` cells at once, so that a score costs one statement however many cells it touches. */
function adjustment(dialect: Dialect, count: number): Statement<Values, unknown> {
  const db = queryBuilder(dialect)
  return statement<Record<string, string | number>>()((values) =>
    db
      .insertInto('rank_cell')
      .values(
        Array.from({ length: count }, (_, place) => ({
          practice_day: values['day'] as string,
          league: values['league'] as string,
          level: values[`level${place}`] as number,
          cell: values[`cell${place}`] as number,
          players: values[`by${place}`] as number,
        })),
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
  from3: number
  from4: number
  cell0: number
  cell1: number
  cell2: number
  cell3: number
  cell4: number
  score: number
  problemsSolved: number
  stretchStartMs: number
  reachedAtMs: number
  guestId: number
}

function rankStatement(dialect: Dialect) {
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
      .where('reached_at_ms', '>=', values.stretchStartMs)
      .where('reached_at_ms', '<=', values.reachedAtMs)
      .where((eb) =>
        eb.or([eb('reached_at_ms', '<', values.reachedAtMs), eb('guest_id', '<', values.guestId)]),
      )
    return db.selectNoFrom([
      cells(0).where('cell', '<', values.cell0).as('band'),
      cells(1).where('cell', '>=', values.from1).where('cell', '<', values.cell1).as('score'),
      cells(2).where('cell', '>=', values.from2).where('cell', '<', values.cell2).as('problems'),
      cells(3).where('cell', '>=', values.from3).where('cell', '<', values.cell3).as('spell'),
      cells(4).where('cell', '>=', values.from4).where('cell', '<', values.cell4).as('stretch'),
      equals.as('equals'),
      cells(0).as('total'),
    ])
  })
}

/** Counting players in cells, and reading ranks from them, inside somebody's transaction (domain/ranking.ts). */
export class RankCellRows {
  readonly #rank: ReturnType<typeof rankStatement>
  readonly #adjust: readonly Statement<Values, unknown>[]
  #known = { day: '', startMs: 0 }

  constructor(dialect: Dialect) {
    this.#rank = rankStatement(dialect)
    this.#adjust = Array.from({ length: MOST_CHANGES }, (_, index) => adjustment(dialect, index + 1))
  }

  /** Asking Intl costs as much as a statement, and nearly everybody asks for the same day. */
  #startMs(day: string): number {
    if (this.#known.day !== day) this.#known = { day, startMs: practiceDayStartMs(day) }
    return this.#known.startMs
  }

  /** Moves a player from one standing to another; null where there was none, or is none any more. */
  async move(
    transaction: Transaction,
    { day, league }: Board,
    before: Standing | null,
    after: Standing | null,
  ): Promise<void> {
    const changes = changesBetween(this.#startMs(day), before, after)
    const adjust = this.#adjust[changes.length - 1]
    if (!adjust) return
    const values: Record<string, string | number> = { day, league }
    for (const [place, { level, cell, by }] of changes.entries()) {
      values[`level${place}`] = level
      values[`cell${place}`] = cell
      values[`by${place}`] = by
    }
    await transaction.run(adjust, values)
  }

  /** The place of somebody who stands on the board, and how many do. */
  async place(
    transaction: Transaction,
    { day, league }: Board,
    standing: PlayerStanding,
  ): Promise<{ rank: number; total: number }> {
    const startMs = this.#startMs(day)
    const [cell0, cell1, cell2, cell3, cell4] = rankCells(standing, startMs)
    const row = await transaction.first(this.#rank, {
      day,
      league,
      cell0,
      cell1,
      cell2,
      cell3,
      cell4,
      from1: cell0 * CELLS_IN_PARENT[1],
      from2: cell1 * CELLS_IN_PARENT[2],
      from3: cell2 * CELLS_IN_PARENT[3],
      from4: cell3 * CELLS_IN_PARENT[4],
      score: standing.score,
      problemsSolved: standing.problemsSolved,
      stretchStartMs: Math.max(Number.MIN_SAFE_INTEGER, stretchStartMs(standing.reachedAtMs, startMs)),
      reachedAtMs: standing.reachedAtMs,
      guestId: standing.guestId,
    })
    if (!row) throw new Error('a query without a table gave no row')
    const { band, score, problems, spell, stretch, equals, total } = row
    const better = [band, score, problems, spell, stretch, equals].map((count) => count ?? 0)
    return { rank: 1 + better.reduce((sum, count) => sum + count, 0), total: total ?? 0 }
  }
}

/** What to add to which cells, in the order of their key: two writers then never wait for each other in a circle. */
function changesBetween(dayStartMs: number, before: Standing | null, after: Standing | null): Change[] {
  const left = before && rankCells(before, dayStartMs)
  const entered = after && rankCells(after, dayStartMs)
  return LEVELS.flatMap((level) => {
    if (left && entered && left[level] === entered[level]) return []
    const changes: Change[] = []
    if (left) changes.push({ level, cell: left[level], by: -1 })
    if (entered) changes.push({ level, cell: entered[level], by: 1 })
    return changes.toSorted((a, b) => a.cell - b.cell)
  })
}
