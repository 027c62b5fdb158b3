/** Method and path of each call about finished battles, apart from its schemas, as in `guest-endpoints.ts`. */
export const battleEndpoints = {
  board: { method: 'GET', path: '/api/battles/leaderboard' },
  history: { method: 'GET', path: '/api/battles/history/:sessionToken' },
  stats: { method: 'GET', path: '/api/battles/stats/:sessionToken' },
} as const
