import { mailOffMarkOf } from '../../server/account/derived-text.ts'
import { offTokenOf } from '../../server/school/weekly-mail-service.ts'
import { NOON_MS, TEST_SECRET } from './app.ts'
import type { RoleWorld } from './role-world.ts'
import {
  EVERYBODY,
  TEACHERS,
  PARENTS,
  THE_TEACHER,
  OWNER_OF_ANA,
  WHO_LOOK_AFTER_ANA,
  row,
  type Row,
} from './role-rows.ts'

const after = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Twenty problems of doubles for the whole class, due five days after this day. */
export const assignmentFrom = (firstDay: string) => ({
  who: null,
  assigned: { kind: 'sets', sets: ['add_doubles'] },
  amount: { kind: 'problems', count: 20 },
  firstDay,
  dueDay: after(firstDay, 5),
  lastDay: null,
})

const NEXT_WEEK = assignmentFrom(after(new Date(NOON_MS).toISOString().slice(0, 10), 7))

type Known = { readonly today: string; readonly assignments: { id: string; round: { day: string } | null }[] }

/** An assignment of the teacher's class that has started: the existing one, or a new one. */
async function assigned({ classId, callers }: RoleWorld): Promise<{ id: string; round: string }> {
  const path = `/api/classes/${classId}/assignments`
  const known = (await callers.teacher.get(path)).json as Known
  const begun = known.assignments.find(({ round }) => round !== null)
  if (begun) return { id: begun.id, round: begun.round?.day ?? '' }
  const { json } = await callers.teacher.post(path, assignmentFrom(known.today))
  return { id: (json as { id: string }).id, round: known.today }
}

/** Calls for imported lists, assigned practice and the settings of a class. */
export const SCHOOL_ROWS: readonly Row[] = [
  // A parent whose own child it is would be signed out (hand-over.test.ts).
  row('POST /api/children/:studentId/hand-over', '401 401 403 403 403 403 404 404'),
  row('POST /api/classes/list', TEACHERS, {
    classes: [{ classId: null, name: 'new', names: ['Ida'] }],
    requestId: 'of-a-list',
  }),
  row('GET /api/classes/:classId/settings', THE_TEACHER),
  row('POST /api/classes/:classId/settings', THE_TEACHER, { home: { boards: false } }),
  row('GET /api/classes/:classId/assignments', OWNER_OF_ANA),
  row('POST /api/classes/:classId/assignments', OWNER_OF_ANA, NEXT_WEEK),
  row('GET /api/classes/:classId/dashboard', OWNER_OF_ANA),
  row('GET /api/children/assignments', PARENTS),
  row('GET /api/children/weeks', PARENTS),
  row('GET /api/children/weekly-email', PARENTS),
  row('POST /api/children/weekly-email', PARENTS, {
    isOn: false,
    zone: 'Europe/Berlin',
    firstNames: true,
    childIds: [],
  }),
  [
    'POST /api/weekly-email/off/:token',
    () => ({
      path: `/api/weekly-email/off/${offTokenOf(() => mailOffMarkOf(TEST_SECRET, 'anyone'), 'anyone')}`,
    }),
    EVERYBODY,
  ],
  ['GET /api/weekly-email/off/:token', () => ({ path: '/api/weekly-email/off/any' }), EVERYBODY],
  row('POST /api/children/assignments', PARENTS, NEXT_WEEK),
  [
    'GET /api/assignments/:assignmentId/work',
    async (world) => ({ path: `/api/assignments/${(await assigned(world)).id}/work` }),
    OWNER_OF_ANA,
  ],
  [
    'POST /api/assignments/:assignmentId/children/:studentId',
    async (world) => {
      const { id, round } = await assigned(world)
      return { path: `/api/assignments/${id}/children/${world.ana.id}`, body: { round, change: 'more_time' } }
    },
    OWNER_OF_ANA,
  ],
  [
    'PATCH /api/assignments/:assignmentId',
    async (world) => {
      const { id, round } = await assigned(world)
      return { path: `/api/assignments/${id}`, body: { dueDay: after(round, 6) } }
    },
    OWNER_OF_ANA,
  ],
  [
    'DELETE /api/assignments/:assignmentId',
    async (world) => ({ path: `/api/assignments/${(await assigned(world)).id}` }),
    OWNER_OF_ANA,
  ],
  row('GET /api/children/:studentId/assignments', WHO_LOOK_AFTER_ANA),
  row('GET /api/children/:studentId/report', WHO_LOOK_AFTER_ANA),
  row('GET /api/classes/:classId/reports', THE_TEACHER),
  row('GET /api/children/reports', PARENTS),
  row('GET /api/me/assignments', '401 401 yes yes 403 403 403 403'),
  row('GET /api/classes/:classId/goal', OWNER_OF_ANA),
  row('POST /api/classes/:classId/goal', THE_TEACHER, { goal: 3 }),
  row('GET /api/me/class-goal', '401 401 yes yes 403 403 403 403'),
]
