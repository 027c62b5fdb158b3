import type { Migration } from './migration.ts'

/** Which adults have been invited, and the codes by which others may be. */
export const invitations: Migration = {
  id: 16,
  name: 'invitations',
  statements: ({ integer, byKey, sortedText }) => [
    `alter table "user" add column invited ${integer} not null default 0`,
    `create table invitation (
      code_hash ${sortedText} primary key,
      expires_at_ms ${integer} not null
    )${byKey}`,
    `create index invitation_expiry on invitation (expires_at_ms)`,
  ],
}
