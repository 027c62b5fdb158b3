/** What a player reads while choosing a state. */
export const pickerMessages = {
  title: 'Your state',
  lead: 'Your points count for the state you choose. With no state, no place is shown for you.',
  filter: 'Find a state',
  noState: 'No state',
  noneFound: 'No state is called that. Try its first letters.',
  close: 'Close',
  save: 'Save',
} as const
