/** The text about the player's state on the player card. */
export const stateMessages = {
  own: (state: string) => `You play for ${state}`,
  none: 'No state chosen',
  choose: 'Choose',
  change: 'Change',
  notSaved: 'Your state wasn’t saved. Please try again.',
  changeState: 'Choose your state',
} as const
