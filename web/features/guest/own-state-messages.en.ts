/** The text about the player's state on the player card. */
export const stateMessages = {
  own: (state: string) => `You play for ${state}`,
  none: 'No state chosen',
  change: 'Change',
  changeState: 'Change your state',
} as const
