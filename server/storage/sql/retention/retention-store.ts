import { sql, type SqlBool } from 'kysely'
import { practiceDayStartMs } from '../../../../domain/practice-day.ts'
import type { DeletedByRetention, RetentionStore } from '../../../ops/retention.ts'
import type { Database, Job, Transaction } from '../../database.ts'
import { boardsOfDay } from '../boards/board-number.ts'
import { deleteBattlesBefore, MAX_BATTLES_IN_BATCH } from '../battles/battle-rows.ts'
import type { Tables } from '../schema.ts'

/** Rows per batch: a few milliseconds of work, so that other writes do not wait long. */
export const MAX_BATCH_ROWS = 500

const ELSEWHERE: DeletedByRetention = { guests: 0, results: 0, battles: 0, reports: 0, end: 'elsewhere' }

/** Rows that expire: their table, its primary key, and the column that says when. */
type Expiring = readonly [table: keyof Tables & string, key: readonly string[], column: string]

/** The access log and the log of removed guests. */
const LOGS: readonly Expiring[] = [
  ['child_access', ['student_id', 'at_ms', 'adult_id', 'kind'], 'at_ms'],
  ['removal', ['id'], 'at_ms'],
]

/** Sessions, links, codes and marks. */
const EXPIRING: readonly Expiring[] = [
  ['child_request', ['class_id', 'request_id', 'place'], 'made_at_ms'],
  ['forgotten_player', ['mark'], 'forgotten_at_ms'],
  ['session', ['id'], 'expires_at_ms'],
  ['verification', ['id'], 'expires_at_ms'],
  ['invitation', ['code_hash'], 'expires_at_ms'],
  ['link_code', ['code_hash'], 'expires_at_ms'],
]

type Batch = { readonly found: number; readonly deleted: number }

const batchOf = (deleted: number | bigint): Batch => ({ found: Number(deleted), deleted: Number(deleted) })

/** Deletes a batch of rows that are older than `before`. */
function expired([table, key, column]: Expiring, before: number | string): Job<Batch> {
  const [own, old] = ['', 'old.'].map((prefix) => sql.join(key.map((name) => sql.ref(prefix + name))))
  const oldRows = sql`select ${old} from ${sql.table(table)} as old where ${sql.ref(`old.${column}`)} < ${before} limit ${MAX_BATCH_ROWS}`
  return async ({ db }) => {
    const rows = db.deleteFrom(table).where(sql<SqlBool>`(${own}) in (${oldRows})`)
    return batchOf((await rows.executeTakeFirstOrThrow()).numDeletedRows)
  }
}

/** Deletes daily scores together with their sessions, so that neither exists without the other. */
async function deleteDays({ db }: Transaction, beforeBoard: number): Promise<Batch> {
  const scores = await db
    .selectFrom('daily_score')
    .select(['guest_id', 'board'])
    .where('board', '<', beforeBoard)
    .orderBy('board')
    .limit(MAX_BATCH_ROWS)
    .execute()
  let deleted = 0
  for (const board of new Set(scores.map((row) => row.board))) {
    const guestIds = scores.filter((row) => row.board === board).map((row) => row.guest_id)
    const sums = db.deleteFrom('daily_score').where('guest_id', 'in', guestIds)
    await sums.where('board', '=', board).execute()
    const sessions = db.deleteFrom('practice_result').where('guest_id', 'in', guestIds)
    const { numDeletedRows } = await sessions.where('board', '=', board).executeTakeFirstOrThrow()
    deleted += Number(numDeletedRows)
  }
  return { found: scores.length, deleted }
}

/** Deletes the empty rows of merged guests for whom hardly anything can still arrive, together with their merge records. */
async function deleteMerged({ db }: Transaction, beforeMs: number): Promise<Batch> {
  const merged = db.selectFrom('guest').select('id').where('merged_at_ms', '<', beforeMs)
  const ids = (await merged.limit(MAX_BATCH_ROWS).execute()).map(({ id }) => id)
  if (ids.length === 0) return batchOf(0)
  await db.deleteFrom('guest_merge').where('guest_id', 'in', ids).execute()
  await db.deleteFrom('guest').where('id', 'in', ids).execute()
  return batchOf(ids.length)
}

/**
 * Guests that are still referenced are kept: a late write of an old day may arrive between batches, and after the clock was set back,
 * rows may have later days than their guest. The day is also compared in the outer query, which PostgreSQL re-evaluates for a guest
 * who has just become active again.
 */
async function deleteGuests({ db }: Transaction, day: string): Promise<Batch> {
  const { numDeletedRows } = await db
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
    )
    .executeTakeFirstOrThrow()
  return batchOf(numDeletedRows)
}

/** Deletes expired data in batches, each its own transaction, so that other writes can run in between. */
export function sqlRetentionStore(database: Database): RetentionStore {
  /** Runs batches until one finds fewer than `most` rows or the signal is aborted. Returns the number of rows deleted. */
  const inBatches = async (
    signal: AbortSignal,
    batch: Job<Batch>,
    most = MAX_BATCH_ROWS,
  ): Promise<number> => {
    let sum = 0
    while (!signal.aborted) {
      const { found, deleted } = await database.write(batch)
      sum += deleted
      if (found < most) break
    }
    return sum
  }

  const deleteDaysBefore = async (day: string, signal: AbortSignal): Promise<DeletedByRetention> => {
    const { first: board } = boardsOfDay(day)
    const startMs = practiceDayStartMs(day)
    // Daily scores are deleted before the counts derived from them, so that every score is always counted and no count becomes
    // negative.
    const results = await inBatches(signal, (transaction) => deleteDays(transaction, board))
    await inBatches(signal, expired(['score_count', ['board', 'points'], 'board'], board))
    await inBatches(signal, expired(['state_score', ['board', 'state'], 'board'], board))
    await inBatches(signal, expired(['state_day', ['practice_day', 'state'], 'practice_day'], day))
    const battles = await inBatches(
      signal,
      async (transaction) => batchOf(await deleteBattlesBefore(transaction, day)),
      MAX_BATTLES_IN_BATCH,
    )
    const reported = ['time_report', ['guest_id', 'submission_id'], 'practice_day'] as const
    const reports = await inBatches(signal, expired(reported, day))
    await inBatches(signal, (transaction) => deleteMerged(transaction, startMs))
    const guests = await inBatches(signal, (transaction) => deleteGuests(transaction, day))
    for (const rows of EXPIRING) await inBatches(signal, expired(rows, startMs))
    const counts = { guests, results, battles, reports }
    if (signal.aborted) return { ...counts, end: 'stopped' }
    return { ...counts, end: (await database.scrub()) ? 'complete' : 'journal_in_use' }
  }

  return {
    deleteLogsBefore: async (beforeMs, signal) => {
      for (const log of LOGS) await inBatches(signal, expired(log, beforeMs))
    },

    deleteWrongPinsBefore: async (day, signal) =>
      void (await inBatches(signal, expired(['sign_in_failure', ['student_id'], 'practice_day'], day))),

    deleteDaysBefore: async (day, signal) =>
      (await database.tryWithLock('retention', () => deleteDaysBefore(day, signal))) ?? ELSEWHERE,
  }
}
