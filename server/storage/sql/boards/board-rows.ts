import type { Transaction } from '../../database.ts'
import { BoardChanges } from './board-changes.ts'
import { boardOf, boardsOfDay, dayOf } from './board-number.ts'

type ScoreRow = {
  readonly board: number
  readonly state: string
  readonly score: number
  readonly problems_solved: number
}

/** A player's scores on one day, or on all days. */
function scoresOf({ db }: Transaction, guestId: number, day?: string) {
  const scores = db
    .selectFrom('daily_score')
    .select(['board', 'state', 'score', 'problems_solved', 'hidden'])
    .where('guest_id', '=', guestId)
    .orderBy('board')
  if (day === undefined) return scores.execute()
  const { first, last } = boardsOfDay(day)
  return scores.where('board', '>=', first).where('board', '<=', last).execute()
}

function setState({ db }: Transaction, guestId: number, day: string, state: string) {
  const { first, last } = boardsOfDay(day)
  return db
    .updateTable('daily_score')
    .set({ state })
    .where('guest_id', '=', guestId)
    .where('board', '>=', first)
    .where('board', '<=', last)
    .execute()
}

/** Moves a player, with all scores of the day, to another state. The caller applies `changes`. */
export async function moveState(
  transaction: Transaction,
  { day, guestId }: { readonly day: string; readonly guestId: number },
  state: string,
  changes: BoardChanges,
): Promise<void> {
  const scores = await scoresOf(transaction, guestId, day)
  const left = scores[0]?.state
  if (left === undefined || left === state) return
  await setState(transaction, guestId, day, state)
  if (scores[0]?.hidden === 1) return
  for (const { board: number, score, problems_solved: problemsSolved } of scores) {
    const board = boardOf(number)
    const share = { score, problemsSolved }
    changes.leaveState(board, left, share)
    changes.addToState(board, state, { ...share, players: 1, topScore: score })
  }
  const score = scores.reduce((sum, row) => sum + row.score, 0)
  changes.addToStateDay(day, left, { players: -1, score: -score })
  changes.addToStateDay(day, state, { players: 1, score })
}

/** Shows a player's scores on the boards, or no longer. The caller applies `changes`. */
export async function showScores(
  transaction: Transaction,
  guestId: number,
  isShown: boolean,
  changes: BoardChanges,
): Promise<void> {
  for (const [day, scores] of byDay(await scoresOf(transaction, guestId)))
    showDay(changes, day, scores, isShown)
  await transaction.db
    .updateTable('daily_score')
    .set({ hidden: Number(!isShown) })
    .where('guest_id', '=', guestId)
    .execute()
}

/** Removes a player from all boards. The caller deletes the player's sessions. */
export async function removeFromBoards(transaction: Transaction, guestId: number): Promise<void> {
  const changes = new BoardChanges()
  const scores = await scoresOf(transaction, guestId)
  if (scores[0]?.hidden === 0) for (const [day, of] of byDay(scores)) showDay(changes, day, of, false)
  await transaction.db.deleteFrom('daily_score').where('guest_id', '=', guestId).execute()
  await changes.apply(transaction)
}

/**
 * Moves a guest's scores on `boards` to a player who has none there, and deletes the guest's others. On each day, all of the
 * player's scores are in one state: the guest's only if the player was on no board of that day and it is not `day`. The caller
 * applies `changes`.
 */
export async function moveScores(
  transaction: Transaction,
  guestId: number,
  player: { readonly id: number; readonly day: string; readonly state: string; readonly isHidden: boolean },
  boards: readonly number[],
  changes: BoardChanges,
): Promise<void> {
  const { id: playerId, isHidden, ...today } = player
  const own = [...byDay(await scoresOf(transaction, playerId))]
  if (!isHidden) for (const [day, scores] of own) showDay(changes, day, scores, false)
  await showScores(transaction, guestId, false, changes)
  if (boards.length > 0) {
    await transaction.db
      .updateTable('daily_score')
      .set({ guest_id: playerId })
      .where('guest_id', '=', guestId)
      .where('board', 'in', boards)
      .execute()
  }
  await transaction.db.deleteFrom('daily_score').where('guest_id', '=', guestId).execute()
  await setState(transaction, playerId, today.day, today.state)
  for (const [day, scores] of own) await setState(transaction, playerId, day, scores[0]?.state ?? '')
  if (!isHidden) await showScores(transaction, playerId, true, changes)
}

function byDay<Row extends { readonly board: number }>(scores: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>()
  for (const row of scores) {
    const day = dayOf(row.board)
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return days
}

/** Adds a player's scores of a day to what the boards are read from, or removes them. */
function showDay(changes: BoardChanges, day: string, scores: readonly ScoreRow[], isShown: boolean): void {
  const state = scores[0]?.state ?? ''
  for (const row of scores) {
    const board = boardOf(row.board)
    const share = { score: row.score, problemsSolved: row.problems_solved }
    changes.moveScore(board, isShown ? null : row.score, isShown ? row.score : null)
    if (isShown) changes.addToState(board, state, { ...share, players: 1, topScore: row.score })
    else changes.leaveState(board, state, share)
  }
  const score = scores.reduce((sum, row) => sum + row.score, 0)
  const by = isShown ? 1 : -1
  changes.addToStateDay(day, state, { players: by, score: by * score })
}
