import type { Dialect } from '../dialect.ts'
import { queryBuilder, statement } from './statement.ts'

type Before = { startMs: number }

/** What signing in and deleting leave behind when its time is over: a portion of `most` rows of each kind at a time. */
export function expiredPortions(dialect: Dialect, most: number) {
  const db = queryBuilder(dialect)
  return [
    statement<Before>()(({ startMs }) =>
      db
        .deleteFrom('forgotten_player')
        .where('mark', 'in', ({ selectFrom }) =>
          selectFrom('forgotten_player as old')
            .select('old.mark')
            .where('old.forgotten_at_ms', '<', startMs)
            .limit(most),
        ),
    ),
    statement<Before>()(({ startMs }) =>
      db
        .deleteFrom('session')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('session as old').select('old.id').where('old.expires_at_ms', '<', startMs).limit(most),
        ),
    ),
    statement<Before>()(({ startMs }) =>
      db
        .deleteFrom('verification')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('verification as old')
            .select('old.id')
            .where('old.expires_at_ms', '<', startMs)
            .limit(most),
        ),
    ),
    statement<Before>()(({ startMs }) =>
      db
        .deleteFrom('link_code')
        .where('code_hash', 'in', ({ selectFrom }) =>
          selectFrom('link_code as old')
            .select('old.code_hash')
            .where('old.expires_at_ms', '<', startMs)
            .limit(most),
        ),
    ),
    statement<Before>()(({ startMs }) =>
      db
        .deleteFrom('sign_in_failure')
        .where('account_key', 'in', ({ selectFrom }) =>
          selectFrom('sign_in_failure as old')
            .select('old.account_key')
            .where('old.not_before_ms', '<', startMs)
            .limit(most),
        ),
    ),
  ]
}
