import type { Migration } from './migration.ts'

/** The second step of adults at sign-in (better-auth's table). The secret and the recovery codes are encrypted. */
export const secondFactors: Migration = {
  id: 20,
  name: 'second-factors',
  statements: ({ integer, byKey, sortedText }) => [
    `alter table "user" add column two_factor_enabled ${integer} not null default 0`,
    `create table second_factor (
      id ${sortedText} primary key,
      user_id ${sortedText} not null unique references "user" (id),
      secret text not null,
      backup_codes text not null,
      verified ${integer} not null
    )${byKey}`,
  ],
}
