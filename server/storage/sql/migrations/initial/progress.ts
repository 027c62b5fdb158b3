import type { ColumnTypes } from '../migration.ts'

/** What is kept of each fact, day and week of a student, and what it has achieved. */
export const progressTables = ({ integer, sortedText, byKey, fullAt }: ColumnTypes): string[] => [
  `create table fact_fluency (
    student_id ${sortedText} not null references student_practice (student_id),
    fact ${sortedText} not null, seen ${integer} not null, right_count ${integer} not null,
    recent text not null, state text not null, level ${integer} not null default 0,
    due ${integer} not null default 0, asked_day ${integer} not null default 0,
    asked_at ${integer} not null default 0, missed ${integer} not null default 0,
    first_right ${integer} not null default 0, last_right ${integer} not null default 0,
    timed text not null default '', best ${integer} not null default 0, known_day text not null default '',
    counters text not null default '',
    primary key (student_id, fact)
  )${byKey}`,
  ...fullAt('fact_fluency', 80),
  `create table entry_time (
    student_id ${sortedText} not null references student_practice (student_id),
    input_type ${sortedText} not null, base_ms ${integer} not null, key_ms ${integer} not null,
    measured_at_ms ${integer} not null,
    primary key (student_id, input_type)
  )${byKey}`,
  `create table student_day (
    student_id ${sortedText} not null references student_practice (student_id),
    practice_day ${sortedText} not null, seconds ${integer} not null, sessions ${integer} not null,
    points ${integer} not null, attempts ${integer} not null,
    primary key (student_id, practice_day)
  )${byKey}`,
  `create index student_day_day on student_day (practice_day)`,
  ...fullAt('student_day', 80),
  `create table student_week (
    student_id ${sortedText} not null references student_practice (student_id),
    week ${sortedText} not null, days ${integer} not null, seconds ${integer} not null,
    points ${integer} not null, attempts ${integer} not null, known ${integer} not null,
    fluent ${integer} not null,
    primary key (student_id, week)
  )${byKey}`,
  `create table practiced_day (
    student_id ${sortedText} not null references student_practice (student_id),
    day ${sortedText} not null, at_ms ${integer} not null,
    primary key (student_id, day)
  )${byKey}`,
  `create table achievement (
    student_id ${sortedText} not null references student_practice (student_id),
    id ${sortedText} not null, level ${integer} not null, about text not null,
    amount ${integer} not null, earned_at_ms ${integer} not null, earned_day text not null,
    shown_at_ms ${integer}, rules ${integer} not null,
    primary key (student_id, id, level)
  )${byKey}`,
]
