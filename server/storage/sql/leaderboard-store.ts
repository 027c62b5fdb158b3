import type { LeagueId } from '../../../domain/league.ts'
import type { LeaderboardStore, Place, PlayerRow } from '../../leaderboard/port.ts'
import type { Database, Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { dayStarts } from './day-starts.ts'
import { RankCellRows, type Board } from './rank-cells.ts'
import { queryBuilder, statement } from './statement.ts'

/** Names are many and players of one name few; the one everybody has who never gave a name is not summed up whole. */
const MOST_NAMESAKES = 1000

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  const rows = db
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
  return {
    players: statement<{ day: string; league: string; limit: number }>()((values) =>
      rows
        .where('daily_score.practice_day', '=', values.day)
        .where('daily_score.league', '=', values.league)
        .orderBy('daily_score.score', 'desc')
        .orderBy('daily_score.problems_solved')
        .orderBy('daily_score.reached_at_ms')
        .orderBy('daily_score.guest_id')
        .limit(values.limit),
    ),
    own: statement<{ day: string; league: string; tokenHash: string }>()((values) =>
      rows
        .select(['daily_score.guest_id', 'daily_score.reached_at_ms'])
        .where('guest.token_hash', '=', values.tokenHash)
        .where('daily_score.practice_day', '=', values.day)
        .where('daily_score.league', '=', values.league),
    ),
    // Without the profile: its row lies elsewhere, and reading it costs as much as the rest.
    standing: statement<{ day: string; league: string; tokenHash: string }>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('daily_score', 'daily_score.guest_id', 'guest.id')
        .select([
          'daily_score.guest_id',
          'daily_score.score',
          'daily_score.problems_solved',
          'daily_score.reached_at_ms',
        ])
        .where('guest.token_hash', '=', values.tokenHash)
        .where('daily_score.practice_day', '=', values.day)
        .where('daily_score.league', '=', values.league),
    ),
    leaguesOf: statement<{ day: string; tokenHash: string }>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('daily_score', 'daily_score.guest_id', 'guest.id')
        .select([
          'daily_score.league',
          'daily_score.guest_id',
          'daily_score.score',
          'daily_score.sessions',
          'daily_score.problems_solved',
          'daily_score.reached_at_ms',
        ])
        .where('guest.token_hash', '=', values.tokenHash)
        .where('daily_score.practice_day', '=', values.day)
        .orderBy('daily_score.league'),
    ),
    states: statement<{ day: string; league: string; limit: number }>()((values) =>
      db
        .selectFrom('state_score')
        .select(['state', 'players', 'problems_solved', 'score', 'top_score'])
        .where('practice_day', '=', values.day)
        .where('league', '=', values.league)
        .orderBy('score', 'desc')
        .orderBy('state')
        .limit(values.limit),
    ),
    statesOfAllLeagues: statement<{ day: string; limit: number }>()((values) =>
      db
        .selectFrom('state_day')
        .select(['state', 'players', 'score'])
        .where('practice_day', '=', values.day)
        .orderBy('score', 'desc')
        .orderBy('state')
        .limit(values.limit),
    ),
    pointsSince: statement<{ firstDay: string; nickname: string }>()((values) =>
      db
        .selectFrom('daily_score')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('score'), eb.lit(0)).as('points'))
        .where('guest_id', 'in', (eb) =>
          eb
            .selectFrom('guest')
            .select('id')
            .where('nickname', '=', values.nickname)
            .orderBy('id', 'desc')
            .limit(eb.lit(MOST_NAMESAKES)),
        )
        .where('practice_day', '>=', values.firstDay),
    ),
  }
}

type StandingRow = {
  readonly guest_id: number
  readonly score: number
  readonly problems_solved: number
  readonly reached_at_ms: number
}

function sameStanding(a: StandingRow, b: StandingRow | undefined): boolean {
  return (
    a.score === b?.score &&
    a.problems_solved === b.problems_solved &&
    a.reached_at_ms === b.reached_at_ms &&
    a.guest_id === b.guest_id
  )
}

/** How often a player is looked at who scores while the place is read; then the last one is told. */
const MOST_LOOKS = 4

type Row = {
  readonly public_id: string
  readonly nickname: string
  readonly country: string
  readonly state: string
  readonly location: string
  readonly score: number
  readonly problems_solved: number
}

function playerRow(row: Row, rank: number): PlayerRow {
  const { public_id: publicId, nickname, country, state, location, score } = row
  return { rank, publicId, nickname, country, state, location, score, problemsSolved: row.problems_solved }
}

/** The daily boards in a SQL database. */
export function sqlLeaderboardStore(database: Database): LeaderboardStore {
  const statements = statementsFor(database.dialect)
  const cells = new RankCellRows(database.dialect, dayStarts())

  const placeOf = (transaction: Transaction, board: Board, row: StandingRow): Promise<Place> =>
    cells.place(transaction, board, {
      guestId: row.guest_id,
      score: row.score,
      problemsSolved: row.problems_solved,
      reachedAtMs: row.reached_at_ms,
    })

  /**
   * Standings and the places they have. A score that comes between the two reads would count a player behind the own new
   * standing, so standings are read once more in the same journey, and all of it again where they have changed.
   */
  const placed = async <Row extends StandingRow>(
    transaction: Transaction,
    read: () => Promise<readonly Row[]>,
    boardOf: (row: Row) => Board,
  ): Promise<(Row & { readonly place: Place })[]> => {
    let rows = await read()
    for (let looks = 1; ; looks += 1) {
      const placing = rows.map((row) => placeOf(transaction, boardOf(row), row))
      const [places, again] = await Promise.all([Promise.all(placing), read()])
      const isSame = again.length === rows.length && again.every((row, at) => sameStanding(row, rows[at]))
      if (isSame || looks === MOST_LOOKS) {
        return rows.map((row, at) => ({ ...row, place: places[at] ?? { rank: 0, total: 0 } }))
      }
      rows = again
    }
  }

  return {
    players: (day, league, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.players, { day, league, limit })).map((row, index) =>
          playerRow(row, index + 1),
        ),
      ),

    ownRow: (day, league, tokenHash) =>
      database.read(async (transaction) => {
        const read = () => transaction.all(statements.own, { day, league, tokenHash })
        const [row] = await placed(transaction, read, () => ({ day, league }))
        return row ? playerRow(row, row.place.rank) : null
      }),

    place: (day, league, tokenHash) =>
      database.read(async (transaction) => {
        const read = () => transaction.all(statements.standing, { day, league, tokenHash })
        return (await placed(transaction, read, () => ({ day, league })))[0]?.place ?? null
      }),

    states: (day, league, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.states, { day, league, limit })).map((row) => ({
          state: row.state,
          playerCount: row.players,
          totalProblems: row.problems_solved,
          totalScore: row.score,
          topScore: row.top_score,
        })),
      ),

    statesOfAllLeagues: (day, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.statesOfAllLeagues, { day, limit })).map(
          ({ state, players, score }) => ({ state, playerCount: players, totalScore: score }),
        ),
      ),

    pointsSince: (firstDay, nickname) =>
      database.read(
        async (transaction) =>
          (await transaction.first(statements.pointsSince, { firstDay, nickname }))?.points ?? 0,
      ),

    dailyStats: (day, tokenHash) =>
      database.read(async (transaction) => {
        const read = () => transaction.all(statements.leaguesOf, { day, tokenHash })
        const rows = await placed(transaction, read, ({ league }) => ({ day, league: league as LeagueId }))
        return {
          totalDailyPoints: rows.reduce((sum, { score }) => sum + score, 0),
          sessionsToday: rows.reduce((sum, { sessions }) => sum + sessions, 0),
          leagues: rows.map(({ league, score, place }) => ({ league: league as LeagueId, score, ...place })),
        }
      }),
  }
}
