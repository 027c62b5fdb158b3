import type { Insertable, Selectable } from 'kysely'
import { fitsBeside, sessionStretch } from '../../../../domain/overlaps.ts'
import { compareStandings, type Standing } from '../../../../domain/ranking.ts'
import type { ChangeByPractice, PracticeResult, Recorded } from '../../../practice/port.ts'
import type { Transaction } from '../../database.ts'
import { BoardChanges } from '../boards/board-changes.ts'
import { boardNumber, boardOf, boardsOfDay, dayOf } from '../boards/board-number.ts'
import { moveScores } from '../boards/board-rows.ts'
import { placesOf } from '../boards/score-counts.ts'
import type { Tables } from '../schema.ts'
import { lockGuest, putGuest, type KnownGuest } from './guest-rows.ts'

export type IdentifiedResult = PracticeResult & { readonly submissionId: string }
type Totals = Selectable<Tables['daily_score']>

/** The board on which a session was counted; undefined if it is not stored. */
async function boardOfStored({ db }: Transaction, guestId: number, submissionId: string) {
  const stored = db.selectFrom('practice_result').select('board').where('guest_id', '=', guestId)
  return (await stored.where('submission_id', '=', submissionId).executeTakeFirst())?.board
}

/** The player's totals in all leagues of a day. */
function totalsOfDay({ db }: Transaction, guestId: number, day: string): Promise<Totals[]> {
  const { first, last } = boardsOfDay(day)
  const totals = db.selectFrom('daily_score').selectAll().where('guest_id', '=', guestId)
  return totals.where('board', '>=', first).where('board', '<=', last).execute()
}

function standingOf(row: Totals): Standing {
  return { score: row.score, problemsSolved: row.problems_solved, reachedAtMs: row.reached_at_ms }
}

/**
 * When the last session that raised the score was played, which breaks ties. A session without points changes nothing, and a
 * session that arrives late may not be the last.
 */
function reachedAtMs(before: Totals, { score, playedAtMs }: PracticeResult): number {
  if (score === 0)
    return before.score === 0 ? Math.min(before.reached_at_ms, playedAtMs) : before.reached_at_ms
  return before.score === 0 ? playedAtMs : Math.max(before.reached_at_ms, playedAtMs)
}

/** The answer to a session. `now` are the totals on its board, and `before` those without it. */
async function recorded(
  transaction: Transaction,
  { board, counted }: { readonly board: number; readonly counted: boolean },
  now: Totals | undefined,
  before: Totals | null,
): Promise<Recorded> {
  const { day: practiceDay, league } = boardOf(board)
  const totals = { dailyScore: now?.score ?? 0, dailyProblemsSolved: now?.problems_solved ?? 0 }
  const known = [now, before].flatMap((row) => (row ? [row] : []))
  const [place, placeBefore] = await placesOf(
    transaction,
    known.map((row) => ({ board, guestId: row.guest_id, standing: standingOf(row) })),
  )
  // The board has the player's newest standing, which must not count as ahead of the older one.
  const isBehindOwn = now && before && compareStandings(standingOf(now), standingOf(before)) < 0
  return {
    counted,
    practiceDay,
    league,
    ...totals,
    rank: place?.rank ?? 0,
    rankBefore: placeBefore ? placeBefore.rank - (isBehindOwn ? 1 : 0) : null,
    ranked: place?.total ?? 0,
    pointsToNext: place?.pointsToNext ?? null,
  }
}

/** A player while a session is counted. */
type Counting = { readonly player: KnownGuest; readonly day: readonly Totals[]; readonly sessions: 0 | 1 }

/** The player's totals without and with a session, or a part of one that arrived later. Adds it to the boards' `changes`. */
function withResult(
  result: PracticeResult,
  { player, day, sessions }: Counting,
  changes: BoardChanges,
): { readonly before: Totals | null; readonly after: Totals } {
  const { practiceDay, league, score, problemsSolved, correctAnswers, playedAtMs } = result
  const of = { day: practiceDay, league }
  const board = boardNumber(of)
  const before = day.find((row) => row.board === board) ?? null
  const state = day[0]?.state ?? player.guest.state
  const after = {
    guest_id: player.id,
    board,
    state,
    hidden: Number(player.isHidden),
    score: score + (before?.score ?? 0),
    problems_solved: problemsSolved + (before?.problems_solved ?? 0),
    correct_answers: correctAnswers + (before?.correct_answers ?? 0),
    sessions: sessions + (before?.sessions ?? 0),
    reached_at_ms: before ? reachedAtMs(before, result) : playedAtMs,
  }
  if (player.isHidden) return { before, after }
  changes.moveScore(of, before?.score ?? null, after.score)
  const players = before ? 0 : 1
  changes.addToState(of, state, { players, problemsSolved, score, topScore: after.score })
  changes.addToStateDay(practiceDay, state, { players: day.length === 0 ? 1 : 0, score })
  return { before, after }
}

function putTotals({ db }: Transaction, { guest_id: guestId, board, ...values }: Totals) {
  const { state: _state, hidden: _hidden, ...sums } = values
  return db
    .insertInto('daily_score')
    .values({ guest_id: guestId, board, ...values })
    .onConflict((conflict) => conflict.columns(['guest_id', 'board']).doUpdateSet(sums))
    .execute()
}

function resultRow(guestId: number, result: IdentifiedResult): Insertable<Tables['practice_result']> {
  return {
    guest_id: guestId,
    submission_id: result.submissionId,
    board: boardNumber({ day: result.practiceDay, league: result.league }),
    score: result.score,
    problems_solved: result.problemsSolved,
    correct_answers: result.correctAnswers,
    average_time_ms: result.averageTimeMs,
    speed_bonus: 0,
    played_at_ms: result.playedAtMs,
    stored_at_ms: result.storedAtMs,
  }
}

/** Counts a finished session: the player, daily totals and boards. A repeat returns the totals of the day on which it was counted. */
export async function recordResult(
  transaction: Transaction,
  result: IdentifiedResult,
  change: ChangeByPractice,
): Promise<Recorded> {
  const { tokenHash, submissionId, practiceDay } = result
  const known = await lockGuest(transaction, tokenHash)
  const [board, day] = known
    ? await Promise.all([
        boardOfStored(transaction, known.id, submissionId),
        totalsOfDay(transaction, known.id, practiceDay),
      ])
    : [undefined, []]
  if (known && board !== undefined) {
    const totals = await totalsOfDay(transaction, known.id, dayOf(board))
    const now = totals.find((row) => row.board === board)
    return recorded(transaction, { board, counted: false }, now, null)
  }
  const changes = new BoardChanges()
  const problems = day.reduce((sum, row) => sum + row.problems_solved, 0)
  const guest = change(known?.guest ?? null, problems)
  const player = await putGuest(transaction, tokenHash, known, guest, changes)
  const hasMoved = known !== null && known.guest.state !== player.guest.state
  const today = hasMoved ? await totalsOfDay(transaction, player.id, practiceDay) : day
  const row = resultRow(player.id, result)
  const { before, after } = withResult(result, { player, day: today, sessions: 1 }, changes)
  await Promise.all([
    transaction.db.insertInto('practice_result').values(row).execute(),
    putTotals(transaction, after),
    changes.apply(transaction),
  ])
  return recorded(transaction, { board: row.board, counted: true }, after, before)
}

/**
 * Counts what was added to a session after it was counted as `before`, on the same board. Does nothing if retention has deleted
 * the session since.
 */
export async function extendResult(
  transaction: Transaction,
  result: IdentifiedResult,
  change: ChangeByPractice,
  before: PracticeResult | null,
): Promise<void> {
  const { tokenHash, submissionId, practiceDay } = result
  const known = await lockGuest(transaction, tokenHash)
  const board = known ? await boardOfStored(transaction, known.id, submissionId) : undefined
  if (before === null || known === null || board === undefined) return
  const changes = new BoardChanges()
  const player = await putGuest(
    transaction,
    tokenHash,
    known,
    change(known.guest, before.problemsSolved),
    changes,
  )
  const day = await totalsOfDay(transaction, known.id, practiceDay)
  const added = {
    ...result,
    score: result.score - before.score,
    problemsSolved: result.problemsSolved - before.problemsSolved,
    correctAnswers: result.correctAnswers - before.correctAnswers,
  }
  const { after } = withResult(added, { player, day, sessions: 0 }, changes)
  await putTotals(transaction, after)
  await transaction.db
    .updateTable('practice_result')
    .set({
      score: result.score,
      problems_solved: result.problemsSolved,
      correct_answers: result.correctAnswers,
      average_time_ms: result.averageTimeMs,
    })
    .where('guest_id', '=', player.id)
    .where('submission_id', '=', submissionId)
    .execute()
  await changes.apply(transaction)
}

/** A player's sessions, as far as they decide what of a guest's may be moved to the player. */
function resultsOf({ db }: Transaction, guestId: number) {
  return db
    .selectFrom('practice_result')
    .select(['board', 'submission_id', 'score', 'played_at_ms as playedAtMs'])
    .select(['problems_solved as problemsSolved', 'average_time_ms as averageTimeMs'])
    .where('guest_id', '=', guestId)
    .execute()
}

/**
 * Moves a guest's sessions and scores to a player, except those of boards on which the player has a score, or of which a session
 * has the id of one of the player's or overlaps with them: they are deleted. The caller applies `changes`.
 */
export async function moveResults(
  transaction: Transaction,
  guest: KnownGuest,
  player: KnownGuest,
  changes: BoardChanges,
): Promise<{ sessions: number; points: number }> {
  const { db } = transaction
  const results = await resultsOf(transaction, guest.id)
  const own = await resultsOf(transaction, player.id)
  const taken = own.map(sessionStretch)
  const ids = new Set(own.map((row) => row.submission_id))
  const conflicting = results.filter(
    (row) => ids.has(row.submission_id) || !fitsBeside(taken, sessionStretch(row)),
  )
  const closed = new Set([...own, ...conflicting].map(({ board }) => board))
  const moved = results.filter(({ board }) => !closed.has(board))
  const boards = [...new Set(moved.map(({ board }) => board))]
  const { lastActiveDay: day, state } = player.guest
  const to = { id: player.id, day, state, isHidden: player.isHidden }
  await moveScores(transaction, guest.id, to, boards, changes)
  if (boards.length > 0) {
    const moving = db.updateTable('practice_result').set({ guest_id: player.id })
    await moving.where('guest_id', '=', guest.id).where('board', 'in', boards).execute()
  }
  await db.deleteFrom('practice_result').where('guest_id', '=', guest.id).execute()
  return { sessions: moved.length, points: moved.reduce((sum, { score }) => sum + score, 0) }
}
