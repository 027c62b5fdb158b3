import { sql, type SqlBool } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import type { Tables } from '../schema.ts'
import { queryBuilder, statement } from '../statement.ts'

type Before = { startMs: number }

/** Deletes at most `maxRows` rows whose `column` is less than `before`. `key` is the table's primary key. */
export function deleteBatchBefore(
  dialect: Dialect,
  table: keyof Tables & string,
  key: readonly string[],
  column: string,
  before: number | string,
  maxRows: number,
) {
  const [own, old] = ['', 'old.'].map((prefix) => sql.join(key.map((name) => sql.ref(prefix + name))))
  const oldRows = sql`select ${old} from ${sql.table(table)} as old where ${sql.ref(`old.${column}`)} < ${before} limit ${maxRows}`
  return queryBuilder(dialect)
    .deleteFrom(table)
    .where(sql<SqlBool>`(${own}) in (${oldRows})`)
}

/** Statements that delete old rows of the access log and of the log of removed guests in batches. */
export function expiredLogs(dialect: Dialect, maxRows: number) {
  const old = (table: keyof Tables & string, key: readonly string[]) =>
    statement<{ beforeMs: number }>()(({ beforeMs }) =>
      deleteBatchBefore(dialect, table, key, 'at_ms', beforeMs, maxRows),
    )
  return [old('child_access', ['student_id', 'at_ms', 'adult_id', 'kind']), old('removal', ['id'])]
}

/** Statements that delete expired sessions, links, codes and marks in batches. */
export function expiredBatches(dialect: Dialect, maxRows: number) {
  const expired = (table: keyof Tables & string, key: readonly string[], column: string) =>
    statement<Before>()(({ startMs }) => deleteBatchBefore(dialect, table, key, column, startMs, maxRows))
  return [
    expired('child_request', ['class_id', 'request_id', 'place'], 'made_at_ms'),
    expired('forgotten_player', ['mark'], 'forgotten_at_ms'),
    expired('session', ['id'], 'expires_at_ms'),
    expired('verification', ['id'], 'expires_at_ms'),
    expired('invitation', ['code_hash'], 'expires_at_ms'),
    expired('link_code', ['code_hash'], 'expires_at_ms'),
  ]
}

/** Deletes counts of wrong PINs of earlier practice days in batches. */
export function expiredWrongPins(dialect: Dialect, maxRows: number) {
  return statement<{ day: string }>()(({ day }) =>
    deleteBatchBefore(dialect, 'sign_in_failure', ['student_id'], 'practice_day', day, maxRows),
  )
}
