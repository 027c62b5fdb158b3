import type { Migration } from './migration.ts'

/** Whether a student's player is on no public board (hidden-player-rows.ts). */
export const hiddenPlayers: Migration = {
  id: 38,
  name: 'hidden-players',
  statements: ({ integer }) => [`alter table guest add column hidden ${integer} not null default 0`],
}
