export const battlePageMessages = {
  /** The name of a player without one (specification §3). */
  player: 'Player',
} as const
