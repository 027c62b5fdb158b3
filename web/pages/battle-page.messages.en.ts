export const battlePageMessages = {
  /** The nickname of a player without one (specification §3). */
  player: 'Player',
  invitation: 'Get a fun name first, or pick a battle and play as “Player”.',
} as const
