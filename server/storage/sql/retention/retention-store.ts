import { practiceDayStartMs } from '../../../../domain/practice-day.ts'
import type { DeletedByRetention, RetentionStore } from '../../../ops/retention.ts'
import type { Database } from '../../database.ts'
import { boardsOfDay } from '../boards/board-number.ts'
import { deleteBattlesBefore, MAX_BATTLES_IN_BATCH } from '../battles/battle-rows.ts'
import { expiredBatches, expiredWrongPins, expiredLogs, deleteBatchBefore } from './expired-rows.ts'
import { isSent, jsonRows, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement, type Statement, type Values } from '../statement.ts'

type Before = { day: string; board: number; startMs: number }

/** Rows per batch: a few milliseconds of work, so that other writes do not wait long. */
export const MAX_BATCH_ROWS = 500

const ELSEWHERE: DeletedByRetention = { guests: 0, results: 0, battles: 0, reports: 0, end: 'elsewhere' }

const boardBatches = perDialect((dialect) => {
  return [
    statement<Before>()(({ board }) =>
      deleteBatchBefore(dialect, 'score_count', ['board', 'points'], 'board', board, MAX_BATCH_ROWS),
    ),
    statement<Before>()(({ board }) =>
      deleteBatchBefore(dialect, 'state_score', ['board', 'state'], 'board', board, MAX_BATCH_ROWS),
    ),
    statement<Before>()(({ day }) =>
      deleteBatchBefore(dialect, 'state_day', ['practice_day', 'state'], 'practice_day', day, MAX_BATCH_ROWS),
    ),
  ]
})

/** Daily scores and their sessions. */
const dayBatches = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const columns = { guest_id: 'integer', board: 'integer' } as const
  return {
    find: statement<Before>()(({ board }) =>
      db
        .selectFrom('daily_score')
        .select(['guest_id', 'board'])
        .where('board', '<', board)
        .limit(MAX_BATCH_ROWS),
    ),
    sums: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('daily_score').where(isSent(dialect, rows, columns)),
    ),
    // By player first, as in the primary key.
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

/** Time reports, merged guests and guests. */
const guestBatches = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    reports: statement<Before>()(({ day }) =>
      deleteBatchBefore(
        dialect,
        'time_report',
        ['guest_id', 'submission_id'],
        'practice_day',
        day,
        MAX_BATCH_ROWS,
      ),
    ),
    /** Merged guests for whom hardly anything can still arrive. */
    merged: statement<Before>()(({ startMs }) =>
      db
        .selectFrom('guest')
        .select('id as guest_id')
        .where('merged_at_ms', '<', startMs)
        .limit(MAX_BATCH_ROWS),
    ),
    merges: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('guest_merge').where(isSent(dialect, rows, { guest_id: 'integer' })),
    ),
    emptied: statement<{ rows: string }>()(({ rows }) =>
      db.deleteFrom('guest').where(isSent(dialect, rows, { guest_id: 'integer' }, ['id'])),
    ),
    // Guests that are still referenced are kept: a late write of an old day may arrive between batches, and after the clock was
    // set back, rows may have later days than their guest. The day is also compared in the outer query, which PostgreSQL
    // re-evaluates for a guest who has just become active again.
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
            .limit(MAX_BATCH_ROWS),
        ),
    ),
  }
})

type Batch = { readonly found: number; readonly deleted: number }

/** Runs batches until one finds fewer than `most` rows or the signal is aborted. Returns the number of rows deleted. */
async function repeatBatches(signal: AbortSignal, most: number, work: () => Promise<Batch>): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const { found, deleted } = await work()
    sum += deleted
    if (found < most) break
  }
  return sum
}

/** Deletes expired data in batches, each its own transaction, so that other writes can run in between. */
export function sqlRetentionStore(database: Database): RetentionStore {
  const boards = boardBatches(database.dialect)
  const days = dayBatches(database.dialect)
  const sent = guestBatches(database.dialect)
  const logs = expiredLogs(database.dialect, MAX_BATCH_ROWS)
  const wrongPins = expiredWrongPins(database.dialect, MAX_BATCH_ROWS)
  const expired = expiredBatches(database.dialect, MAX_BATCH_ROWS)

  const inBatches = <P extends Values>(batch: Statement<P, unknown>, values: P, signal: AbortSignal) =>
    repeatBatches(signal, MAX_BATCH_ROWS, async () => {
      const deleted = await database.write((transaction) => transaction.run(batch, values))
      return { found: deleted, deleted }
    })

  /** Deletes daily scores together with their sessions, so that neither exists without the other. */
  const deleteDays = (before: Before, signal: AbortSignal): Promise<number> =>
    repeatBatches(signal, MAX_BATCH_ROWS, () =>
      database.write(async (transaction) => {
        const keys = await transaction.all(days.find, before)
        const rows = toJson(keys)
        await transaction.run(days.sums, { rows })
        return { found: keys.length, deleted: await transaction.run(days.sessions, { rows }) }
      }),
    )

  /** Deletes merged guests' empty rows together with their merge records. */
  const deleteMerged = (before: Before, signal: AbortSignal): Promise<number> =>
    repeatBatches(signal, MAX_BATCH_ROWS, () =>
      database.write(async (transaction) => {
        const guests = await transaction.all(sent.merged, before)
        const rows = toJson(guests)
        await transaction.run(sent.merges, { rows })
        return { found: guests.length, deleted: await transaction.run(sent.emptied, { rows }) }
      }),
    )

  const deleteBattles = (day: string, signal: AbortSignal): Promise<number> =>
    repeatBatches(signal, MAX_BATTLES_IN_BATCH, async () => {
      const deleted = await database.write((transaction) => deleteBattlesBefore(transaction, day))
      return { found: deleted, deleted }
    })

  const deleteDaysBefore = async (day: string, signal: AbortSignal): Promise<DeletedByRetention> => {
    // Daily scores are deleted before the counts derived from them, so that every score is always counted and no count becomes
    // negative.
    const before = { day, board: boardsOfDay(day).first, startMs: practiceDayStartMs(day) }
    const results = await deleteDays(before, signal)
    for (const batch of boards) await inBatches(batch, before, signal)
    const played = await deleteBattles(day, signal)
    const reports = await inBatches(sent.reports, before, signal)
    await deleteMerged(before, signal)
    const guests = await inBatches(sent.guests, before, signal)
    for (const batch of expired) await inBatches(batch, before, signal)
    const counts = { guests, results, battles: played, reports }
    if (signal.aborted) return { ...counts, end: 'stopped' }
    return { ...counts, end: (await database.scrub()) ? 'complete' : 'journal_in_use' }
  }

  return {
    deleteLogsBefore: async (beforeMs, signal) => {
      for (const log of logs) await inBatches(log, { beforeMs }, signal)
    },

    deleteWrongPinsBefore: async (day, signal) => void (await inBatches(wrongPins, { day }, signal)),

    deleteDaysBefore: async (day, signal) =>
      (await database.tryWithLock('retention', () => deleteDaysBefore(day, signal))) ?? ELSEWHERE,
  }
}
