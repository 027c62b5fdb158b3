import type { Migration } from './migration.ts'

/**
 * Achievements with the counters that they are evaluated from, days of practice, and the calendar that decides both. Empty counters
 * say that a student's log has still to be evaluated. Outages and the time of the server's last heartbeat are of the installation.
 */
export const achievements: Migration = {
  id: 28,
  name: 'achievements',
  statements: ({ integer, byKey, sortedText, rowId }) => [
    `alter table student_practice add column zones text not null default 'America/Los_Angeles'`,
    `alter table student_practice add column counters text not null default ''`,
    `alter table student_practice add column retained_counters text`,
    `alter table fact_fluency add column counters text not null default ''`,
    `create table practiced_day (
      student_id ${sortedText} not null references student_practice (student_id),
      day ${sortedText} not null,
      at_ms ${integer} not null,
      primary key (student_id, day)
    )${byKey}`,
    `create table achievement (
      student_id ${sortedText} not null references student_practice (student_id),
      id ${sortedText} not null,
      level ${integer} not null,
      about text not null,
      amount ${integer} not null,
      earned_at_ms ${integer} not null,
      earned_day text not null,
      shown_at_ms ${integer},
      rules ${integer} not null,
      primary key (student_id, id, level)
    )${byKey}`,
    `alter table school_class add column zone text not null default 'America/Los_Angeles'`,
    `alter table school_class add column school_days text not null default '12345'`,
    `alter table school_class add column announces ${integer} not null default 1`,
    `alter table student add column announces ${integer} not null default 1`,
    `alter table student add column adult_announces ${integer} not null default 1`,
    `create table class_holiday (
      class_id ${sortedText} not null references school_class (id),
      from_day ${sortedText} not null,
      to_day text not null,
      primary key (class_id, from_day)
    )${byKey}`,
    `create table away (
      student_id ${sortedText} not null references student (user_id),
      from_day ${sortedText} not null,
      to_day text not null,
      primary key (student_id, from_day)
    )${byKey}`,
    `create table outage (
      id ${rowId},
      from_ms ${integer} not null,
      until_ms ${integer} not null
    )`,
    `create table heartbeat (id integer primary key, at_ms ${integer} not null)`,
  ],
}
