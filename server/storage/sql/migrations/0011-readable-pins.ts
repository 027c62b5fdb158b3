import type { Migration } from './migration.ts'

/**
 * PINs that their adults can read again, a record of who read them, and the requests that added children, so that a retry adds
 * nobody twice. A hashed PIN stays in `pin_hash` until its child signs in; `pin_hash` is empty once there is `pin_sealed`.
 */
export const readablePins: Migration = {
  id: 11,
  name: 'readable-pins',
  statements: ({ integer, byKey, sortedText }) => [
    `alter table student add column pin_sealed text`,
    `create table child_access (
      student_id ${sortedText} not null references student (user_id),
      at_ms ${integer} not null,
      adult_id ${sortedText} not null references "user" (id),
      kind text not null,
      primary key (student_id, at_ms, adult_id, kind)
    )${byKey}`,
    `create index child_access_adult on child_access (adult_id)`,
    `create index child_access_age on child_access (at_ms)`,
    `create table child_request (
      class_id ${sortedText} not null references school_class (id),
      request_id ${sortedText} not null,
      place ${integer} not null,
      student_id ${sortedText} not null references student (user_id),
      made_at_ms ${integer} not null,
      primary key (class_id, request_id, place)
    )${byKey}`,
    `create index child_request_student on child_request (student_id)`,
    `create index child_request_age on child_request (made_at_ms)`,
  ],
}
