import type { ColumnTypes } from '../migration.ts'

/** What students practiced: sessions and attempts. A student's row of `student_practice` is locked by all that writes. */
export const practiceTables = ({ integer, sortedText, byKey, fullAt }: ColumnTypes): string[] => [
  `create table student_practice (
    student_id ${sortedText} primary key, first_session_at_ms ${integer} not null,
    log_full_at_ms ${integer} not null default 0, late_pace text not null default '',
    zones text not null default 'America/Los_Angeles', state_version ${integer} not null, state text not null,
    lately text not null default '[]', letters text not null default '', brought text not null default ''
  )${byKey}`,
  `create table retained_learning (
    student_id ${sortedText} primary key references student_practice (student_id), retained text not null
  )${byKey}`,
  `create table student_session (
    student_id ${sortedText} not null references student_practice (student_id),
    session_id ${sortedText} not null, session_type text not null, target_seconds ${integer} not null,
    total_problems ${integer} not null, started_at_ms ${integer} not null, completed_at_ms ${integer},
    seconds ${integer} not null, last_place ${integer} not null, problems ${integer} not null,
    open_fact text, open_misses ${integer} not null, open_ms ${integer} not null,
    answered ${integer} not null, correct ${integer} not null, score ${integer} not null,
    answered_ms ${integer} not null, practised_ms ${integer} not null,
    counts_from_ms ${integer} not null, counts_until_ms ${integer},
    aside_answered ${integer} not null default 0, aside_correct ${integer} not null default 0,
    aside_score ${integer} not null default 0, aside_answered_ms ${integer} not null default 0,
    primary key (student_id, session_id)
  )${byKey}`,
  `create index student_session_age on student_session (started_at_ms)`,
  `create index student_session_time on student_session (student_id, counts_from_ms)`,
  ...fullAt('student_session', 80),
  `create table attempt (
    student_id ${sortedText} not null, session_id ${sortedText} not null, place ${integer} not null,
    fact ${sortedText} not null, given ${integer} not null, correct ${integer} not null,
    attempt ${integer} not null, points ${integer} not null, response_ms ${integer} not null,
    entry_ms ${integer}, visual_used ${integer} not null, at_ms ${integer} not null, set_aside text,
    time_factor text,
    primary key (student_id, session_id, place),
    foreign key (student_id, session_id) references student_session (student_id, session_id)
  )${byKey}`,
  `create index attempt_of_fact on attempt (student_id, fact, at_ms)`,
  `create index attempt_set_aside on attempt (student_id, at_ms) where set_aside = 'too_fast'`,
]
