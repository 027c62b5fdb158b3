/** The text for choosing a state, or a country and one of its regions. */
export const pickerMessages = {
  us: {
    title: 'Your state',
    lead: 'Your points count for the state you choose. Choose “No state” to keep your location hidden.',
    filter: 'Find a state',
    noneFound: 'No state with that name. Try its first letters.',
  },
  countries: {
    title: 'Your country',
    lead: 'Choose your country, then your region.',
    filter: 'Find a country',
    noneFound: 'No country with that name. Try its first letters.',
  },
  regions: (country: string) => ({
    title: 'Your region',
    lead: `Your points count for the region you choose in ${country}.`,
    filter: 'Find a region',
    noneFound: 'No region with that name. Try its first letters.',
  }),
  noState: 'No state',
  outsideUs: 'Outside the US',
  failed: 'Couldn’t load the list.',
  again: 'Try again',
  close: 'Close',
  back: 'Back',
  next: 'Next',
  save: 'Save',
} as const
