import type { Migration } from './migration.ts'

/** What a class or family decides for all its children; only what is not the default (domain/student-settings.ts). */
export const homeSettings: Migration = {
  id: 37,
  name: 'home settings',
  statements: () => [`alter table school_class add column settings text not null default ''`],
}
