/**
 * Method and path of each call, apart from its schemas: the browser takes these and its own small checks, because the
 * schemas and what they stand on are a tenth of everything it may load.
 */
export const guestEndpoints = {
  readSession: { method: 'GET', path: '/api/guest/session/:sessionToken' },
  saveSession: { method: 'POST', path: '/api/guest/session' },
  addTime: { method: 'POST', path: '/api/guest/session/:sessionToken/time' },
  saveScore: { method: 'POST', path: '/api/guest/score' },
  locate: { method: 'GET', path: '/api/geo' },
} as const
