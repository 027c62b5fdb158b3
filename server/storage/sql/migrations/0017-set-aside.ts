import type { Migration } from './migration.ts'

/**
 * Attempts and battles that are set aside because nobody is so fast, what of a session's sums those attempts are, the memory of
 * the log's pace, and the device on which a guest became part of a student.
 */
export const setAside: Migration = {
  id: 17,
  name: 'set-aside',
  statements: ({ integer }) => [
    `alter table attempt add column set_aside text`,
    `create index attempt_set_aside on attempt (student_id, at_ms) where set_aside = 'too_fast'`,
    ...['answered', 'correct', 'score', 'answered_ms'].map(
      (sum) => `alter table student_session add column aside_${sum} ${integer} not null default 0`,
    ),
    `alter table student_practice add column log_full_at_ms ${integer} not null default 0`,
    `alter table battle_player add column set_aside ${integer} not null default 0`,
    `alter table guest_merge add column device text`,
  ],
}
