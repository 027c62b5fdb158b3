import { sql } from 'kysely'
import type { Standing } from '../../../../domain/ranking.ts'
import type { RankedPlace } from '../../../leaderboard/port.ts'
import type { Transaction } from '../../database.ts'

/** A player's standing on a board. The player breaks ties: the one stored first ranks higher. */
type PlayerStanding = { readonly board: number; readonly guestId: number; readonly standing: Standing }

type PlaceRow = {
  readonly position: number
  readonly total: number
  readonly better: number
  readonly next_score: number | null
}

/**
 * The players on a standing's board; the next better score; and the better players. These are all with at least as many points, by
 * the histogram, without those of equal points who are not ahead, by the index of the board: a new score is the latest of its
 * equals, so few are behind it.
 */
function placeQuery({ board, guestId, standing }: PlayerStanding, position: number, isFirst: boolean) {
  const { score, problemsSolved, reachedAtMs } = standing
  // Added up once per board.
  const players = sql`(select coalesce(sum(players), 0) from score_count where board = ${board})`
  return sql<PlaceRow>`select ${sql.lit(position)} as position, ${isFirst ? players : sql.lit(0)} as total,
    (select points from score_count where board = ${board} and points > ${score} and players > 0
      order by points limit 1) as next_score,
    (select coalesce(sum(players), 0) from score_count where board = ${board} and points >= ${score})
      - (select count(*) from daily_score where board = ${board} and hidden = 0 and score = ${score}
        and (problems_solved, reached_at_ms, guest_id) >= (${problemsSolved}, ${reachedAtMs}, ${guestId})) as better`
}

/**
 * Returns each standing's place, in their order and from one snapshot. If the player is on the board with a better standing than
 * the given one, that player counts as being ahead of it.
 */
export async function placesOf(
  { db }: Transaction,
  standings: readonly PlayerStanding[],
): Promise<RankedPlace[]> {
  if (standings.length === 0) return []
  const firstOf = standings.map(({ board }) => standings.findIndex((other) => other.board === board))
  const queries = standings.map((each, position) =>
    placeQuery(each, position, firstOf[position] === position),
  )
  const query = sql<PlaceRow>`${sql.join(queries, sql` union all `)} order by position`
  const { rows } = await query.execute(db)
  return standings.map(({ standing: { score } }, position) => {
    const [row, first] = [rows[position], rows[firstOf[position] ?? 0]]
    if (!row || !first) throw new Error('a standing has no place')
    const pointsToNext = row.next_score === null ? null : row.next_score - score
    return { rank: 1 + row.better, total: first.total, pointsToNext }
  })
}
