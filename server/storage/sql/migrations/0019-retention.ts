import type { Migration } from './migration.ts'

/**
 * What the retention policy needs: when a person was last here, which warnings were given, what each week of a student came to
 * (it outlives the answers), and what adults have agreed to. When people were last here was not recorded before: everybody counts
 * as seen at the update.
 */
export const retention: Migration = {
  id: 19,
  name: 'retention',
  statements: ({ integer, byKey, sortedText, nowMs }) => [
    `create table person_seen (
      user_id ${sortedText} primary key references "user" (id),
      seen_at_ms ${integer} not null
    )${byKey}`,
    `insert into person_seen (user_id, seen_at_ms) select id, ${nowMs} from "user"`,
    `create table retention_warning (
      person_id ${sortedText} not null,
      step text not null,
      at_ms ${integer} not null,
      primary key (person_id, step)
    )${byKey}`,
    `create table student_week (
      student_id ${sortedText} not null references student_practice (student_id),
      week ${sortedText} not null,
      days ${integer} not null,
      seconds ${integer} not null,
      points ${integer} not null,
      attempts ${integer} not null,
      known ${integer} not null,
      fluent ${integer} not null,
      primary key (student_id, week)
    )${byKey}`,
    `create index student_day_day on student_day (practice_day)`,
    `create index student_session_age on student_session (started_at_ms)`,
    `create table consent (
      user_id ${sortedText} not null references "user" (id),
      version ${integer} not null,
      kind text not null,
      at_ms ${integer} not null,
      primary key (user_id, version)
    )${byKey}`,
  ],
}
