import { practiceDayStartMs } from '../../../../domain/practice-day.ts'
import type { DeletedByRetention, RetentionStore } from '../../../ops/retention.ts'
import type { Database } from '../../database.ts'
import { boardsOfDay } from '../boards/board-number.ts'
import { BattleRows, MAX_BATTLES_IN_BATCH } from '../battles/battle-rows.ts'
import { expiredPortions, oldAccesses, oldFailures, portionBefore } from './expired-rows.ts'
import { isSent, jsonRows, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement, type Statement, type Values } from '../statement.ts'

type Before = { day: string; board: number; startMs: number }

/** Rows of one portion: a few milliseconds of work, so that nobody's write waits long behind it. */
export const MAX_IN_PORTION = 500

const ELSEWHERE: DeletedByRetention = { guests: 0, results: 0, battles: 0, reports: 0, end: 'elsewhere' }

const CELL = ['board', 'level', 'cell']

/** What the boards are read from. */
const boardPortions = perDialect((dialect) => {
  return [
    statement<Before>()(({ board }) =>
      portionBefore(dialect, 'rank_cell', CELL, 'board', board, MAX_IN_PORTION),
    ),
    statement<Before>()(({ board }) =>
      portionBefore(dialect, 'state_score', ['board', 'state'], 'board', board, MAX_IN_PORTION),
    ),
    statement<Before>()(({ day }) =>
      portionBefore(dialect, 'state_day', ['practice_day', 'state'], 'practice_day', day, MAX_IN_PORTION),
    ),
  ]
})

/** The sums of players' days, and the sessions they are made of. */
const dayPortions = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const columns = { guest_id: 'integer', board: 'integer' } as const
  return {
    find: statement<Before>()(({ board }) =>
      db
        .selectFrom('daily_score')
        .select(['guest_id', 'board'])
        .where('board', '<', board)
        .limit(MAX_IN_PORTION),
    ),
    sums: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('daily_score').where(isSent(dialect, rows, columns)),
    ),
    // By the player first, because that is how sessions lie.
    sessions: statement<{ rows: string }>()(({ rows }) =>
      db
        .deleteFrom('practice_result')
        .where('guest_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, rows, columns)).select('sent.guest_id'),
        )
        .where(isSent(dialect, rows, columns)),
    ),
  }
})

/** What guests have sent besides, and the guests. */
const guestPortions = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    reports: statement<Before>()(({ day }) =>
      portionBefore(
        dialect,
        'time_report',
        ['guest_id', 'submission_id'],
        'practice_day',
        day,
        MAX_IN_PORTION,
      ),
    ),
    /** What is left of guests who have signed in, once nothing of theirs may arrive any more. */
    merged: statement<Before>()(({ startMs }) =>
      db
        .selectFrom('guest')
        .select('id as guest_id')
        .where('merged_at_ms', '<', startMs)
        .limit(MAX_IN_PORTION),
    ),
    merges: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('guest_merge').where(isSent(dialect, rows, { guest_id: 'integer' })),
    ),
    emptied: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('guest').where(isSent(dialect, rows, { guest_id: 'integer' }, ['id'])),
    ),
    // A guest stays while anything points to it: a kept write of an old day may arrive between two portions, and
    // rows may be of later days than the guest's own after the server's clock was set back. The day stands outside as
    // well, because that is where an engine with several writers looks again at a guest who has just come back.
    guests: statement<Before>()(({ day }) =>
      db
        .deleteFrom('guest')
        .where('last_active_day', '<', day)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('guest as old')
            .select('old.id')
            .where('old.last_active_day', '<', day)
            .where('old.merged_at_ms', 'is', null)
            .where(({ and, not, exists, selectFrom: rowsOf }) =>
              and(
                (['daily_score', 'practice_result', 'time_report', 'battle_player'] as const).map((table) =>
                  not(
                    exists(
                      rowsOf(table).select(`${table}.guest_id`).whereRef(`${table}.guest_id`, '=', 'old.id'),
                    ),
                  ),
                ),
              ),
            )
            .limit(MAX_IN_PORTION),
        ),
    ),
  }
})

type Portion = { readonly found: number; readonly deleted: number }

/** Does portions of work until one finds fewer than `most`, or until it is to stop; the sum of what they deleted. */
async function untilDone(signal: AbortSignal, most: number, work: () => Promise<Portion>): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const { found, deleted } = await work()
    sum += deleted
    if (found < most) break
  }
  return sum
}

/** Forgetting guest data in a SQL database: portion by portion, each a write among everybody else's. */
export function sqlRetentionStore(database: Database): RetentionStore {
  const boards = boardPortions(database.dialect)
  const days = dayPortions(database.dialect)
  const sent = guestPortions(database.dialect)
  const battles = new BattleRows(database.dialect)
  const accesses = oldAccesses(database.dialect, MAX_IN_PORTION)
  const failures = oldFailures(database.dialect, MAX_IN_PORTION)
  const expired = expiredPortions(database.dialect, MAX_IN_PORTION)

  /** Runs a deletion until it finds nothing more, or until it is to stop; the number of rows deleted. */
  const inPortions = <P extends Values>(portion: Statement<P, unknown>, values: P, signal: AbortSignal) =>
    untilDone(signal, MAX_IN_PORTION, async () => {
      const deleted = await database.write((transaction) => transaction.run(portion, values))
      return { found: deleted, deleted }
    })

  /** Forgets sums together with the sessions they are made of, so that neither is ever there without the other. */
  const forgetDays = (before: Before, signal: AbortSignal): Promise<number> =>
    untilDone(signal, MAX_IN_PORTION, () =>
      database.write(async (transaction) => {
        const keys = await transaction.all(days.find, before)
        const rows = toJson(keys)
        await transaction.run(days.sums, { rows })
        return { found: keys.length, deleted: await transaction.run(days.sessions, { rows }) }
      }),
    )

  /** The empty rows of guests who have signed in go together with what is remembered of them. */
  const forgetMerged = (before: Before, signal: AbortSignal): Promise<number> =>
    untilDone(signal, MAX_IN_PORTION, () =>
      database.write(async (transaction) => {
        const guests = await transaction.all(sent.merged, before)
        const rows = toJson(guests)
        await transaction.run(sent.merges, { rows })
        return { found: guests.length, deleted: await transaction.run(sent.emptied, { rows }) }
      }),
    )

  const forgetBattles = (day: string, signal: AbortSignal): Promise<number> =>
    untilDone(signal, MAX_BATTLES_IN_BATCH, async () => {
      const deleted = await database.write((transaction) => battles.deleteBatchBefore(transaction, day))
      return { found: deleted, deleted }
    })

  const forgetBefore = async (day: string, signal: AbortSignal): Promise<DeletedByRetention> => {
    // What was counted of the sums goes after them: a player with a sum is then always counted, and no cell falls
    // below nobody.
    const before = { day, board: boardsOfDay(day).first, startMs: practiceDayStartMs(day) }
    const results = await forgetDays(before, signal)
    for (const portion of boards) await inPortions(portion, before, signal)
    const played = await forgetBattles(day, signal)
    const reports = await inPortions(sent.reports, before, signal)
    await forgetMerged(before, signal)
    const guests = await inPortions(sent.guests, before, signal)
    for (const portion of expired) await inPortions(portion, before, signal)
    const counts = { guests, results, battles: played, reports }
    if (signal.aborted) return { ...counts, end: 'stopped' }
    return { ...counts, end: (await database.scrub()) ? 'complete' : 'journal_in_use' }
  }

  return {
    forgetAccesses: async (beforeMs, signal) => void (await inPortions(accesses, { beforeMs }, signal)),

    forgetFailures: async (beforeMs, nowMs, signal) =>
      void (await inPortions(failures, { beforeMs, nowMs }, signal)),

    forgetBefore: async (day, signal) =>
      (await database.tryWithLock('retention', () => forgetBefore(day, signal))) ?? ELSEWHERE,
  }
}
