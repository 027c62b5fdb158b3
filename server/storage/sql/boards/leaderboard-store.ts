import { sql } from 'kysely'
import { listedPlayers } from '../../../../domain/board-networks.ts'
import type { LeagueId } from '../../../../domain/league.ts'
import type { Standing } from '../../../../domain/ranking.ts'
import type { ListedRow, OwnRow, PlayerRow } from '../../../leaderboard/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { boardNumber, boardOf, boardsOfDay } from './board-number.ts'
import { boardRows, inBoardOrder, readNeighbors, type BoardRow } from './neighbor-rows.ts'
import { placesOf } from './score-counts.ts'

/** Few players share a nickname, except for the default one, for which this limits the query. */
const MAX_NAMESAKES = 1000

/** If too many of the first players are guests of one network, so many times as many are read, and then only students. */
const READ_MORE = 100

function playerRow(row: BoardRow, rank: number): PlayerRow {
  const { public_id: publicId, nickname, country, state, location, score } = row
  return { rank, publicId, nickname, country, state, location, score, problemsSolved: row.problems_solved }
}

function networkOf(row: { readonly address_key: string; readonly student_id: string | null }): string | null {
  return row.student_id === null && row.address_key !== '' ? row.address_key : null
}

type StandingRow = Pick<BoardRow, 'score' | 'problems_solved'> & {
  readonly board: number
  readonly guest_id: number
  readonly reached_at_ms: number
}

function standingOf(row: StandingRow): { board: number; guestId: number; standing: Standing } {
  const { score, problems_solved: problemsSolved, reached_at_ms: reachedAtMs } = row
  return { board: row.board, guestId: row.guest_id, standing: { score, problemsSolved, reachedAtMs } }
}

/** The player's row on a board, and the same with its rank. */
async function readOwn(transaction: Transaction, board: number, tokenHash: string) {
  const row = await boardRows(transaction)
    .select(['daily_score.board', 'daily_score.reached_at_ms', 'daily_score.guest_id'])
    .where('guest.token_hash', '=', tokenHash)
    .where('daily_score.board', '=', board)
    .executeTakeFirst()
  const [place] = row ? await placesOf(transaction, [standingOf(row)]) : []
  if (!row || !place) return null
  const own: OwnRow = { ...playerRow(row, place.rank), pointsToNext: place.pointsToNext }
  return { row, own }
}

/**
 * The rows from which the list of a board is chosen, in board order: the best; if guests of one network crowd these, many more, and
 * the best students wherever they are.
 */
async function listedRows(transaction: Transaction, board: number, limit: number): Promise<ListedRow[]> {
  const players = boardRows(transaction)
    .select(['guest.address_key', 'guest.student_id', 'daily_score.guest_id'])
    .select(['daily_score.board', 'daily_score.reached_at_ms'])
    .where('daily_score.board', '=', board)
  // The limit is a literal: for a parameter, PostgreSQL would plan for a tenth of the board and sort it.
  const best = async (most: number) => {
    const rows = await inBoardOrder(players).limit(sql.lit(most)).execute()
    return rows.map((row, index) => ({ ...playerRow(row, index + 1), network: networkOf(row) }))
  }
  const few = await best(limit)
  if (few.length < limit || listedPlayers(few, limit).isFull) return few
  const many = await best(limit * READ_MORE)
  if (many.length < limit * READ_MORE || listedPlayers(many, limit).isFull) return many
  const ofStudents = players.where('guest.student_id', 'is not', null)
  const students = await inBoardOrder(ofStudents).limit(sql.lit(limit)).execute()
  const places = await placesOf(transaction, students.map(standingOf))
  const behind = places.flatMap(({ rank }, index) => {
    const row = students[index]
    return row && rank > many.length ? [{ ...playerRow(row, rank), network: null }] : []
  })
  return [...many, ...behind]
}

function stateBoards(database: Database) {
  return {
    /** The states of a league, by points descending, then by name. */
    states: (day: string, league: LeagueId, limit: number) =>
      database.read(({ db }) =>
        db
          .selectFrom('state_score')
          .select(['state', 'players as playerCount', 'problems_solved as totalProblems'])
          .select(['score as totalScore', 'top_score as topScore'])
          .where('board', '=', boardNumber({ day, league }))
          .orderBy('score', 'desc')
          .orderBy('state')
          .limit(limit)
          .execute(),
      ),

    /** The states over all leagues, in the same order. */
    statesOfAllLeagues: (day: string, limit: number) =>
      database.read(({ db }) =>
        db
          .selectFrom('state_day')
          .select(['state', 'players as playerCount', 'score as totalScore'])
          .where('practice_day', '=', day)
          .orderBy('score', 'desc')
          .orderBy('state')
          .limit(limit)
          .execute(),
      ),
  }
}

/** The points of all players with this name since a day. */
async function pointsSince({ db }: Transaction, firstDay: string, nickname: string): Promise<number> {
  const namesakes = db
    .selectFrom('guest')
    .select('id')
    .where('nickname', '=', nickname)
    .where('hidden', '=', 0)
    .orderBy('id', 'desc')
    .limit(sql.lit(MAX_NAMESAKES))
  const row = await db
    .selectFrom('daily_score')
    .select(({ fn }) => fn.sum<number>('score').as('points'))
    .where('guest_id', 'in', namesakes)
    .where('board', '>=', boardsOfDay(firstDay).first)
    .executeTakeFirst()
  return row?.points ?? 0
}

async function dailyStats(transaction: Transaction, day: string, tokenHash: string) {
  const { first, last } = boardsOfDay(day)
  const rows = await transaction.db
    .selectFrom('guest')
    .innerJoin('daily_score', 'daily_score.guest_id', 'guest.id')
    .select(['daily_score.board', 'daily_score.guest_id', 'daily_score.score', 'daily_score.sessions'])
    .select(['daily_score.problems_solved', 'daily_score.reached_at_ms', 'daily_score.hidden'])
    .where('guest.token_hash', '=', tokenHash)
    .where('daily_score.board', '>=', first)
    .where('daily_score.board', '<=', last)
    .orderBy('daily_score.board')
    .execute()
  const ranked = rows.filter(({ hidden }) => hidden === 0)
  const places = await placesOf(transaction, ranked.map(standingOf))
  return {
    totalDailyPoints: rows.reduce((sum, { score }) => sum + score, 0),
    sessionsToday: rows.reduce((sum, { sessions }) => sum + sessions, 0),
    leagues: places.flatMap((place, index) => {
      const row = ranked[index]
      return row ? [{ league: boardOf(row.board).league, score: row.score, ...place }] : []
    }),
  }
}

/**
 * The daily boards. Totals and ranks are maintained with each score, so reads do not get slower with more players. `day` is a
 * practice day; a day without players is empty, not an error.
 */
export function sqlLeaderboardStore(database: Database) {
  return {
    /** The list of a board (domain/board-networks.ts). Ranks are those among all players, so guests who are not listed leave gaps. */
    players: (day: string, league: LeagueId, limit: number) =>
      // A view, as below: a score stored between two reads would rank players behind their own new standing.
      database.view(async (transaction) => {
        const rows = await listedRows(transaction, boardNumber({ day, league }), limit)
        return [...listedPlayers(rows, limit).listed]
      }),

    /** The player's row, or null. */
    ownRow: (day: string, league: LeagueId, tokenHash: string) =>
      database.view(
        async (transaction) =>
          (await readOwn(transaction, boardNumber({ day, league }), tokenHash))?.own ?? null,
      ),

    /** The player's row with its neighbors (domain/ranking.ts); empty if the player has none. */
    neighbors: (day: string, league: LeagueId, tokenHash: string): Promise<(PlayerRow | OwnRow)[]> =>
      database.view(async (transaction) => {
        const found = await readOwn(transaction, boardNumber({ day, league }), tokenHash)
        if (!found) return []
        const { own } = found
        const { ahead, behind } = await readNeighbors(transaction, found.row)
        return [
          ...ahead.map((row, index) => playerRow(row, own.rank - ahead.length + index)),
          own,
          ...behind.map((row, index) => playerRow(row, own.rank + 1 + index)),
        ]
      }),

    ...stateBoards(database),

    /** The points of all players with this name since `firstDay`. */
    pointsSince: (firstDay: string, nickname: string) =>
      database.read((transaction) => pointsSince(transaction, firstDay, nickname)),

    /** The player's day; zeros if nothing was done. */
    dailyStats: (day: string, tokenHash: string) =>
      database.view((transaction) => dailyStats(transaction, day, tokenHash)),
  }
}

export type LeaderboardStore = ReturnType<typeof sqlLeaderboardStore>
