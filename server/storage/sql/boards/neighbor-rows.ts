import { sql } from 'kysely'
import { neighborhood, NEIGHBORS } from '../../../../domain/ranking.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { perDialect, queryBuilder, statement, type RowOf } from '../statement.ts'

/** Selects players on boards, without those that are hidden. */
export function boardRows(dialect: Dialect) {
  return queryBuilder(dialect)
    .selectFrom('daily_score')
    .innerJoin('guest', 'guest.id', 'daily_score.guest_id')
    .select([
      'guest.public_id',
      'guest.nickname',
      'guest.country',
      'daily_score.state',
      'guest.location',
      'daily_score.score',
      'daily_score.problems_solved',
    ])
    .where(({ eb }) => eb('daily_score.hidden', '=', eb.lit(0)))
}

type Place = {
  readonly board: number
  readonly score: number
  readonly problems_solved: number
  readonly reached_at_ms: number
  readonly guest_id: number
}

/**
 * Players ahead of a place or behind it, the nearest first. Equal scores and other scores are two reads, because each is then one
 * range of the index; the limit is a literal, as for the whole board.
 */
const statementsFor = perDialect((dialect) => {
  const most = sql.lit(NEIGHBORS - 1)
  const ofBoard = (place: Place) => boardRows(dialect).where('daily_score.board', '=', place.board)
  const equal = (place: Place, than: '<' | '>') =>
    ofBoard(place)
      .where('daily_score.score', '=', place.score)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('daily_score.problems_solved', 'daily_score.reached_at_ms', 'daily_score.guest_id'),
          than,
          tuple(place.problems_solved, place.reached_at_ms, place.guest_id),
        ),
      )
  const other = (place: Place, than: '<' | '>') =>
    ofBoard(place).where('daily_score.score', than, place.score)
  const upward = <Query extends ReturnType<typeof ofBoard>>(query: Query) =>
    query
      .orderBy('daily_score.score')
      .orderBy('daily_score.problems_solved', 'desc')
      .orderBy('daily_score.reached_at_ms', 'desc')
      .orderBy('daily_score.guest_id', 'desc')
      .limit(most)
  const downward = <Query extends ReturnType<typeof ofBoard>>(query: Query) =>
    query
      .orderBy('daily_score.score', 'desc')
      .orderBy('daily_score.problems_solved')
      .orderBy('daily_score.reached_at_ms')
      .orderBy('daily_score.guest_id')
      .limit(most)
  return {
    equalAhead: statement<Place>()((place) => upward(equal(place, '<'))),
    otherAhead: statement<Place>()((place) => upward(other(place, '>'))),
    equalBehind: statement<Place>()((place) => downward(equal(place, '>'))),
    otherBehind: statement<Place>()((place) => downward(other(place, '<'))),
  }
})

export type BoardRow = RowOf<ReturnType<typeof statementsFor>['equalAhead']>

/** Reads the players around a place, inside the caller's transaction. */
export class NeighborRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Both in the order of the board. */
  async read(
    transaction: Transaction,
    { board, score, problems_solved, reached_at_ms, guest_id }: Place,
  ): Promise<{ readonly ahead: readonly BoardRow[]; readonly behind: readonly BoardRow[] }> {
    const place = { board, score, problems_solved, reached_at_ms, guest_id }
    const [equalAhead, otherAhead, equalBehind, otherBehind] = await Promise.all([
      transaction.all(this.#statements.equalAhead, place),
      transaction.all(this.#statements.otherAhead, place),
      transaction.all(this.#statements.equalBehind, place),
      transaction.all(this.#statements.otherBehind, place),
    ])
    const [ahead, behind] = [
      [...equalAhead, ...otherAhead],
      [...equalBehind, ...otherBehind],
    ]
    const shown = neighborhood(ahead.length, behind.length)
    return { ahead: ahead.slice(0, shown.ahead).toReversed(), behind: behind.slice(0, shown.behind) }
  }
}
