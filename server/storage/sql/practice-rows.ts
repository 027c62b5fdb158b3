import type { GuestRecord } from '../../../domain/guest-record.ts'
import type { ChangeGuest } from '../../guest/port.ts'
import type { PracticeResult, Recorded } from '../../practice/port.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { boardNumber, boardOf, boardsOfDay, dayOf } from './board-number.ts'
import { BoardRows } from './board-rows.ts'
import type { Outcome } from './gathering.ts'
import { asMerged, GuestRows, type KnownGuest } from './guest-rows.ts'
import { toJson } from './json-rows.ts'
import { countingStatements, movingStatements } from './practice-statements.ts'
import { ScoreTally, type SumsRow } from './score-tally.ts'

/** A result that has an id of its own. */
type NamedResult = PracticeResult & { readonly submissionId: string }
/** A session to be counted, with the rule that makes its guest's next record. */
export type PracticeItem = { readonly result: NamedResult; readonly change: ChangeGuest }

/** A session of a guest who was merged into the player of this token hash. */
export function forPlayer(item: PracticeItem, tokenHash: string | undefined): PracticeItem {
  if (tokenHash === undefined) return item
  return { result: { ...item.result, tokenHash }, change: asMerged(item.change) }
}

function submissionKey({ tokenHash, submissionId }: NamedResult): string {
  return `${tokenHash} ${submissionId}`
}

function numberOf({ practiceDay: day, league }: PracticeResult): number {
  return boardNumber({ day, league })
}

function resultRow(result: NamedResult) {
  return {
    token_hash: result.tokenHash,
    submission_id: result.submissionId,
    board: numberOf(result),
    score: result.score,
    problems_solved: result.problemsSolved,
    correct_answers: result.correctAnswers,
    average_time_ms: result.averageTimeMs,
    speed_bonus: result.speedBonus,
    played_at_ms: result.playedAtMs,
    stored_at_ms: result.storedAtMs,
  }
}

type ResultRow = Omit<ReturnType<typeof resultRow>, 'token_hash'>

/** A stored session, as one of this player. */
function resultOf(tokenHash: string, row: ResultRow): NamedResult {
  const { day, league } = boardOf(row.board)
  return {
    tokenHash,
    submissionId: row.submission_id,
    league,
    practiceDay: day,
    score: row.score,
    problemsSolved: row.problems_solved,
    correctAnswers: row.correct_answers,
    averageTimeMs: row.average_time_ms,
    speedBonus: row.speed_bonus,
    playedAtMs: row.played_at_ms,
    storedAtMs: row.stored_at_ms,
  }
}

/** A player of the guest table, with the hash of the token. */
export type Player = KnownGuest & { readonly tokenHash: string }

/** What becomes of the guests and results of a batch before anything is written. */
type Judged = {
  /** What each guest has become. */
  readonly guests: ReadonlyMap<string, GuestRecord>
  /** For each item the board it was counted on before, or null where it is to be counted now, or why it is refused. */
  readonly verdicts: readonly Outcome<number | null>[]
}

function judge(
  items: readonly PracticeItem[],
  known: ReadonlyMap<string, KnownGuest>,
  stored: Map<string, number>,
): Judged {
  const guests = new Map<string, GuestRecord>()
  const verdicts = items.map(({ result, change }): Outcome<number | null> => {
    const earlier = stored.get(submissionKey(result))
    if (earlier !== undefined) return { ok: true, value: earlier }
    try {
      const { tokenHash } = result
      guests.set(tokenHash, change(guests.get(tokenHash) ?? known.get(tokenHash)?.guest ?? null))
    } catch (error) {
      return { ok: false, error }
    }
    stored.set(submissionKey(result), numberOf(result))
    return { ok: true, value: null }
  })
  return { guests, verdicts }
}

/** Counting finished sessions inside somebody's transaction: their guests, their sums and every board. */
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
    results: readonly NamedResult[],
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

  /**
   * Counts sessions, an outcome for each; what a rule throws spoils its own session only. Throws GuestsMerged, with nothing
   * counted, where there are sessions of guests who have become part of a student.
   */
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
    await this.#guests.refuseMerged(transaction, known)
    // A repeat is told the sums of where it was counted, whatever it says of itself now.
    const elsewhere = items.flatMap(({ result: { tokenHash, submissionId, practiceDay } }) => {
      const earlier = stored.get(`${tokenHash} ${submissionId}`)
      const day = earlier === undefined ? practiceDay : dayOf(earlier)
      return day === practiceDay ? [] : [{ practiceDay: day, tokenHash }]
    })
    const { guests, verdicts } = judge(items, known, stored)
    const changes = this.#boards.changes()
    await this.#guests.putAll(transaction, guests, known, changes)
    const hasMoved = [...guests].some(([tokenHash, guest]) => {
      const before = known.get(tokenHash)
      return before !== undefined && before.guest.state !== guest.state
    })
    const isComplete = elsewhere.length === 0 && !hasMoved
    const rows = isComplete ? sums : await this.#sumsOf(transaction, [...days, ...elsewhere])
    const tally = new ScoreTally(rows, changes)
    const results: ReturnType<typeof resultRow>[] = []
    const outcomes = verdicts.map((verdict, place): Outcome<Recorded> => {
      if (!verdict.ok) return verdict
      const { result } = items[place] as PracticeItem
      const { tokenHash } = result
      if (verdict.value !== null) {
        return { ok: true, value: tally.repeated({ board: verdict.value, tokenHash }) }
      }
      results.push(resultRow(result))
      return { ok: true, value: tally.add(guests.get(tokenHash)?.state ?? '', result) }
    })
    this.#put(transaction, results, tally)
    this.#boards.count(transaction, changes)
    return outcomes
  }

  /**
   * Makes all sessions of a guest another player's, as if that one had played them: on each day for the state that the player
   * stands for there, and where it had not played yet for that of the guest. One that the player has sent too, by its
   * submission id, counts once. `changes` are the caller's to count.
   */
  async moveAll(
    transaction: Transaction,
    guest: Player,
    player: Player,
    changes: BoardChanges,
  ): Promise<{ sessions: number; points: number }> {
    const rows = await transaction.all(this.#moving.resultsOf, { guestId: guest.id })
    if (rows.length === 0) return { sessions: 0, points: 0 }
    const states = await transaction.all(this.#moving.statesOf, { guestId: guest.id })
    const stateOf = new Map(states.map(({ board, state }) => [dayOf(board), state]))
    const results = rows.map((row) => resultOf(player.tokenHash, row))
    const repeats = await this.#storedAmong(transaction, results)
    const moved = results.filter((result) => !repeats.has(submissionKey(result)))
    await this.#boards.takeOff(transaction, guest.id, changes)
    await transaction.run(this.#moving.dropResults, { guestId: guest.id })
    const tally = new ScoreTally(await this.#sumsOf(transaction, moved), changes)
    for (const result of moved) {
      const { practiceDay: day } = result
      // Who is still on that day plays for the state of the profile.
      tally.add(day === player.guest.lastActiveDay ? player.guest.state : (stateOf.get(day) ?? ''), result)
    }
    this.#put(transaction, moved.map(resultRow), tally)
    return { sessions: moved.length, points: moved.reduce((sum, { score }) => sum + score, 0) }
  }

  #put(transaction: Transaction, results: readonly ReturnType<typeof resultRow>[], tally: ScoreTally): void {
    if (results.length === 0) return
    transaction.send(this.#statements.insertResults, { rows: toJson(results) })
    transaction.send(this.#statements.putSums, { rows: toJson(tally.rows()) })
  }
}
