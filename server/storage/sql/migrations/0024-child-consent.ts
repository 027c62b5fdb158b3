import type { Migration } from './migration.ts'

/** Which statements an adult had confirmed who added a child, and which adult; 0 and '' for children of earlier versions. */
export const childConsent: Migration = {
  id: 24,
  name: 'child-consent',
  statements: () => [
    `alter table student add column consent_version integer not null default 0`,
    `alter table student add column consent_by text not null default ''`,
  ],
}
