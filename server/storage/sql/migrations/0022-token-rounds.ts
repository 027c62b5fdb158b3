import type { Migration } from './migration.ts'

/** Which of a student's player tokens is the one of now (server/account/player-token.ts); all begin with the one they have had. */
export const tokenRounds: Migration = {
  id: 22,
  name: 'token-rounds',
  statements: ({ integer }) => [`alter table student add column token_round ${integer} not null default 0`],
}
