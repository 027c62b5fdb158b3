import { sql } from 'kysely'
import type { Standing } from '../../../../domain/ranking.ts'
import type { RankedPlace } from '../../../leaderboard/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { boardNumber, type Board } from './board-number.ts'
import { adding, insertSent, jsonRows, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

/** A player's standing on a board. The player breaks ties: the one stored first ranks higher. */
export type PlayerStanding = {
  readonly tokenHash: string
  readonly board: Board
  readonly standing: Standing
}

const COUNT_COLUMNS = { board: 'integer', points: 'integer', players: 'integer' } as const

const PLACE_COLUMNS = {
  position: 'integer',
  token_hash: 'text',
  board: 'integer',
  score: 'integer',
  problems_solved: 'integer',
  reached_at_ms: 'integer',
} as const

type PlaceRow = {
  readonly position: number
  readonly total: number
  readonly better: number
  readonly next_score: number | null
}

const statementsFor = perDialect((dialect) => ({
  add: statement<{ rows: string }>()((values) =>
    insertSent(dialect, 'score_count', values.rows, COUNT_COLUMNS).onConflict((conflict) =>
      conflict.columns(['board', 'points']).doUpdateSet(adding('score_count', ['players'])),
    ),
  ),
  /**
   * For each standing: the players on its board, which are added up once per board; the next better score; and the better players.
   * These are all with at least as many points, by the histogram, without those of equal points who are not ahead, by the index of
   * the board: a new score is the latest of its equals, so few are behind it.
   */
  places: statement<{ rows: string }>()<PlaceRow>((values) => ({
    compile: () =>
      sql<PlaceRow>`
        with total as materialized (
          select board, sum(players) as players from score_count
          where board in (select board from ${jsonRows(dialect, values.rows, { board: 'integer' })})
          group by board)
        select sent.position, (select coalesce(sum(players), 0) from total where board = sent.board) as total,
          (select points from score_count where board = sent.board and points > sent.score and players > 0
            order by points limit 1) as next_score,
          (select coalesce(sum(players), 0) from score_count where board = sent.board and points >= sent.score)
            - (select count(*) from daily_score
              where board = sent.board and hidden = 0 and score = sent.score
                and (problems_solved, reached_at_ms, guest_id)
                  >= (sent.problems_solved, sent.reached_at_ms, guest.id)) as better
        from ${jsonRows(dialect, values.rows, PLACE_COLUMNS)}
        join guest on guest.token_hash = sent.token_hash`.compile(queryBuilder(dialect)),
  })),
}))

function placeRow({ board, standing, tokenHash }: PlayerStanding, position: number) {
  return {
    position,
    token_hash: tokenHash,
    board: boardNumber(board),
    score: standing.score,
    problems_solved: standing.problemsSolved,
    reached_at_ms: standing.reachedAtMs,
  }
}

/** Maintains each board's histogram of points and reads ranks from it, inside the caller's transaction. */
export class ScoreCountRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Applies changes without waiting for the result. */
  add(transaction: Transaction, changes: BoardChanges): void {
    const rows = changes.countRows()
    if (rows !== null) transaction.send(this.#statements.add, { rows })
  }

  /**
   * Returns each standing's place, in the order of `standings`. If the player is on the board with a better standing than the
   * given one, that player counts as being ahead of it.
   */
  async places(transaction: Transaction, standings: readonly PlayerStanding[]): Promise<RankedPlace[]> {
    if (standings.length === 0) return []
    const found = await transaction.all(this.#statements.places, { rows: toJson(standings.map(placeRow)) })
    const rows = new Map(found.map((row) => [row.position, row]))
    return standings.map(({ standing: { score } }, position) => {
      const row = rows.get(position)
      if (!row) throw new Error('a standing has no player')
      const pointsToNext = row.next_score === null ? null : row.next_score - score
      return { rank: 1 + row.better, total: row.total, pointsToNext }
    })
  }
}
