/** What the player card says of the player's state. */
export const stateMessages = {
  own: (state: string) => `You play for ${state}`,
  none: 'No state chosen',
  change: 'Change',
  changeState: 'Change your state',
} as const
