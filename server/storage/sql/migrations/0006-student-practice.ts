import type { Migration } from './migration.ts'

/**
 * The practice of students: their sessions, every answer they typed, and what is read instead of answers: how well each fact
 * is known, and the sums of each practice day. Whoever writes holds the student's row of `student_practice`, and everything
 * else points to it.
 */
export const studentPractice: Migration = {
  id: 6,
  name: 'student-practice',
  statements: ({ integer, byKey, sortedText }) => [
    `create table student_practice (
      student_id ${sortedText} primary key,
      first_session_at_ms ${integer} not null
    )${byKey}`,
    `create table student_session (
      student_id ${sortedText} not null references student_practice (student_id),
      session_id ${sortedText} not null,
      session_type text not null,
      target_seconds ${integer} not null,
      total_problems ${integer} not null,
      started_at_ms ${integer} not null,
      completed_at_ms ${integer},
      seconds ${integer} not null,
      last_place ${integer} not null,
      problems ${integer} not null,
      open_fact text,
      open_misses ${integer} not null,
      open_ms ${integer} not null,
      answered ${integer} not null,
      correct ${integer} not null,
      score ${integer} not null,
      answered_ms ${integer} not null,
      practised_ms ${integer} not null,
      primary key (student_id, session_id)
    )${byKey}`,
    `create table attempt (
      student_id ${sortedText} not null,
      session_id ${sortedText} not null,
      place ${integer} not null,
      fact ${sortedText} not null,
      given ${integer} not null,
      correct ${integer} not null,
      attempt ${integer} not null,
      points ${integer} not null,
      response_ms ${integer} not null,
      entry_ms ${integer},
      visual_used ${integer} not null,
      at_ms ${integer} not null,
      primary key (student_id, session_id, place),
      foreign key (student_id, session_id) references student_session (student_id, session_id)
    )${byKey}`,
    `create index attempt_of_fact on attempt (student_id, fact, at_ms)`,
    `create table fact_fluency (
      student_id ${sortedText} not null references student_practice (student_id),
      fact ${sortedText} not null,
      seen ${integer} not null,
      right_count ${integer} not null,
      recent text not null,
      first_right_day text,
      last_right_day text,
      state text not null,
      primary key (student_id, fact)
    )${byKey}`,
    `create table student_day (
      student_id ${sortedText} not null references student_practice (student_id),
      practice_day ${sortedText} not null,
      seconds ${integer} not null,
      sessions ${integer} not null,
      points ${integer} not null,
      attempts ${integer} not null,
      primary key (student_id, practice_day)
    )${byKey}`,
  ],
}
