import { newToken } from './guest-calls.ts'
import type { Row } from './role-table.ts'
import { attemptBody, beginBody } from './student-calls.ts'

const STUDENTS = '401 401 yes yes 403 403 403 403'

/** Calls of a student's practice and progress. */
export const PRACTICE_ROWS: readonly Row[] = [
  ['POST /api/practice/sessions', () => ({ path: '/api/practice/sessions', body: beginBody() }), STUDENTS],
  [
    'POST /api/practice/logs',
    ({ anasSessionId }) => ({ path: '/api/practice/logs', body: attemptBody(anasSessionId, 0) }),
    '401 401 yes 404 403 403 403 403',
  ],
  [
    'PATCH /api/practice/sessions/:id',
    ({ anasSessionId }) => ({ path: `/api/practice/sessions/${anasSessionId}`, body: {} }),
    '401 401 yes 404 403 403 403 403',
  ],
  ['POST /api/me/guest', () => ({ path: '/api/me/guest', body: { sessionToken: newToken() } }), STUDENTS],
  ['GET /api/facts', () => ({ path: '/api/facts' }), STUDENTS],
  ['GET /api/daily-stats', () => ({ path: '/api/daily-stats' }), STUDENTS],
  ['GET /api/me/memory', () => ({ path: '/api/me/memory' }), STUDENTS],
  [
    'POST /api/me/entry-times/:inputType',
    () => ({ path: '/api/me/entry-times/touch', body: { baseMs: 700, keyMs: 200 } }),
    STUDENTS,
  ],
  [
    'POST /api/me/achievements/shown',
    () => ({ path: '/api/me/achievements/shown', body: { shown: [{ id: 'days', level: 5 }] } }),
    STUDENTS,
  ],
  [
    'POST /api/me/announcements',
    () => ({ path: '/api/me/announcements', body: { announces: true } }),
    STUDENTS,
  ],
  ['GET /api/me/progress', () => ({ path: '/api/me/progress' }), STUDENTS],
  ['GET /api/me/facts/:factId', () => ({ path: '/api/me/facts/addition-7-8' }), STUDENTS],
]
