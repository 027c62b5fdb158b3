import type { Migration } from './migration.ts'

/**
 * Whose player a guest's row is, and what was merged of guests who have signed in: such a guest's row stays, empty, so that
 * what arrives late under its token finds the student.
 */
export const studentPlayers: Migration = {
  id: 8,
  name: 'student-players',
  statements: ({ integer, sortedText, byKey }) => [
    `alter table guest add column student_id ${sortedText} references student (user_id)`,
    `create index guest_student on guest (student_id) where student_id is not null`,
    `alter table guest add column merged_at_ms ${integer}`,
    `create index guest_merged on guest (merged_at_ms) where merged_at_ms is not null`,
    `create table guest_merge (
      guest_id ${integer} primary key references guest (id),
      sessions ${integer} not null,
      points ${integer} not null,
      battles ${integer} not null
    )${byKey}`,
  ],
}
