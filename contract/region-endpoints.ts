/** Method and path of the calls for the picker of a region. */
export const regionEndpoints = {
  countries: { method: 'GET', path: '/api/regions' },
  regions: { method: 'GET', path: '/api/regions/:country' },
} as const
