import type { Migration } from './migration.ts'

/** The response times of what a student has told late, as far as they are remembered (domain/late-practice.ts). */
export const latePractice: Migration = {
  id: 26,
  name: 'late-practice',
  statements: () => [`alter table student_practice add column late_pace text not null default ''`],
}
