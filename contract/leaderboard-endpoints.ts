/** Method and path of each board call, apart from its schemas, as in `guest-endpoints.ts`. */
export const leaderboardEndpoints = {
  players: { method: 'GET', path: '/api/guest/leaderboard' },
  states: { method: 'GET', path: '/api/guest/state-leaderboard' },
  statesOfAllLeagues: { method: 'GET', path: '/api/guest/state-leaderboard-aggregated' },
  weeklyPoints: { method: 'GET', path: '/api/guest/weekly-points/:nickname' },
  dailyStats: { method: 'GET', path: '/api/guest/daily-stats/:sessionToken' },
} as const
