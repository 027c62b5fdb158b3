import { sql, type SqlBool } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import type { Tables } from '../schema.ts'
import { queryBuilder, statement } from '../statement.ts'

type Before = { startMs: number }

/** Deletes at most so many rows of a table, known by their `key`, whose `column` is less than that. */
export function portionBefore(
  dialect: Dialect,
  table: keyof Tables & string,
  key: readonly string[],
  column: string,
  before: number | string,
  most: number,
) {
  const [own, old] = ['', 'old.'].map((prefix) => sql.join(key.map((name) => sql.ref(prefix + name))))
  const oldRows = sql`select ${old} from ${sql.table(table)} as old where ${sql.ref(`old.${column}`)} < ${before} limit ${most}`
  return queryBuilder(dialect)
    .deleteFrom(table)
    .where(sql<SqlBool>`(${own}) in (${oldRows})`)
}

/** Records of who has looked at what of a child, a portion of `most` rows at a time. */
export function oldAccesses(dialect: Dialect, most: number) {
  const key = ['student_id', 'at_ms', 'adult_id', 'kind']
  return statement<{ beforeMs: number }>()(({ beforeMs }) =>
    portionBefore(dialect, 'child_access', key, 'at_ms', beforeMs, most),
  )
}

/** What signing in and deleting leave behind when its time is over: a portion of `most` rows of each kind at a time. */
export function expiredPortions(dialect: Dialect, most: number) {
  const expired = (table: keyof Tables & string, key: readonly string[], column: string) =>
    statement<Before>()(({ startMs }) => portionBefore(dialect, table, key, column, startMs, most))
  return [
    expired('child_request', ['class_id', 'request_id', 'place'], 'made_at_ms'),
    expired('forgotten_player', ['mark'], 'forgotten_at_ms'),
    expired('session', ['id'], 'expires_at_ms'),
    expired('verification', ['id'], 'expires_at_ms'),
    expired('invitation', ['code_hash'], 'expires_at_ms'),
    expired('link_code', ['code_hash'], 'expires_at_ms'),
  ]
}

/**
 * Wrong answers that count no more, a portion of `most` rows at a time: those of an account when its last wait ended before
 * `beforeMs`, and those of letting in, which say when that may be done as often as ever, when that was before `nowMs`.
 */
export function oldFailures(dialect: Dialect, most: number) {
  return statement<{ beforeMs: number; nowMs: number }>()(({ beforeMs, nowMs }) =>
    queryBuilder(dialect)
      .deleteFrom('sign_in_failure')
      .where('account_key', 'in', ({ selectFrom }) =>
        selectFrom('sign_in_failure as old')
          .select('old.account_key')
          .where(({ and, eb, or }) => {
            const isOfLetIn = eb('old.account_key', 'like', 'let-in:%')
            return or([
              eb('old.not_before_ms', '<', beforeMs),
              and([isOfLetIn, eb('old.not_before_ms', '<', nowMs)]),
            ])
          })
          .limit(most),
      ),
  )
}
