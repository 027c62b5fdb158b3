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

  return {
    players: (day, league, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.players, { day, league, limit })).map((row, index) =>
          playerRow(row, index + 1),
        ),
      ),

    // As of one moment: a score between the two reads would put players behind their own new standing.
    ownRow: (day, league, tokenHash) =>
      database.view(async (transaction) => {
        const row = await transaction.first(statements.own, { day, league, tokenHash })
        return row ? playerRow(row, (await placeOf(transaction, { day, league }, row)).rank) : null
      }),

    place: (day, league, tokenHash) =>
      database.view(async (transaction) => {
        const row = await transaction.first(statements.standing, { day, league, tokenHash })
        return row ? placeOf(transaction, { day, league }, row) : null
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
      database.view(async (transaction) => {
        const rows = await transaction.all(statements.leaguesOf, { day, tokenHash })
        const places = await Promise.all(
          rows.map((row) => placeOf(transaction, { day, league: row.league as LeagueId }, row)),
        )
        return {
          totalDailyPoints: rows.reduce((sum, { score }) => sum + score, 0),
          sessionsToday: rows.reduce((sum, { sessions }) => sum + sessions, 0),
          leagues: rows.map(({ league, score }, index) => {
            const { rank, total } = places[index] ?? { rank: 0, total: 0 }
            return { league: league as LeagueId, score, rank, total }
          }),
        }
      }),
  }
}
