export const battlePageMessages = {
  /** The nickname of a player without one (specification §3). */
  player: 'Player',
  playNow: 'Play Now',
  invitation: 'Press Play Now to get an animal, or just pick a battle.',
} as const
