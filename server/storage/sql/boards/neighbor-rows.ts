import { sql, type SelectQueryBuilder } from 'kysely'
import { neighborhood, NEIGHBORS } from '../../../../domain/ranking.ts'
import type { Transaction } from '../../database.ts'
import type { Tables } from '../schema.ts'

/** Selects players on boards, without those that are hidden. */
export function boardRows({ db }: Transaction) {
  return db
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
    .where(({ eb, lit }) => eb('daily_score.hidden', '=', lit(0)))
}

export type BoardRow = Awaited<ReturnType<ReturnType<typeof boardRows>['execute']>>[number]

type Place = {
  readonly board: number
  readonly score: number
  readonly problems_solved: number
  readonly reached_at_ms: number
  readonly guest_id: number
}

/** A selection of players on boards. */
type Players<Row> = SelectQueryBuilder<Tables, 'daily_score' | 'guest', Row>

/** In the order of the board, or in the reverse order. */
export function inBoardOrder<Row>(query: Players<Row>, reversed = false): Players<Row> {
  const [down, up] = reversed ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
  return query
    .orderBy('daily_score.score', down)
    .orderBy('daily_score.problems_solved', up)
    .orderBy('daily_score.reached_at_ms', up)
    .orderBy('daily_score.guest_id', up)
}

/** The players around a place, ahead of it and behind it, both in the order of the board. */
export async function readNeighbors(
  transaction: Transaction,
  place: Place,
): Promise<{ readonly ahead: readonly BoardRow[]; readonly behind: readonly BoardRow[] }> {
  const ofBoard = () => boardRows(transaction).where('daily_score.board', '=', place.board)
  // Equal scores and other scores are two reads, because each is then one range of the index.
  const equal = (than: '<' | '>') =>
    ofBoard()
      .where('daily_score.score', '=', place.score)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('daily_score.problems_solved', 'daily_score.reached_at_ms', 'daily_score.guest_id'),
          than,
          tuple(place.problems_solved, place.reached_at_ms, place.guest_id),
        ),
      )
  const other = (than: '<' | '>') => ofBoard().where('daily_score.score', than, place.score)
  // The limit is a literal: for a parameter, PostgreSQL would plan for a tenth of the board and sort it.
  const nearest = (query: ReturnType<typeof ofBoard>, reversed: boolean) =>
    inBoardOrder(query, reversed)
      .limit(sql.lit(NEIGHBORS - 1))
      .execute()
  const [equalAhead, otherAhead, equalBehind, otherBehind] = await Promise.all([
    nearest(equal('<'), true),
    nearest(other('>'), true),
    nearest(equal('>'), false),
    nearest(other('<'), false),
  ])
  const [ahead, behind] = [
    [...equalAhead, ...otherAhead],
    [...equalBehind, ...otherBehind],
  ]
  const shown = neighborhood(ahead.length, behind.length)
  return { ahead: ahead.slice(0, shown.ahead).toReversed(), behind: behind.slice(0, shown.behind) }
}
