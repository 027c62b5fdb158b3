import { newToken } from './guest-calls.ts'
import { attemptBody, beginBody } from './student-calls.ts'
import { row, type Row } from './role-rows.ts'

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
  row('GET /api/facts', '401 401 yes yes 403 403 403 403'),
  row('GET /api/daily-stats', '401 401 yes yes 403 403 403 403'),
  row('GET /api/me/memory', '401 401 yes yes 403 403 403 403'),
  [
    'POST /api/me/entry-times/:inputType',
    () => ({ path: '/api/me/entry-times/touch', body: { baseMs: 700, keyMs: 200 } }),
    STUDENTS,
  ],
  row('POST /api/me/achievements/shown', '401 401 yes yes 403 403 403 403', {
    shown: [{ id: 'days', level: 5 }],
  }),
  row('POST /api/me/announcements', '401 401 yes yes 403 403 403 403', { announces: true }),
  row('POST /api/me/settings', '401 401 yes yes 403 403 403 403', { calm: true }),
  row('GET /api/me/progress', '401 401 yes yes 403 403 403 403'),
  ['GET /api/me/facts/:factId', () => ({ path: '/api/me/facts/addition-7-8' }), STUDENTS],
]
