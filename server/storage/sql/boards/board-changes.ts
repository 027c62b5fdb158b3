import type { Transaction } from '../../database.ts'
import { boardNumber, type Board } from './board-number.ts'

/** What one player contributes to a state's totals in a league. */
type Contribution = { readonly score: number; readonly problemsSolved: number }

type CountChange = { board: number; points: number; players: number }
type LeagueChange = {
  board: number
  state: string
  players: number
  problems_solved: number
  score: number
  top_score: number
}
type DayChange = { practice_day: string; state: string; players: number; score: number }
/** A state's board that a player with this score has left. */
type Left = { board: number; practice_day: string; state: string; score: number }

/**
 * Accumulates changes to the rows that boards are read from, and applies them. To prevent deadlocks, rows are sorted by key, and
 * every writer updates the tables in the same order (counts, leagues, days). Players without a state are in no state's totals.
 */
export class BoardChanges {
  readonly #counts = new Map<string, CountChange>()
  readonly #leagues = new Map<string, LeagueChange>()
  readonly #days = new Map<string, DayChange>()
  readonly #leftStates = new Map<string, Left>()

  /** Moves a player from one score to another. `before` is null for a new player, `after` for one who leaves the board. */
  moveScore(board: Board, before: number | null, after: number | null): void {
    if (before === after) return
    const number = boardNumber(board)
    if (before !== null) this.#count(number, before, -1)
    if (after !== null) this.#count(number, after, 1)
  }

  /** Adds to a state's totals in a league. `topScore` is the player's total score there. */
  addToState(of: Board, state: string, more: Contribution & { players: number; topScore: number }): void {
    if (state === '') return
    const board = boardNumber(of)
    const key = `${board} ${state}`
    const sum = this.#leagues.get(key)
    this.#leagues.set(key, {
      board,
      state,
      players: more.players + (sum?.players ?? 0),
      problems_solved: more.problemsSolved + (sum?.problems_solved ?? 0),
      score: more.score + (sum?.score ?? 0),
      top_score: Math.max(more.topScore, sum?.top_score ?? 0),
    })
  }

  /** Removes a player from a state's totals in a league. */
  leaveState(of: Board, state: string, { score, problemsSolved }: Contribution): void {
    if (state === '') return
    this.addToState(of, state, {
      players: -1,
      score: -score,
      problemsSolved: -problemsSolved,
      topScore: 0,
    })
    const board = boardNumber(of)
    const key = `${board} ${state}`
    const most = Math.max(score, this.#leftStates.get(key)?.score ?? 0)
    this.#leftStates.set(key, { board, practice_day: of.day, state, score: most })
  }

  /** Adds to a state's totals over all leagues; subtracts negative numbers. */
  addToStateDay(day: string, state: string, { players, score }: { players: number; score: number }): void {
    if (state === '') return
    const key = `${day} ${state}`
    const sum = this.#days.get(key)
    this.#days.set(key, {
      practice_day: day,
      state,
      players: players + (sum?.players ?? 0),
      score: score + (sum?.score ?? 0),
    })
  }

  /** Stores the changes. Players who left a state must already have left it in `daily_score`. */
  async apply({ db }: Transaction): Promise<void> {
    const counts = [...this.#counts.values()]
      .filter(({ players }) => players !== 0)
      .toSorted((a, b) => a.board - b.board || a.points - b.points)
    const [leagues, days, left] = [inOrder(this.#leagues), inOrder(this.#days), inOrder(this.#leftStates)]
    await Promise.all([
      counts.length > 0 && addCounts(db, counts),
      leagues.length > 0 && addToLeagues(db, leagues),
      ...left.flatMap((of) => [recomputeTopScore(db, of), deleteEmptyLeague(db, of)]),
      days.length > 0 && addToDays(db, days),
      ...left.map((of) => deleteEmptyDay(db, of)),
    ])
  }

  #count(board: number, points: number, by: number): void {
    const key = `${board} ${points}`
    const sum = this.#counts.get(key)
    if (sum) sum.players += by
    else this.#counts.set(key, { board, points, players: by })
  }
}

type Db = Transaction['db']

function addCounts(db: Db, counts: readonly CountChange[]) {
  return db
    .insertInto('score_count')
    .values(counts)
    .onConflict((conflict) =>
      conflict
        .columns(['board', 'points'])
        .doUpdateSet(({ eb, ref }) => ({ players: eb('score_count.players', '+', ref('excluded.players')) })),
    )
    .execute()
}

function addToLeagues(db: Db, leagues: readonly LeagueChange[]) {
  return db
    .insertInto('state_score')
    .values(leagues)
    .onConflict((conflict) =>
      conflict.columns(['board', 'state']).doUpdateSet(({ eb, ref }) => ({
        players: eb('state_score.players', '+', ref('excluded.players')),
        problems_solved: eb('state_score.problems_solved', '+', ref('excluded.problems_solved')),
        score: eb('state_score.score', '+', ref('excluded.score')),
        top_score: eb
          .case()
          .when('excluded.top_score', '>', ref('state_score.top_score'))
          .then(ref('excluded.top_score'))
          .else(ref('state_score.top_score'))
          .end(),
      })),
    )
    .execute()
}

/**
 * If the best player leaves, finds the best of those who remain, searching downwards from the score that left. `addToLeagues` has
 * already locked this row, so concurrent writers raise the top score after this.
 */
function recomputeTopScore(db: Db, { board, state, score }: Left) {
  return db
    .updateTable('state_score')
    .set(({ fn, lit, selectFrom }) => ({
      top_score: fn.coalesce(
        selectFrom('daily_score')
          .select('daily_score.score')
          .where('daily_score.hidden', '=', lit(0))
          .where('daily_score.board', '=', board)
          .where('daily_score.score', '<=', score)
          .where('daily_score.state', '=', state)
          .orderBy('daily_score.score', 'desc')
          .limit(lit(1)),
        lit(0),
      ),
    }))
    .where('board', '=', board)
    .where('state', '=', state)
    .where('top_score', '<=', score)
    .where('players', '>', 0)
    .execute()
}

function deleteEmptyLeague(db: Db, { board, state }: Left) {
  const empty = db.deleteFrom('state_score').where('players', '<=', 0)
  return empty.where('board', '=', board).where('state', '=', state).execute()
}

function addToDays(db: Db, days: readonly DayChange[]) {
  return db
    .insertInto('state_day')
    .values(days)
    .onConflict((conflict) =>
      conflict.columns(['practice_day', 'state']).doUpdateSet(({ eb, ref }) => ({
        players: eb('state_day.players', '+', ref('excluded.players')),
        score: eb('state_day.score', '+', ref('excluded.score')),
      })),
    )
    .execute()
}

function deleteEmptyDay(db: Db, { practice_day: day, state }: Left) {
  const empty = db.deleteFrom('state_day').where('players', '<=', 0)
  return empty.where('practice_day', '=', day).where('state', '=', state).execute()
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The rows, sorted by the map's keys, which start with the rows' keys. */
function inOrder<Row>(changes: ReadonlyMap<string, Row>): Row[] {
  return [...changes].toSorted(([a], [b]) => byText(a, b)).map(([, row]) => row)
}
