import type { Migration } from './migration.ts'

/** The latest practice of each student, which dashboards read. Empty text says that the student's log has still to be folded. */
export const lately: Migration = {
  id: 32,
  name: 'lately',
  statements: () => [`alter table student_practice add column lately text not null default ''`],
}
