import type { GuestRecord } from '../../../../domain/guest-record.ts'
import { MERGE_RULES, type MergeRules } from '../../../../domain/merge-rules.ts'
import { playedInOnePlace, sessionStretch, type Stretch } from '../../../../domain/one-place.ts'
import type { ChangeGuest } from '../../../guest/port.ts'
import { PlayedElsewhere, type PracticeResult, type Recorded } from '../../../practice/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from '../boards/board-changes.ts'
import { boardNumber, boardOf, boardsOfDay, dayOf } from '../boards/board-number.ts'
import { BoardRows } from '../boards/board-rows.ts'
import type { Outcome } from '../batcher.ts'
import { asMerged, GuestRows, type KnownGuest, type MergedPlayer } from './guest-rows.ts'
import { toJson } from '../json-rows.ts'
import { countingStatements, movingStatements } from './practice-statements.ts'
import { ScoreTally, type SumsRow, type Tallied } from '../boards/score-tally.ts'

/** A result that has an id of its own. */
type NamedResult = PracticeResult & { readonly submissionId: string }
/** A session to be counted, with the rule that makes its guest's next record. */
export type PracticeItem = {
  readonly result: NamedResult
  readonly change: ChangeGuest
  /** When the guest who played it became part of a student; left out where it is the player's own. */
  readonly mergedAtMs?: number
}

/** A session of a guest who was merged into the player of this token hash. */
export function forPlayer(item: PracticeItem, player: MergedPlayer | undefined): PracticeItem {
  if (player === undefined) return item
  const { tokenHash, mergedAtMs } = player
  return { result: { ...item.result, tokenHash }, change: asMerged(item.change), mergedAtMs }
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

function stretchOf(result: NamedResult): Stretch & { readonly result: NamedResult } {
  return { ...sessionStretch(result), result }
}

/** A player of the guest table, with the hash of the token. */
export type StoredPlayer = KnownGuest & { readonly tokenHash: string }

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
  elsewhere: ReadonlySet<NamedResult>,
): Judged {
  const guests = new Map<string, GuestRecord>()
  const verdicts = items.map(({ result, change }): Outcome<number | null> => {
    const earlier = stored.get(submissionKey(result))
    if (earlier !== undefined) return { ok: true, value: earlier }
    if (elsewhere.has(result)) return { ok: false, error: new PlayedElsewhere() }
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
  readonly #rules: MergeRules

  constructor(dialect: Dialect, rules = MERGE_RULES) {
    this.#rules = rules
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
    const misfits = await this.#playedElsewhere(transaction, items, known, stored)
    const { guests, verdicts } = judge(items, known, stored, misfits)
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
    this.#boards.count(transaction, changes)
    return this.#withPlaces(transaction, tally, tallied)
  }

  /**
   * Which sessions of guests who are part of a student by now do not count for the student: those played since then, for a student's
   * points come from the log of the answers, and those played beside others.
   */
  async #playedElsewhere(
    transaction: Transaction,
    items: readonly PracticeItem[],
    known: ReadonlyMap<string, KnownGuest>,
    stored: ReadonlyMap<string, number>,
  ): Promise<ReadonlySet<NamedResult>> {
    const late = items.filter(
      ({ result, mergedAtMs }) => mergedAtMs !== undefined && !stored.has(submissionKey(result)),
    )
    const misfits = new Set(late.map(({ result }) => result))
    for (const tokenHash of new Set(late.map(({ result }) => result.tokenHash))) {
      const guestId = known.get(tokenHash)?.id ?? -1
      const own = await transaction.all(this.#moving.resultsOf, { guestId })
      const before = late.filter(
        ({ result, mergedAtMs = 0 }) =>
          result.tokenHash === tokenHash && result.playedAtMs <= mergedAtMs + this.#rules.lateMs,
      )
      const stretches = before.map(({ result }) => stretchOf(result))
      const taken = own.map((row) => stretchOf(resultOf(tokenHash, row)))
      for (const { result } of playedInOnePlace(taken, stretches, this.#rules.mostTaken))
        misfits.delete(result)
    }
    return misfits
  }

  /** Reads all places at once, after everything is counted. */
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
   * Counts what was added to a session since it was counted as `before`, on the board where that was. Does nothing where
   * that has been forgotten since.
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
    const guest = change(known.get(tokenHash)?.guest ?? null)
    const changes = this.#boards.changes()
    await this.#guests.putAll(transaction, new Map([[tokenHash, guest]]), known, changes)
    const tally = new ScoreTally(sums, changes)
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
    this.#boards.count(transaction, changes)
  }

  /**
   * Makes the sessions of a guest another player's, as if that one had played them: on each day for the state that the player
   * stands for there, and where it had not played yet for that of the guest. One that the player has sent too, by its
   * submission id, counts once; one that was played beside another one counts for nobody any more.
   * `changes` are the caller's to count.
   */
  async moveAll(
    transaction: Transaction,
    guest: StoredPlayer,
    player: StoredPlayer,
    changes: BoardChanges,
  ): Promise<{ sessions: number; points: number }> {
    const rows = await transaction.all(this.#moving.resultsOf, { guestId: guest.id })
    if (rows.length === 0) return { sessions: 0, points: 0 }
    const states = await transaction.all(this.#moving.statesOf, { guestId: guest.id })
    const stateOf = new Map(states.map(({ board, state }) => [dayOf(board), state]))
    const results = rows.map((row) => resultOf(player.tokenHash, row))
    const repeats = await this.#storedAmong(transaction, results)
    const news = results.filter((result) => !repeats.has(submissionKey(result)))
    const own = await transaction.all(this.#moving.resultsOf, { guestId: player.id })
    const ownStretches = own.map((row) => stretchOf(resultOf(player.tokenHash, row)))
    const moved = playedInOnePlace(ownStretches, news.map(stretchOf), this.#rules.mostTaken).map(
      ({ result }) => result,
    )
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
