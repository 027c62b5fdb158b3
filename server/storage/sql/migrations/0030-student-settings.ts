import type { Migration } from './migration.ts'

/** How a child plays, such as in calm mode; only what is not the default (domain/student-settings.ts). */
export const studentSettings: Migration = {
  id: 30,
  name: 'student settings',
  statements: () => [`alter table student add column settings text not null default ''`],
}
