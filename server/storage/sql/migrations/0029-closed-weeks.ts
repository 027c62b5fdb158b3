import type { Migration } from './migration.ts'

/** The Monday of the last week of a class for which achievements of the whole class were evaluated; '' for none. */
export const closedWeeks: Migration = {
  id: 29,
  name: 'closed-weeks',
  statements: () => [`alter table school_class add column closed_week text not null default ''`],
}
