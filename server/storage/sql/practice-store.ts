import { randomUUID } from 'node:crypto'
import type { GuestRecord } from '../../../domain/guest-record.ts'
import type { LeagueId } from '../../../domain/league.ts'
import type { ChangeGuest } from '../../guest/port.ts'
import type { PracticeResult, PracticeStore, Recorded } from '../../practice/port.ts'
import type { Database, Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BoardRows } from './board-rows.ts'
import { Gathering, groupsAtOnce, type Outcome } from './gathering.ts'
import { GuestRows, type KnownGuest } from './guest-store.ts'
import { everyRow, jsonRows, toJson } from './json-rows.ts'
import { ScoreTally, type SumsRow } from './score-tally.ts'
import { queryBuilder, statement } from './statement.ts'

/** Scores of one transaction at most, so that no turn of the event loop is long. */
const MOST_AT_ONCE = 64
const MOST_WAITING = 10_000

type Rows = { rows: string }

/** Besides the number of the player, which is looked up by the token hash that travels with each row. */
const RESULT_COLUMNS = {
  submission_id: 'text',
  league: 'text',
  practice_day: 'text',
  score: 'integer',
  problems_solved: 'integer',
  correct_answers: 'integer',
  average_time_ms: 'integer',
  speed_bonus: 'integer',
  played_at_ms: 'integer',
  stored_at_ms: 'integer',
} as const

const SUMS_COLUMNS = {
  practice_day: 'text',
  league: 'text',
  state: 'text',
  score: 'integer',
  problems_solved: 'integer',
  correct_answers: 'integer',
  sessions: 'integer',
  reached_at_ms: 'integer',
} as const

const columnsOf = <C extends object>(columns: C) => Object.keys(columns) as (keyof C & string)[]

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    findResults: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', submission_id: 'text' }))
        .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
        .innerJoin('practice_result', (join) =>
          join
            .onRef('practice_result.guest_id', '=', 'guest.id')
            .onRef('practice_result.submission_id', '=', 'sent.submission_id'),
        )
        .select([
          'sent.token_hash',
          'sent.submission_id',
          'practice_result.practice_day',
          'practice_result.league',
        ]),
    ),
    findSums: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', practice_day: 'text' }))
        .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
        .innerJoin('daily_score', (join) =>
          join
            .onRef('daily_score.guest_id', '=', 'guest.id')
            .onRef('daily_score.practice_day', '=', 'sent.practice_day'),
        )
        .select([
          'sent.token_hash',
          ...columnsOf(SUMS_COLUMNS).map((column) => `daily_score.${column}` as const),
        ]),
    ),
    insertResults: statement<Rows>()((values) =>
      db
        .insertInto('practice_result')
        .columns(['guest_id', ...columnsOf(RESULT_COLUMNS)])
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', ...RESULT_COLUMNS }))
            .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
            .select(['guest.id', ...columnsOf(RESULT_COLUMNS).map((column) => `sent.${column}` as const)]),
        ),
    ),
    putSums: statement<Rows>()((values) =>
      db
        .insertInto('daily_score')
        .columns(['guest_id', ...columnsOf(SUMS_COLUMNS)])
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text', ...SUMS_COLUMNS }))
            .innerJoin('guest', 'guest.token_hash', 'sent.token_hash')
            .select(['guest.id', ...columnsOf(SUMS_COLUMNS).map((column) => `sent.${column}` as const)])
            .where(everyRow),
        )
        .onConflict((conflict) =>
          conflict.columns(['guest_id', 'practice_day', 'league']).doUpdateSet((eb) => ({
            score: eb.ref('excluded.score'),
            problems_solved: eb.ref('excluded.problems_solved'),
            correct_answers: eb.ref('excluded.correct_answers'),
            sessions: eb.ref('excluded.sessions'),
            reached_at_ms: eb.ref('excluded.reached_at_ms'),
          })),
        ),
    ),
  }
}

type NamedResult = PracticeResult & { readonly submissionId: string }
type Item = { readonly result: NamedResult; readonly change: ChangeGuest }
type Board = { readonly practiceDay: string; readonly league: LeagueId }

function submissionKey({ tokenHash, submissionId }: NamedResult): string {
  return `${tokenHash} ${submissionId}`
}

function resultRow(result: NamedResult) {
  return {
    token_hash: result.tokenHash,
    submission_id: result.submissionId,
    league: result.league,
    practice_day: result.practiceDay,
    score: result.score,
    problems_solved: result.problemsSolved,
    correct_answers: result.correctAnswers,
    average_time_ms: result.averageTimeMs,
    speed_bonus: result.speedBonus,
    played_at_ms: result.playedAtMs,
    stored_at_ms: result.storedAtMs,
  }
}

/** What becomes of the guests and results of a batch before anything is written. */
type Judged = {
  /** What each guest has become. */
  readonly guests: ReadonlyMap<string, GuestRecord>
  /** For each item where it was counted before, or null where it is to be counted now, or why it is refused. */
  readonly verdicts: readonly Outcome<Board | null>[]
}

function judge(
  items: readonly Item[],
  known: ReadonlyMap<string, KnownGuest>,
  stored: Map<string, Board>,
): Judged {
  const guests = new Map<string, GuestRecord>()
  const verdicts = items.map(({ result, change }): Outcome<Board | null> => {
    const earlier = stored.get(submissionKey(result))
    if (earlier) return { ok: true, value: earlier }
    try {
      const { tokenHash } = result
      guests.set(tokenHash, change(guests.get(tokenHash) ?? known.get(tokenHash)?.guest ?? null))
    } catch (error) {
      return { ok: false, error }
    }
    stored.set(submissionKey(result), result)
    return { ok: true, value: null }
  })
  return { guests, verdicts }
}

/** Practice results in a SQL database. Those that come at the same time share a transaction and its statements. */
export function sqlPracticeStore(database: Database): PracticeStore {
  const guestRows = new GuestRows(database.dialect)
  const boards = new BoardRows(database.dialect)
  const statements = statementsFor(database.dialect)

  const storedAmong = async (
    transaction: Transaction,
    items: readonly Item[],
  ): Promise<Map<string, Board>> => {
    const rows = items.map(({ result }) => ({
      token_hash: result.tokenHash,
      submission_id: result.submissionId,
    }))
    const found = await transaction.all(statements.findResults, { rows: toJson(rows) })
    return new Map(
      found.map((row) => [
        `${row.token_hash} ${row.submission_id}`,
        { practiceDay: row.practice_day, league: row.league as LeagueId },
      ]),
    )
  }

  const sumsOf = (
    transaction: Transaction,
    days: readonly { tokenHash: string; practiceDay: string }[],
  ): Promise<SumsRow[]> => {
    const rows = new Map(
      days.map(({ tokenHash, practiceDay }) => [
        `${tokenHash} ${practiceDay}`,
        { token_hash: tokenHash, practice_day: practiceDay },
      ]),
    )
    return transaction.all(statements.findSums, { rows: toJson([...rows.values()]) })
  }

  const recordAll = async (
    transaction: Transaction,
    items: readonly Item[],
  ): Promise<readonly Outcome<Recorded>[]> => {
    const days = items.map(({ result }) => result)
    const [known, stored, sums] = await Promise.all([
      guestRows.findToChange(transaction, [...new Set(days.map(({ tokenHash }) => tokenHash))]),
      storedAmong(transaction, items),
      sumsOf(transaction, days),
    ])
    // A repeat is told the sums of where it was counted, whatever it says of itself now.
    const elsewhere = items.flatMap(({ result: { tokenHash, submissionId, practiceDay } }) => {
      const earlier = stored.get(`${tokenHash} ${submissionId}`)
      return earlier && earlier.practiceDay !== practiceDay ? [{ ...earlier, tokenHash }] : []
    })
    const { guests, verdicts } = judge(items, known, stored)
    const changes = boards.changes()
    await guestRows.putAll(transaction, guests, known, changes)
    const hasMoved = [...guests].some(([tokenHash, guest]) => {
      const before = known.get(tokenHash)
      return before !== undefined && before.guest.state !== guest.state
    })
    const isComplete = elsewhere.length === 0 && !hasMoved
    const rows = isComplete ? sums : await sumsOf(transaction, [...days, ...elsewhere])
    const tally = new ScoreTally(rows, changes)
    const results: ReturnType<typeof resultRow>[] = []
    const outcomes = verdicts.map((verdict, place): Outcome<Recorded> => {
      if (!verdict.ok) return verdict
      const { result } = items[place] as Item
      const { tokenHash } = result
      if (verdict.value) return { ok: true, value: tally.repeated({ ...verdict.value, tokenHash }) }
      results.push(resultRow(result))
      return { ok: true, value: tally.add(guests.get(tokenHash)?.state ?? '', result) }
    })
    if (results.length > 0) {
      transaction.send(statements.insertResults, { rows: toJson(results) })
      transaction.send(statements.putSums, { rows: toJson(tally.rows()) })
    }
    boards.count(transaction, changes)
    return outcomes
  }

  const gathering = new Gathering<Item, Recorded>({
    work: (items) => database.write((transaction) => recordAll(transaction, items)),
    mostAtOnce: MOST_AT_ONCE,
    groupsAtOnce: groupsAtOnce(database.dialect),
    mostWaiting: MOST_WAITING,
  })
  return {
    record: (result, change) => {
      const named = { ...result, submissionId: result.submissionId ?? randomUUID() }
      return gathering.add({ result: named, change })
    },
  }
}
