import type { Migration } from './migration.ts'

/** Passkeys of adults (better-auth's table): public keys only, and the kind of browser in which each was made. */
export const passkeys: Migration = {
  id: 21,
  name: 'passkeys',
  statements: ({ integer, byKey, sortedText }) => [
    `create table passkey (
      id ${sortedText} primary key,
      user_id ${sortedText} not null references "user" (id),
      name text,
      credential_id ${sortedText} not null unique,
      public_key text not null,
      counter ${integer} not null,
      transports text,
      created_at_ms ${integer} not null
    )${byKey}`,
    `create index passkey_person on passkey (user_id)`,
  ],
}
