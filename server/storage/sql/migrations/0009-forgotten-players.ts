import type { Migration } from './migration.ts'

/** Players who were deleted, until nothing of theirs can be on its way any more. A mark leads back to nobody. */
export const forgottenPlayers: Migration = {
  id: 9,
  name: 'forgotten-players',
  statements: ({ integer, sortedText, byKey }) => [
    `create table forgotten_player (
      mark ${sortedText} primary key,
      forgotten_at_ms ${integer} not null
    )${byKey}`,
    `create index forgotten_player_age on forgotten_player (forgotten_at_ms)`,
  ],
}
