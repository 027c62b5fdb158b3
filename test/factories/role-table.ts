import { CALENDAR_ROWS } from './calendar-role-rows.ts'
import { PASSWORD } from './accounts.ts'
import { newToken } from './guest-calls.ts'
import { PRACTICE_ROWS } from './practice-role-rows.ts'
import { SCHOOL_ROWS } from './school-role-rows.ts'
import {
  EVERYBODY,
  TEACHERS,
  PARENTS,
  ADULTS,
  THE_TEACHER,
  OWNER_OF_ANA,
  WHO_LOOK_AFTER_ANA,
  ANA_AND_HER_ADULTS,
  OWNER_OF_KIM,
  row,
  rowOfKim,
  type Row,
} from './role-rows.ts'

const score = (sessionToken: string) => ({
  sessionToken,
  league: 'addition_facts',
  score: 5,
  problemsSolved: 1,
  correctAnswers: 1,
  averageTime: 900,
  speedBonus: 0,
})

const MOVE = 'POST /api/classes/:classId/children/move'
const moveOf = (classId: string, studentIds: readonly string[], toClassId: string) => ({
  path: `/api/classes/${classId}/children/move`,
  body: { studentIds, toClassId },
})

/** Every call of the app. */
export const ROLE_TABLE: readonly Row[] = [
  row('GET /healthz', EVERYBODY),
  row('GET /readyz', EVERYBODY),
  row('GET /metrics', EVERYBODY),
  ['GET /*', () => ({ path: '/about' }), EVERYBODY],
  ['GET /api/regions/:country', () => ({ path: '/api/regions/US' }), EVERYBODY],
  row('GET /api/regions', EVERYBODY),
  row('GET /api/openapi.json', EVERYBODY),
  row('GET /api/geo', EVERYBODY),

  row('GET /api/guest/session/:sessionToken', EVERYBODY),
  [
    'POST /api/guest/session',
    () => ({ path: '/api/guest/session', body: { sessionToken: newToken(), nickname: 'Fox' } }),
    EVERYBODY,
  ],
  row('POST /api/guest/session/:sessionToken/time', EVERYBODY, { additionalTime: 1 }),
  [
    'POST /api/guest/score',
    ({ guestToken }) => ({ path: '/api/guest/score', body: score(guestToken) }),
    EVERYBODY,
  ],
  row('GET /api/guest/daily-stats/:sessionToken', EVERYBODY),
  row('GET /api/guest/leaderboard?league=addition_facts', EVERYBODY),
  row('GET /api/guest/state-leaderboard?league=addition_facts', EVERYBODY),
  row('GET /api/guest/state-leaderboard-aggregated', EVERYBODY),
  ['GET /api/guest/weekly-points/:nickname', () => ({ path: '/api/guest/weekly-points/Fox' }), EVERYBODY],
  row('GET /api/battles/leaderboard?division=addition_subtraction', EVERYBODY),
  row('GET /api/battles/history/:sessionToken', EVERYBODY),
  row('GET /api/battles/stats/:sessionToken', EVERYBODY),

  row('GET /api/account', EVERYBODY),
  row('POST /api/account/sign-up', EVERYBODY, {}),
  row('POST /api/account/verify', EVERYBODY, { token: 'x', password: 'x' }),
  row('POST /api/account/verify/again', EVERYBODY, {}),
  row('POST /api/account/sign-in', EVERYBODY, {}),
  row('POST /api/account/sign-in/code', EVERYBODY, {}),
  row('POST /api/account/sign-in/passkey', EVERYBODY),
  row('POST /api/account/sign-in/passkey/answer', EVERYBODY, {}),
  row('POST /api/account/forgotten', EVERYBODY, {}),
  row('POST /api/account/reset', EVERYBODY, { token: 'x', password: PASSWORD }),
  row('POST /api/account/child/class', EVERYBODY, { code: 'BCD234' }),
  row('POST /api/account/child/sign-in', EVERYBODY, {}),
  row('GET /api/me', '401 401 yes yes yes yes yes yes'),

  ...PRACTICE_ROWS,

  row('GET /api/children/:studentId/access', OWNER_OF_ANA),
  rowOfKim('GET /api/children/:studentId/access', OWNER_OF_KIM),
  row('GET /api/deleted-children', ADULTS),

  row('GET /api/account/security', ADULTS),
  row('POST /api/account/password', ADULTS, {}),
  row('POST /api/account/invitation', ADULTS, {}),
  row('POST /api/account/sessions/end-others', ADULTS),
  row('POST /api/account/passkeys/begin', ADULTS, {}),
  row('POST /api/account/passkeys', ADULTS, {}),
  ['DELETE /api/account/passkeys/:passkeyId', () => ({ path: '/api/account/passkeys/x', body: {} }), ADULTS],
  row('POST /api/account/second-step', ADULTS, {}),
  row('POST /api/account/second-step/confirm', ADULTS, {}),
  row('DELETE /api/account/second-step', ADULTS, {}),
  row('POST /api/account/second-step/recovery-codes', ADULTS, {}),
  row('POST /api/account/consent', ADULTS, { version: 1 }),
  row('GET /api/children/:studentId/kept-until', ANA_AND_HER_ADULTS),
  row('GET /api/account/data', ADULTS),
  row('DELETE /api/account', ADULTS, { password: 'x'.repeat(200) }),

  row('GET /api/classes', TEACHERS),
  row('POST /api/classes', TEACHERS, { name: 'new' }),
  row('GET /api/classes/:classId', THE_TEACHER),
  ...CALENDAR_ROWS,
  ...SCHOOL_ROWS,
  ...['overview', 'export/names'].map((path): Row => [
    `GET /api/classes/:classId/${path.replace('names', ':named')}`,
    ({ classId }) => ({ path: `/api/classes/${classId}/${path}` }),
    THE_TEACHER,
  ]),
  ['GET /api/children/export/:named', () => ({ path: '/api/children/export/numbers' }), PARENTS],
  row('GET /api/account/losses', ADULTS),
  row('PATCH /api/classes/:classId', THE_TEACHER, { name: '3c' }),
  [
    'POST /api/classes/:classId/code',
    ({ secondClassId }) => ({ path: `/api/classes/${secondClassId}/code` }),
    THE_TEACHER,
  ],
  row('POST /api/classes/:classId/new-devices', THE_TEACHER, { minutes: 5 }),
  row('POST /api/classes/:classId/children', THE_TEACHER, { names: ['New'] }),

  row('GET /api/children', PARENTS),
  row('POST /api/children', PARENTS, { name: 'New' }),
  row('POST /api/children/code', PARENTS),
  row('POST /api/children/pins', PARENTS, { pinKind: 'digits' }),
  row('POST /api/children/new-devices', PARENTS, { minutes: 5 }),
  row('GET /api/children/:studentId', ANA_AND_HER_ADULTS),
  rowOfKim('GET /api/children/:studentId', '401 401 404 404 404 404 yes 404'),
  row('GET /api/children/:studentId/settings', ANA_AND_HER_ADULTS),
  row('POST /api/children/:studentId/settings', OWNER_OF_ANA, { calm: true }),
  row('POST /api/children/:studentId/boards', '401 401 403 403 403 403 yes 404', { boards: true }),
  ...['progress', 'losses', 'facts/addition-7-8', 'data', 'data/attempts'].flatMap((path): Row[] => {
    const route = `GET /api/children/:studentId/${path.replace('addition-7-8', ':factId').replace('attempts', ':table')}`
    return [
      [route, ({ ana }) => ({ path: `/api/children/${ana.id}/${path}` }), WHO_LOOK_AFTER_ANA],
      [route, ({ kim }) => ({ path: `/api/children/${kim.id}/${path}` }), OWNER_OF_KIM],
    ]
  }),
  row('PATCH /api/children/:studentId', OWNER_OF_ANA, { name: 'Anna' }),
  rowOfKim('PATCH /api/children/:studentId', OWNER_OF_KIM, { name: 'Kimmy' }),
  // Into a class of others, or with a child of others: not even the child's own teacher.
  [
    MOVE,
    ({ classId, ana, kim }) => moveOf(classId, [ana.id], kim.classId),
    '401 401 403 403 404 404 403 403',
  ],
  [
    MOVE,
    ({ classId, ana, kim, secondClassId }) => moveOf(classId, [ana.id, kim.id], secondClassId),
    '401 401 403 403 404 404 403 403',
  ],
  [MOVE, ({ classId, ana, secondClassId }) => moveOf(classId, [ana.id], secondClassId), THE_TEACHER],
  row('POST /api/children/:studentId/link-code', OWNER_OF_ANA),
  rowOfKim('POST /api/children/:studentId/link-code', OWNER_OF_KIM),
  rowOfKim('POST /api/children/:studentId/sign-out', OWNER_OF_KIM),
  row('GET /api/classes/:classId/pins', OWNER_OF_ANA),
  rowOfKim('GET /api/classes/:classId/pins', OWNER_OF_KIM),
  // Ana's parent is linked to her, and she is at home in the class.
  row('GET /api/children/:studentId/pin', OWNER_OF_ANA),
  rowOfKim('GET /api/children/:studentId/pin', OWNER_OF_KIM),
  rowOfKim('POST /api/children/:studentId/pin', OWNER_OF_KIM),
  row('GET /api/children/:studentId/guardians', OWNER_OF_ANA),
  rowOfKim('GET /api/children/:studentId/guardians', OWNER_OF_KIM),
  [
    'DELETE /api/children/:studentId',
    async ({ spare }) => ({ path: `/api/children/${(await spare()).id}` }),
    OWNER_OF_ANA,
  ],
  [
    'DELETE /api/classes/:classId/children/:studentId',
    async ({ classId, spare }) => ({
      path: `/api/classes/${classId}/children/${(await spare()).id}`,
      body: { toParent: null },
    }),
    OWNER_OF_ANA,
  ],
  rowOfKim('DELETE /api/classes/:classId/children/:studentId', OWNER_OF_KIM, { toParent: null }),
  // Whose link it is comes after whose child: nobody else learns that there is none.
  [
    'DELETE /api/children/:studentId/guardians/:parentId',
    ({ ana }) => ({ path: `/api/children/${ana.id}/guardians/nobody` }),
    '401 401 403 403 404 404 404 404',
  ],
  row('DELETE /api/children/:studentId/guardian', '401 401 403 403 403 403 yes 404'),
  [
    'POST /api/children/link',
    async ({ linkCode }) => ({ path: '/api/children/link', body: { code: await linkCode() } }),
    PARENTS,
  ],
  row('POST /api/children/:studentId/pin', OWNER_OF_ANA),
  [
    'POST /api/children/:studentId/sign-out',
    ({ ana }) => ({ path: `/api/children/${ana.id}/sign-out` }),
    // Ana's new PIN has signed her out.
    '401 401 401 403 yes 404 404 404',
  ],
  [
    'POST /api/classes/:classId/pins',
    ({ classId }) => ({ path: `/api/classes/${classId}/pins`, body: { pinKind: 'digits' } }),
    // Ana's new PIN has signed her out.
    '401 401 401 403 yes 404 404 404',
  ],
  row('POST /api/account/sign-out', EVERYBODY),
]
