import type { Dialect } from '../../dialect.ts'
import { queryBuilder, statement } from '../statement.ts'

type Before = { startMs: number }

/** Records of who has looked at what of a child, a portion of `most` rows at a time. */
export function oldAccesses(dialect: Dialect, most: number) {
  return statement<{ beforeMs: number }>()(({ beforeMs }) =>
    queryBuilder(dialect)
      .deleteFrom('child_access')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('student_id', 'at_ms', 'adult_id', 'kind'),
          'in',
          selectFrom('child_access as old')
            .select(['old.student_id', 'old.at_ms', 'old.adult_id', 'old.kind'])
            .where('old.at_ms', '<', beforeMs)
            .limit(most)
            .$asTuple('student_id', 'at_ms', 'adult_id', 'kind'),
        ),
      ),
  )
}

/** What signing in and deleting leave behind when its time is over: a portion of `most` rows of each kind at a time. */
export function expiredPortions(dialect: Dialect, most: number) {
  const db = queryBuilder(dialect)
  return [
    statement<Before>()(({ startMs }) =>
      db
        .deleteFrom('child_request')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('class_id', 'request_id', 'place'),
            'in',
            selectFrom('child_request as old')
              .select(['old.class_id', 'old.request_id', 'old.place'])
              .where('old.made_at_ms', '<', startMs)
              .limit(most)
              .$asTuple('class_id', 'request_id', 'place'),
          ),
        ),
    ),
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
        .deleteFrom('invitation')
        .where('code_hash', 'in', ({ selectFrom }) =>
          selectFrom('invitation as old')
            .select('old.code_hash')
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
  ]
}

/**
 * Wrong answers that count no more, a portion of `most` rows at a time: those of an account when its last wait ended before
 * `beforeMs`, and those of a class, whose row says when all its guesses are free again, when that was before `nowMs`.
 */
export function oldFailures(dialect: Dialect, most: number) {
  return statement<{ beforeMs: number; nowMs: number }>()(({ beforeMs, nowMs }) =>
    queryBuilder(dialect)
      .deleteFrom('sign_in_failure')
      .where('account_key', 'in', ({ selectFrom }) =>
        selectFrom('sign_in_failure as old')
          .select('old.account_key')
          .where(({ and, eb, or }) => {
            const isOfClass = or([
              eb('old.account_key', 'like', 'class:%'),
              eb('old.account_key', 'like', 'let-in:%'),
            ])
            return or([
              eb('old.not_before_ms', '<', beforeMs),
              and([isOfClass, eb('old.not_before_ms', '<', nowMs)]),
            ])
          })
          .limit(most),
      ),
  )
}
