import { sql } from 'kysely'
import { listedPlayers } from '../../../../domain/board-networks.ts'
import type { Standing } from '../../../../domain/ranking.ts'
import type { LeaderboardStore, OwnRow, RankedPlace, PlayerRow } from '../../../leaderboard/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { boardNumber, boardOf, boardsOfDay, type Board } from './board-number.ts'
import { boardRows, NeighborRows, type BoardRow } from './neighbor-rows.ts'
import { ScoreCountRows } from './score-counts.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

/** Few players share a nickname, except for the default one, for which this limits the query. */
const MAX_NAMESAKES = 1000

/** If too many of the first players are guests of one network, so many times as many are read, and so many at most. */
const READ_MORE = 10
const MOST_READ = 100

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const rows = boardRows(dialect)
  return {
    // The limit is a literal: for a parameter, PostgreSQL would plan for a tenth of the board and sort it.
    players: (limit: number) =>
      statement<{ board: number }>()((values) =>
        rows
          .select(['guest.address_key', 'guest.student_id'])
          .where('daily_score.board', '=', values.board)
          .orderBy('daily_score.score', 'desc')
          .orderBy('daily_score.problems_solved')
          .orderBy('daily_score.reached_at_ms')
          .orderBy('daily_score.guest_id')
          .limit(sql.lit(limit)),
      ),
    own: statement<{ board: number; tokenHash: string }>()((values) =>
      rows
        .select(['daily_score.board', 'daily_score.reached_at_ms', 'daily_score.guest_id'])
        .where('guest.token_hash', '=', values.tokenHash)
        .where('daily_score.board', '=', values.board),
    ),
    boardsOf: statement<{ first: number; last: number; tokenHash: string }>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('daily_score', 'daily_score.guest_id', 'guest.id')
        .select([
          'daily_score.board',
          'daily_score.score',
          'daily_score.sessions',
          'daily_score.problems_solved',
          'daily_score.reached_at_ms',
          'daily_score.hidden',
        ])
        .where('guest.token_hash', '=', values.tokenHash)
        .where('daily_score.board', '>=', values.first)
        .where('daily_score.board', '<=', values.last)
        .orderBy('daily_score.board'),
    ),
    pointsSince: statement<{ first: number; nickname: string }>()((values) =>
      db
        .selectFrom('daily_score')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('score'), eb.lit(0)).as('points'))
        .where('guest_id', 'in', (eb) =>
          eb
            .selectFrom('guest')
            .select('id')
            .where('nickname', '=', values.nickname)
            .where('hidden', '=', eb.lit(0))
            .orderBy('id', 'desc')
            .limit(eb.lit(MAX_NAMESAKES)),
        )
        .where('board', '>=', values.first),
    ),
  }
})

const stateStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    states: statement<{ board: number; limit: number }>()((values) =>
      db
        .selectFrom('state_score')
        .select(['state', 'players', 'problems_solved', 'score', 'top_score'])
        .where('board', '=', values.board)
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
  }
})

type StandingRow = Pick<BoardRow, 'score' | 'problems_solved'> & { readonly reached_at_ms: number }

function playerRow(row: BoardRow, rank: number): PlayerRow {
  const { public_id: publicId, nickname, country, state, location, score } = row
  return { rank, publicId, nickname, country, state, location, score, problemsSolved: row.problems_solved }
}

function networkOf(row: { readonly address_key: string; readonly student_id: string | null }): string | null {
  return row.student_id === null && row.address_key !== '' ? row.address_key : null
}

function standingOf(row: StandingRow): Standing {
  return { score: row.score, problemsSolved: row.problems_solved, reachedAtMs: row.reached_at_ms }
}

function stateBoards(database: Database): Pick<LeaderboardStore, 'states' | 'statesOfAllLeagues'> {
  const ofStates = stateStatements(database.dialect)
  return {
    states: (day, league, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(ofStates.states, { board: boardNumber({ day, league }), limit })).map(
          (row) => ({
            state: row.state,
            playerCount: row.players,
            totalProblems: row.problems_solved,
            totalScore: row.score,
            topScore: row.top_score,
          }),
        ),
      ),

    statesOfAllLeagues: (day, limit) =>
      database.read(async (transaction) =>
        (await transaction.all(ofStates.statesOfAllLeagues, { day, limit })).map(
          ({ state, players, score }) => ({ state, playerCount: players, totalScore: score }),
        ),
      ),
  }
}

export function sqlLeaderboardStore(database: Database): LeaderboardStore {
  const statements = statementsFor(database.dialect)
  const counts = new ScoreCountRows(database.dialect)
  const neighbors = new NeighborRows(database.dialect)
  const playersUpTo = new Map<number, ReturnType<typeof statements.players>>()

  /** Cached per limit; the API allows 1 to 50, and each is read up to a hundredfold. */
  const playersStatement = (limit: number): ReturnType<typeof statements.players> => {
    const players = playersUpTo.get(limit) ?? statements.players(limit)
    playersUpTo.set(limit, players)
    return players
  }

  const placesOf = (
    transaction: Transaction,
    tokenHash: string,
    rows: readonly { readonly board: Board; readonly row: StandingRow }[],
  ): Promise<RankedPlace[]> =>
    counts.places(
      transaction,
      rows.map(({ board, row }) => ({ tokenHash, board, standing: standingOf(row) })),
    )

  // One snapshot: a score stored between the two reads would rank players behind their own new standing.
  const readOwn = async (transaction: Transaction, board: Board, tokenHash: string) => {
    const row = await transaction.first(statements.own, { board: boardNumber(board), tokenHash })
    if (!row) return null
    const [place] = await placesOf(transaction, tokenHash, [{ board, row }])
    if (!place) return null
    const own: OwnRow = { ...playerRow(row, place.rank), pointsToNext: place.pointsToNext }
    return { row, own }
  }

  return {
    players: (day, league, limit) =>
      database.read(async (transaction) => {
        const board = boardNumber({ day, league })
        for (let most = limit; ; most *= READ_MORE) {
          const rows = await transaction.all(playersStatement(most), { board })
          const ranked = rows.map((row, index) => ({ row, rank: index + 1, network: networkOf(row) }))
          const { listed, isFull } = listedPlayers(ranked, limit)
          if (isFull || rows.length < most || most >= limit * MOST_READ) {
            return listed.map(({ row, rank }) => playerRow(row, rank))
          }
        }
      }),

    ownRow: (day, league, tokenHash) =>
      database.view(
        async (transaction) => (await readOwn(transaction, { day, league }, tokenHash))?.own ?? null,
      ),

    neighbors: (day, league, tokenHash) =>
      database.view(async (transaction) => {
        const found = await readOwn(transaction, { day, league }, tokenHash)
        if (!found) return []
        const { own } = found
        const { ahead, behind } = await neighbors.read(transaction, found.row)
        return [
          ...ahead.map((row, index) => playerRow(row, own.rank - ahead.length + index)),
          own,
          ...behind.map((row, index) => playerRow(row, own.rank + 1 + index)),
        ]
      }),

    ...stateBoards(database),

    pointsSince: (firstDay, nickname) =>
      database.read(
        async (transaction) =>
          (await transaction.first(statements.pointsSince, { first: boardsOfDay(firstDay).first, nickname }))
            ?.points ?? 0,
      ),

    dailyStats: (day, tokenHash) =>
      database.view(async (transaction) => {
        const rows = await transaction.all(statements.boardsOf, { ...boardsOfDay(day), tokenHash })
        const ranked = rows.filter(({ hidden }) => hidden === 0)
        const places = await placesOf(
          transaction,
          tokenHash,
          ranked.map((row) => ({ board: boardOf(row.board), row })),
        )
        return {
          totalDailyPoints: rows.reduce((sum, { score }) => sum + score, 0),
          sessionsToday: rows.reduce((sum, { sessions }) => sum + sessions, 0),
          leagues: ranked.map(({ board, score }, index) => {
            const place = places[index] ?? { rank: 0, total: 0, pointsToNext: null }
            return { league: boardOf(board).league, score, ...place }
          }),
        }
      }),
  }
}
