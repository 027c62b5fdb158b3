import type { GuestRecord } from '../../../../domain/guest-record.ts'
import { fitsBeside, sessionStretch } from '../../../../domain/overlaps.ts'
import type { ChangeByPractice, PracticeResult, Recorded } from '../../../practice/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from '../boards/board-changes.ts'
import { boardNumber, boardsOfDay, dayOf } from '../boards/board-number.ts'
import { BoardRows } from '../boards/board-rows.ts'
import type { Outcome } from '../batcher.ts'
import { GuestRows, type KnownGuest } from './guest-rows.ts'
import { toJson } from '../json-rows.ts'
import { countingStatements, movingStatements } from './practice-statements.ts'
import { ScoreTally, type SumsRow, type Tallied } from '../boards/score-tally.ts'

type IdentifiedResult = PracticeResult & { readonly submissionId: string }
/** A session to count, and how it changes its player's record. */
export type PracticeItem = { readonly result: IdentifiedResult; readonly change: ChangeByPractice }

function submissionKey({ tokenHash, submissionId }: IdentifiedResult): string {
  return `${tokenHash} ${submissionId}`
}

function boardNumberOf({ practiceDay: day, league }: PracticeResult): number {
  return boardNumber({ day, league })
}

function resultRow(result: IdentifiedResult) {
  return {
    token_hash: result.tokenHash,
    submission_id: result.submissionId,
    board: boardNumberOf(result),
    score: result.score,
    problems_solved: result.problemsSolved,
    correct_answers: result.correctAnswers,
    average_time_ms: result.averageTimeMs,
    speed_bonus: 0,
    played_at_ms: result.playedAtMs,
    stored_at_ms: result.storedAtMs,
  }
}

/** The outcome of a batch, before anything is written. */
type Judged = {
  /** The players' new records, by token hash. */
  readonly guests: ReadonlyMap<string, GuestRecord>
  /** For each item: the board it was already counted on, null if it is to be counted now, or why it is rejected. */
  readonly verdicts: readonly Outcome<number | null>[]
}

function judge(
  items: readonly PracticeItem[],
  known: ReadonlyMap<string, KnownGuest>,
  stored: Map<string, number>,
  sums: readonly SumsRow[],
): Judged {
  const guests = new Map<string, GuestRecord>()
  const problems = new Map<string, number>()
  const add = (tokenHash: string, day: string, count: number): void => {
    const key = `${tokenHash} ${day}`
    problems.set(key, (problems.get(key) ?? 0) + count)
  }
  for (const row of sums) add(row.token_hash, dayOf(row.board), row.problems_solved)
  const verdicts = items.map(({ result, change }): Outcome<number | null> => {
    const earlier = stored.get(submissionKey(result))
    if (earlier !== undefined) return { ok: true, value: earlier }
    try {
      const { tokenHash, practiceDay: day } = result
      const guest = guests.get(tokenHash) ?? known.get(tokenHash)?.guest ?? null
      guests.set(tokenHash, change(guest, problems.get(`${tokenHash} ${day}`) ?? 0))
      add(tokenHash, day, result.problemsSolved)
    } catch (error) {
      return { ok: false, error }
    }
    stored.set(submissionKey(result), boardNumberOf(result))
    return { ok: true, value: null }
  })
  return { guests, verdicts }
}

/** Counts finished sessions inside the caller's transaction: players, daily totals and boards. */
export class PracticeRows {
  readonly #guests: GuestRows
  readonly #boards: BoardRows
  readonly #statements: ReturnType<typeof countingStatements>
  readonly #moving: ReturnType<typeof movingStatements>

  constructor(dialect: Dialect) {
    this.#moving = movingStatements(dialect)
    this.#guests = new GuestRows(dialect)
    this.#boards = new BoardRows(dialect)
    this.#statements = countingStatements(dialect)
  }

  async #storedAmong(
    transaction: Transaction,
    results: readonly IdentifiedResult[],
  ): Promise<Map<string, number>> {
    const rows = results.map((result) => ({
      token_hash: result.tokenHash,
      submission_id: result.submissionId,
    }))
    const found = await transaction.all(this.#statements.findResults, { rows: toJson(rows) })
    return new Map(found.map((row) => [`${row.token_hash} ${row.submission_id}`, row.board]))
  }

  #sumsOf(
    transaction: Transaction,
    days: readonly { tokenHash: string; practiceDay: string }[],
  ): Promise<SumsRow[]> {
    const rows = new Map(
      days.map(({ tokenHash, practiceDay }) => [
        `${tokenHash} ${practiceDay}`,
        { token_hash: tokenHash, ...boardsOfDay(practiceDay) },
      ]),
    )
    return transaction.all(this.#statements.findSums, { rows: toJson([...rows.values()]) })
  }

  /** Counts sessions and returns an outcome for each; an error thrown by a `change` fails only its own session. */
  async recordAll(
    transaction: Transaction,
    items: readonly PracticeItem[],
  ): Promise<readonly Outcome<Recorded>[]> {
    const days = items.map(({ result }) => result)
    const [known, stored, sums] = await Promise.all([
      this.#guests.findToChange(transaction, [...new Set(days.map(({ tokenHash }) => tokenHash))]),
      this.#storedAmong(
        transaction,
        items.map(({ result }) => result),
      ),
      this.#sumsOf(transaction, days),
    ])
    // A repeat returns the totals of the day on which it was counted, even if it now claims another.
    const elsewhere = items.flatMap(({ result: { tokenHash, submissionId, practiceDay } }) => {
      const earlier = stored.get(`${tokenHash} ${submissionId}`)
      const day = earlier === undefined ? practiceDay : dayOf(earlier)
      return day === practiceDay ? [] : [{ practiceDay: day, tokenHash }]
    })
    const { guests, verdicts } = judge(items, known, stored, sums)
    const changes = this.#boards.changes()
    const hidden = await this.#guests.putAll(transaction, guests, known, changes)
    const hasMoved = [...guests].some(([tokenHash, guest]) => {
      const before = known.get(tokenHash)
      return before !== undefined && before.guest.state !== guest.state
    })
    const isComplete = elsewhere.length === 0 && !hasMoved
    const rows = isComplete ? sums : await this.#sumsOf(transaction, [...days, ...elsewhere])
    const tally = new ScoreTally(rows, changes, hidden)
    const results: ReturnType<typeof resultRow>[] = []
    const tallied = verdicts.map((verdict, position): Outcome<Tallied> => {
      if (!verdict.ok) return verdict
      const { result } = items[position] as PracticeItem
      const { tokenHash } = result
      if (verdict.value !== null) {
        return { ok: true, value: tally.repeated({ board: verdict.value, tokenHash }) }
      }
      results.push(resultRow(result))
      return { ok: true, value: tally.add(guests.get(tokenHash)?.state ?? '', result) }
    })
    this.#put(transaction, results, tally)
    this.#boards.apply(transaction, changes)
    return this.#withPlaces(transaction, tally, tallied)
  }

  /** Reads all places in one query, after all changes are applied. */
  async #withPlaces(
    transaction: Transaction,
    tally: ScoreTally,
    tallied: readonly Outcome<Tallied>[],
  ): Promise<Outcome<Recorded>[]> {
    const standings = tallied.map((outcome) => (outcome.ok ? tally.standings(outcome.value) : []))
    const places = await this.#boards.places(transaction, standings.flat())
    let next = 0
    return tallied.map((outcome, position) => {
      const own = places.slice(next, (next += standings[position]?.length ?? 0))
      return outcome.ok ? { ok: true, value: tally.withPlaces(outcome.value, own) } : outcome
    })
  }

  /**
   * Counts what was added to a session after it was counted as `before`, on the same board. Does nothing if retention has deleted
   * the session since.
   */
  async extend(
    transaction: Transaction,
    { result, change }: PracticeItem,
    before: PracticeResult | null,
  ): Promise<void> {
    const { tokenHash } = result
    const [known, stored, sums] = await Promise.all([
      this.#guests.findToChange(transaction, [tokenHash]),
      this.#storedAmong(transaction, [result]),
      this.#sumsOf(transaction, [result]),
    ])
    if (before === null || !stored.has(submissionKey(result))) return
    const guest = change(known.get(tokenHash)?.guest ?? null, before.problemsSolved)
    const changes = this.#boards.changes()
    const hidden = await this.#guests.putAll(transaction, new Map([[tokenHash, guest]]), known, changes)
    const tally = new ScoreTally(sums, changes, hidden)
    tally.extend(guest.state, {
      ...result,
      score: result.score - before.score,
      problemsSolved: result.problemsSolved - before.problemsSolved,
      correctAnswers: result.correctAnswers - before.correctAnswers,
    })
    transaction.send(this.#statements.updateResult, {
      tokenHash,
      submissionId: result.submissionId,
      score: result.score,
      problemsSolved: result.problemsSolved,
      correctAnswers: result.correctAnswers,
      averageTimeMs: result.averageTimeMs,
    })
    transaction.send(this.#statements.putSums, { rows: toJson(tally.rows()) })
    this.#boards.apply(transaction, changes)
  }

  /**
   * Moves a guest's sessions and scores to a player, except those of boards on which the player has a score, or of which a session
   * has the id of one of the player's or overlaps with them: they are deleted. The caller applies `changes`.
   */
  async moveAll(
    transaction: Transaction,
    guest: KnownGuest,
    player: KnownGuest,
    changes: BoardChanges,
  ): Promise<{ sessions: number; points: number }> {
    const results = await transaction.all(this.#moving.resultsOf, { guestId: guest.id })
    const own = await transaction.all(this.#moving.resultsOf, { guestId: player.id })
    const taken = own.map(sessionStretch)
    const ids = new Set(own.map((row) => row.submission_id))
    const conflicting = results.filter(
      (row) => ids.has(row.submission_id) || !fitsBeside(taken, sessionStretch(row)),
    )
    const closed = new Set([...own, ...conflicting].map(({ board }) => board))
    const moved = results.filter(({ board }) => !closed.has(board))
    const boards = new Set(moved.map(({ board }) => board))
    const { lastActiveDay: day, state } = player.guest
    const to = { id: player.id, day, state, isHidden: player.isHidden }
    await this.#boards.moveScores(transaction, guest.id, to, boards, changes)
    const rows = toJson([...boards].map((board) => ({ board })))
    await transaction.run(this.#moving.moveResults, { guestId: guest.id, playerId: player.id, rows })
    await transaction.run(this.#moving.dropResults, { guestId: guest.id })
    return { sessions: moved.length, points: moved.reduce((sum, { score }) => sum + score, 0) }
  }

  #put(transaction: Transaction, results: readonly ReturnType<typeof resultRow>[], tally: ScoreTally): void {
    if (results.length === 0) return
    transaction.send(this.#statements.insertResults, { rows: toJson(results) })
    transaction.send(this.#statements.putSums, { rows: toJson(tally.rows()) })
  }
}
