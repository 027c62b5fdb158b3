import type { Migration } from './migration.ts'

/** What the gardens of guests who became a student have reached: a digit for each fact (domain/learning/brought.ts). */
export const broughtGardens: Migration = {
  id: 43,
  name: 'brought-gardens',
  statements: () => [`alter table student_practice add column brought text not null default ''`],
}
