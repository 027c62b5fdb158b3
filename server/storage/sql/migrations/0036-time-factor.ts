import type { Migration } from './migration.ts'

/** What the goal of an attempt was multiplied by (domain/student-settings.ts); null for 1. */
export const timeFactor: Migration = {
  id: 36,
  name: 'time factor',
  statements: () => ['alter table attempt add column time_factor text'],
}
