/** Method and path of each call of a signed-in student, apart from its schemas, as in `guest-endpoints.ts`. */
export const studentEndpoints = {
  beginSession: { method: 'POST', path: '/api/practice/sessions' },
  finishSession: { method: 'PATCH', path: '/api/practice/sessions/:id' },
  logAttempts: { method: 'POST', path: '/api/practice/logs' },
  facts: { method: 'GET', path: '/api/facts' },
  dailyStats: { method: 'GET', path: '/api/daily-stats' },
  progress: { method: 'GET', path: '/api/me/progress' },
  memory: { method: 'GET', path: '/api/me/memory' },
  putEntryTime: { method: 'POST', path: '/api/me/entry-times/:inputType' },
  mergeGuest: { method: 'POST', path: '/api/me/guest' },
  factHistory: { method: 'GET', path: '/api/me/facts/:factId' },
} as const
