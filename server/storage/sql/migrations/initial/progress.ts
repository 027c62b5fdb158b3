import type { ColumnTypes } from '../migration.ts'

/** What is kept of each fact, day and week of a student, and what it has achieved. */
export const progressTables = ({ integer, sortedText, byKey, fullAt }: ColumnTypes): string[] => [
  `create table fact_fluency (
    student_id ${sortedText} not null references student_practice (student_id),
    fact ${sortedText} not null, seen ${integer} not null, right_count ${integer} not null,
    recent text not null, timed text not null, state text not null, best ${integer} not null,
    level ${integer} not null, due ${integer} not null, asked_day ${integer} not null,
    asked_at ${integer} not null, missed ${integer} not null, first_right ${integer} not null,
    last_right ${integer} not null, known_day text not null, missed_first ${integer} not null,
    right_days ${integer} not null, right_day text not null, picture_day text not null,
    is_alone ${integer} not null, is_hard ${integer} not null, fell ${integer} not null,
    is_again ${integer} not null, is_still ${integer} not null, seen_at_ms ${integer} not null,
    session ${integer} not null,
    primary key (student_id, fact)
  )${byKey}`,
  ...fullAt('fact_fluency', 80),
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
