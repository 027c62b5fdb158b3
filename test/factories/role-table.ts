import { CALENDAR_ROWS } from './calendar-role-rows.ts'
import { PASSWORD } from './accounts.ts'
import { newToken } from './guest-calls.ts'
import { PRACTICE_ROWS } from './practice-role-rows.ts'
import type { RoleWorld } from './role-world.ts'

type Sent = { readonly path: string; readonly body?: unknown }

/**
 * A route and what each caller is answered, in the order of CALLERS: a status, or `yes` for any that is neither 401 nor 403
 * nor 404. The call is made anew for each caller. Where a row ends in the world being changed, it stands below the others.
 */
export type Row = readonly [route: string, send: (world: RoleWorld) => Sent | Promise<Sent>, verdicts: string]

const EVERYBODY = 'yes yes yes yes yes yes yes yes'
const ALL_WHO_ARE_SIGNED_IN = '401 401 yes yes yes yes yes yes'
const TEACHERS = '401 401 403 403 yes yes 403 403'
const PARENTS = '401 401 403 403 403 403 yes yes'
const ADULTS = '401 401 403 403 yes yes yes yes'
const THE_TEACHER = '401 401 403 403 yes 404 403 403'
/** Who looks after the child may do it; a teacher or parent of others learns not even that it exists. */
const OWNER_OF_ANA = '401 401 403 403 yes 404 404 404'
const WHO_LOOK_AFTER_ANA = '401 401 403 403 yes 404 yes 404'
const OWNER_OF_KIM = '401 401 403 403 404 404 yes 404'

const score = (sessionToken: string) => ({
  sessionToken,
  league: 'addition_facts',
  score: 5,
  problemsSolved: 1,
  correctAnswers: 1,
  averageTime: 900,
  speedBonus: 0,
})

/** Every call of the app. */
export const ROLE_TABLE: readonly Row[] = [
  ['GET /healthz', () => ({ path: '/healthz' }), EVERYBODY],
  ['GET /readyz', () => ({ path: '/readyz' }), EVERYBODY],
  ['GET /metrics', () => ({ path: '/metrics' }), EVERYBODY],
  ['GET /*', () => ({ path: '/about' }), EVERYBODY],
  ['GET /api/regions/:country', () => ({ path: '/api/regions/US' }), EVERYBODY],
  ['GET /api/regions', () => ({ path: '/api/regions' }), EVERYBODY],
  ['GET /api/geo', () => ({ path: '/api/geo' }), EVERYBODY],

  [
    'GET /api/guest/session/:sessionToken',
    ({ guestToken }) => ({ path: `/api/guest/session/${guestToken}` }),
    EVERYBODY,
  ],
  [
    'POST /api/guest/session',
    () => ({ path: '/api/guest/session', body: { sessionToken: newToken(), nickname: 'Fox' } }),
    EVERYBODY,
  ],
  [
    'POST /api/guest/session/:sessionToken/time',
    ({ guestToken }) => ({ path: `/api/guest/session/${guestToken}/time`, body: { additionalTime: 1 } }),
    EVERYBODY,
  ],
  [
    'POST /api/guest/score',
    ({ guestToken }) => ({ path: '/api/guest/score', body: score(guestToken) }),
    EVERYBODY,
  ],
  [
    'GET /api/guest/daily-stats/:sessionToken',
    ({ guestToken }) => ({ path: `/api/guest/daily-stats/${guestToken}` }),
    EVERYBODY,
  ],
  ['GET /api/guest/leaderboard', () => ({ path: '/api/guest/leaderboard?league=addition_facts' }), EVERYBODY],
  [
    'GET /api/guest/state-leaderboard',
    () => ({ path: '/api/guest/state-leaderboard?league=addition_facts' }),
    EVERYBODY,
  ],
  [
    'GET /api/guest/state-leaderboard-aggregated',
    () => ({ path: '/api/guest/state-leaderboard-aggregated' }),
    EVERYBODY,
  ],
  ['GET /api/guest/weekly-points/:nickname', () => ({ path: '/api/guest/weekly-points/Fox' }), EVERYBODY],
  [
    'GET /api/battles/leaderboard',
    () => ({ path: '/api/battles/leaderboard?division=addition_subtraction' }),
    EVERYBODY,
  ],
  [
    'GET /api/battles/history/:sessionToken',
    ({ guestToken }) => ({ path: `/api/battles/history/${guestToken}` }),
    EVERYBODY,
  ],
  [
    'GET /api/battles/stats/:sessionToken',
    ({ guestToken }) => ({ path: `/api/battles/stats/${guestToken}` }),
    EVERYBODY,
  ],

  ['GET /api/account', () => ({ path: '/api/account' }), EVERYBODY],
  ['POST /api/account/sign-up', () => ({ path: '/api/account/sign-up', body: {} }), EVERYBODY],
  [
    'POST /api/account/verify',
    () => ({ path: '/api/account/verify', body: { token: 'x', password: 'x' } }),
    EVERYBODY,
  ],
  ['POST /api/account/verify/again', () => ({ path: '/api/account/verify/again', body: {} }), EVERYBODY],
  ['POST /api/account/sign-in', () => ({ path: '/api/account/sign-in', body: {} }), EVERYBODY],
  ['POST /api/account/sign-in/code', () => ({ path: '/api/account/sign-in/code', body: {} }), EVERYBODY],
  ['POST /api/account/sign-in/passkey', () => ({ path: '/api/account/sign-in/passkey' }), EVERYBODY],
  [
    'POST /api/account/sign-in/passkey/answer',
    () => ({ path: '/api/account/sign-in/passkey/answer', body: {} }),
    EVERYBODY,
  ],
  ['POST /api/account/forgotten', () => ({ path: '/api/account/forgotten', body: {} }), EVERYBODY],
  [
    'POST /api/account/reset',
    () => ({ path: '/api/account/reset', body: { token: 'x', password: PASSWORD } }),
    EVERYBODY,
  ],
  [
    'POST /api/account/child/pin-kind',
    () => ({ path: '/api/account/child/pin-kind', body: { code: 'BCD234' } }),
    EVERYBODY,
  ],
  ['POST /api/account/child/sign-in', () => ({ path: '/api/account/child/sign-in', body: {} }), EVERYBODY],
  ['GET /api/me', () => ({ path: '/api/me' }), ALL_WHO_ARE_SIGNED_IN],

  ...PRACTICE_ROWS,

  [
    'GET /api/children/:studentId/access',
    ({ ana }) => ({ path: `/api/children/${ana.id}/access` }),
    OWNER_OF_ANA,
  ],
  [
    'GET /api/children/:studentId/access',
    ({ kim }) => ({ path: `/api/children/${kim.id}/access` }),
    OWNER_OF_KIM,
  ],
  ['GET /api/deleted-children', () => ({ path: '/api/deleted-children' }), ADULTS],

  ['GET /api/account/security', () => ({ path: '/api/account/security' }), ADULTS],
  ['POST /api/account/password', () => ({ path: '/api/account/password', body: {} }), ADULTS],
  ['POST /api/account/invitation', () => ({ path: '/api/account/invitation', body: {} }), ADULTS],
  ['POST /api/account/sessions/end-others', () => ({ path: '/api/account/sessions/end-others' }), ADULTS],
  ['POST /api/account/passkeys/begin', () => ({ path: '/api/account/passkeys/begin', body: {} }), ADULTS],
  ['POST /api/account/passkeys', () => ({ path: '/api/account/passkeys', body: {} }), ADULTS],
  ['DELETE /api/account/passkeys/:passkeyId', () => ({ path: '/api/account/passkeys/x', body: {} }), ADULTS],
  ['POST /api/account/second-step', () => ({ path: '/api/account/second-step', body: {} }), ADULTS],
  [
    'POST /api/account/second-step/confirm',
    () => ({ path: '/api/account/second-step/confirm', body: {} }),
    ADULTS,
  ],
  ['DELETE /api/account/second-step', () => ({ path: '/api/account/second-step', body: {} }), ADULTS],
  [
    'POST /api/account/second-step/recovery-codes',
    () => ({ path: '/api/account/second-step/recovery-codes', body: {} }),
    ADULTS,
  ],
  ['POST /api/account/consent', () => ({ path: '/api/account/consent', body: { version: 1 } }), ADULTS],
  [
    'GET /api/children/:studentId/kept-until',
    ({ ana }) => ({ path: `/api/children/${ana.id}/kept-until` }),
    '401 401 yes 404 yes 404 yes 404',
  ],
  ['GET /api/account/data', () => ({ path: '/api/account/data' }), ADULTS],
  ['DELETE /api/account', () => ({ path: '/api/account', body: { password: 'x'.repeat(200) } }), ADULTS],

  ['GET /api/classes', () => ({ path: '/api/classes' }), TEACHERS],
  ['POST /api/classes', () => ({ path: '/api/classes', body: { name: 'new' } }), TEACHERS],
  ['GET /api/classes/:classId', ({ classId }) => ({ path: `/api/classes/${classId}` }), THE_TEACHER],
  ...CALENDAR_ROWS,
  ...['overview', 'export/names'].map((path): Row => [
    `GET /api/classes/:classId/${path.replace('names', ':named')}`,
    ({ classId }) => ({ path: `/api/classes/${classId}/${path}` }),
    THE_TEACHER,
  ]),
  ['GET /api/children/export/:named', () => ({ path: '/api/children/export/numbers' }), PARENTS],
  ['GET /api/account/losses', () => ({ path: '/api/account/losses' }), ADULTS],
  ['GET /api/children/overview', () => ({ path: '/api/children/overview' }), PARENTS],
  [
    'PATCH /api/classes/:classId',
    ({ classId }) => ({ path: `/api/classes/${classId}`, body: { name: '3c' } }),
    THE_TEACHER,
  ],
  [
    'POST /api/classes/:classId/code',
    ({ secondClassId }) => ({ path: `/api/classes/${secondClassId}/code` }),
    THE_TEACHER,
  ],
  [
    'POST /api/classes/:classId/new-devices',
    ({ classId }) => ({ path: `/api/classes/${classId}/new-devices`, body: { minutes: 5 } }),
    THE_TEACHER,
  ],
  [
    'POST /api/classes/:classId/children',
    ({ classId }) => ({
      path: `/api/classes/${classId}/children`,
      body: { names: ['New'] },
    }),
    THE_TEACHER,
  ],

  ['GET /api/children', () => ({ path: '/api/children' }), PARENTS],
  ['POST /api/children', () => ({ path: '/api/children', body: { name: 'New' } }), PARENTS],
  ['POST /api/children/code', () => ({ path: '/api/children/code' }), PARENTS],
  ['POST /api/children/pins', () => ({ path: '/api/children/pins', body: { pinKind: 'digits' } }), PARENTS],
  [
    'POST /api/children/new-devices',
    () => ({ path: '/api/children/new-devices', body: { minutes: 5 } }),
    PARENTS,
  ],
  [
    'GET /api/children/:studentId',
    ({ ana }) => ({ path: `/api/children/${ana.id}` }),
    '401 401 yes 404 yes 404 yes 404',
  ],
  [
    'GET /api/children/:studentId',
    ({ kim }) => ({ path: `/api/children/${kim.id}` }),
    '401 401 404 404 404 404 yes 404',
  ],
  ...['progress', 'losses', 'facts/addition-7-8', 'set-aside', 'data', 'data/attempts'].flatMap(
    (path): Row[] => {
      const route = `GET /api/children/:studentId/${path.replace('addition-7-8', ':factId').replace('attempts', ':table')}`
      return [
        [route, ({ ana }) => ({ path: `/api/children/${ana.id}/${path}` }), WHO_LOOK_AFTER_ANA],
        [route, ({ kim }) => ({ path: `/api/children/${kim.id}/${path}` }), OWNER_OF_KIM],
      ]
    },
  ),
  [
    'POST /api/children/:studentId/set-aside/:practiceDay',
    ({ ana }) => ({ path: `/api/children/${ana.id}/set-aside/2026-03-18` }),
    OWNER_OF_ANA,
  ],
  [
    'POST /api/children/:studentId/set-aside/:practiceDay',
    ({ kim }) => ({ path: `/api/children/${kim.id}/set-aside/2026-03-18` }),
    OWNER_OF_KIM,
  ],
  [
    'PATCH /api/children/:studentId',
    ({ ana }) => ({ path: `/api/children/${ana.id}`, body: { name: 'Anna' } }),
    OWNER_OF_ANA,
  ],
  [
    'PATCH /api/children/:studentId',
    ({ kim }) => ({ path: `/api/children/${kim.id}`, body: { name: 'Kimmy' } }),
    OWNER_OF_KIM,
  ],
  [
    'POST /api/children/:studentId/move',
    ({ ana, secondClassId }) => ({ path: `/api/children/${ana.id}/move`, body: { classId: secondClassId } }),
    THE_TEACHER,
  ],
  // Into a class of others: not even the child's own teacher.
  [
    'POST /api/children/:studentId/move',
    ({ ana, kim }) => ({ path: `/api/children/${ana.id}/move`, body: { classId: kim.classId } }),
    '401 401 403 403 404 404 403 403',
  ],
  [
    'POST /api/children/:studentId/link-code',
    ({ ana }) => ({ path: `/api/children/${ana.id}/link-code` }),
    OWNER_OF_ANA,
  ],
  [
    'POST /api/children/:studentId/link-code',
    ({ kim }) => ({ path: `/api/children/${kim.id}/link-code` }),
    OWNER_OF_KIM,
  ],
  [
    'POST /api/children/:studentId/sign-out',
    ({ kim }) => ({ path: `/api/children/${kim.id}/sign-out` }),
    OWNER_OF_KIM,
  ],
  [
    'GET /api/classes/:classId/pins',
    ({ classId }) => ({ path: `/api/classes/${classId}/pins` }),
    OWNER_OF_ANA,
  ],
  [
    'GET /api/classes/:classId/pins',
    ({ kim }) => ({ path: `/api/classes/${kim.classId}/pins` }),
    OWNER_OF_KIM,
  ],
  // Ana's parent is linked to her, and she is at home in the class.
  ['GET /api/children/:studentId/pin', ({ ana }) => ({ path: `/api/children/${ana.id}/pin` }), OWNER_OF_ANA],
  ['GET /api/children/:studentId/pin', ({ kim }) => ({ path: `/api/children/${kim.id}/pin` }), OWNER_OF_KIM],
  ['POST /api/children/:studentId/pin', ({ kim }) => ({ path: `/api/children/${kim.id}/pin` }), OWNER_OF_KIM],
  [
    'GET /api/children/:studentId/guardians',
    ({ ana }) => ({ path: `/api/children/${ana.id}/guardians` }),
    OWNER_OF_ANA,
  ],
  [
    'GET /api/children/:studentId/guardians',
    ({ kim }) => ({ path: `/api/children/${kim.id}/guardians` }),
    OWNER_OF_KIM,
  ],
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
  [
    'DELETE /api/classes/:classId/children/:studentId',
    ({ kim }) => ({ path: `/api/classes/${kim.classId}/children/${kim.id}`, body: { toParent: null } }),
    OWNER_OF_KIM,
  ],
  // Whose link it is comes after whose child: nobody else is told that there is none.
  [
    'DELETE /api/children/:studentId/guardians/:parentId',
    ({ ana }) => ({ path: `/api/children/${ana.id}/guardians/nobody` }),
    '401 401 403 403 404 404 404 404',
  ],
  [
    'DELETE /api/children/:studentId/guardian',
    ({ ana }) => ({ path: `/api/children/${ana.id}/guardian` }),
    '401 401 403 403 403 403 yes 404',
  ],
  [
    'POST /api/children/link',
    async ({ linkCode }) => ({ path: '/api/children/link', body: { code: await linkCode() } }),
    PARENTS,
  ],
  ['POST /api/children/:studentId/pin', ({ ana }) => ({ path: `/api/children/${ana.id}/pin` }), OWNER_OF_ANA],
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
  ['POST /api/account/sign-out', () => ({ path: '/api/account/sign-out' }), EVERYBODY],
]
