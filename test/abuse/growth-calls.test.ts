import { expect, test } from 'vitest'
import { studentRoutes } from '../../contract/student.ts'
import { signedUp } from '../factories/accounts.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo } from './students.ts'

const DAY = 86_400
const CALENDAR = {
  zone: 'America/New_York',
  schoolDays: [1, 2, 3, 4, 5],
  announces: true,
  holidays: [],
}
const DAY_OF = { from: '2026-03-02', to: '2026-03-02' }

const progressOf = async (student: Browser) =>
  studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json)

const levelsOf = async (student: Browser) =>
  (await progressOf(student)).achievements.map(({ id, level, day }) => `${id} ${level} ${day}`)

/** A session of ten right answers; its calls, so that they can be sent again. */
function session(secondsAgo: number) {
  const begun = beginBody({ totalProblems: 10, secondsAgo: secondsAgo + 120 })
  const attempts = Array.from({ length: 10 }, (_, place) =>
    attemptBody(begun.id, place, {
      responseTime: 2500 + 137 * place,
      secondsAgo: secondsAgo + 80 - 6 * place,
    }),
  )
  return async (student: Browser): Promise<void> => {
    await student.post('/api/practice/sessions', begun)
    await student.post('/api/practice/logs', { attempts })
    await student.call('PATCH', `/api/practice/sessions/${begun.id}`, { secondsAgo })
  }
}

const NOT_SHOWN: readonly (readonly [string, unknown])[] = [
  ['no body', null],
  ['a list', []],
  ['no achievement', { shown: [] }],
  ['a text as level', { shown: [{ id: 'days', level: '1' }] }],
  ['a level of 0', { shown: [{ id: 'days', level: 0 }] }],
  ['half a level', { shown: [{ id: 'days', level: 1.5 }] }],
  ['an infinite level', { shown: [{ id: 'days', level: 1e300 }] }],
  ['the name of a property of every object', { shown: [{ id: '__proto__', level: 1 }] }],
  ['10,000 of them', { shown: Array.from({ length: 10_000 }, () => ({ id: 'days', level: 1 })) }],
]

test('[ACH-11] rejects achievements that cannot have been shown', async () => {
  const { anas } = await classOfTwo()
  for (const [what, body] of NOT_SHOWN) {
    const { status } = await anas.post('/api/me/achievements/shown', body)
    expect([400, 413], what).toContain(status)
  }
})

test('[ACH-11] claiming that an achievement was shown earns it for nobody, and hides nobody else’s', async () => {
  const { anas, bens } = await classOfTwo()
  await session(0)(bens)
  const before = await progressOf(bens)
  const shown = [
    { id: 'all-times', level: 1 },
    ...before.achievements.slice(0, 9).map(({ id, level }) => ({ id, level })),
  ]
  expect((await anas.post('/api/me/achievements/shown', { shown })).status).toBe(200)
  expect(await levelsOf(anas)).toEqual([])
  expect((await progressOf(bens)).announced).toEqual(before.announced)
})

test('[ACH-4] a session repeated, or sent from two places at once, earns achievements once', async () => {
  const { anas } = await classOfTwo()
  const play = session(0)
  await play(anas)
  const [levels, { streak }] = [await levelsOf(anas), await progressOf(anas)]
  expect(levels.length).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 8 }, () => play(anas)))
  expect(await levelsOf(anas)).toEqual(levels)
  expect((await progressOf(anas)).streak).toEqual(streak)
})

test('[STR-2] answers from the future, or from before the account, add no days of practice', async () => {
  const { anas } = await classOfTwo()
  for (const secondsAgo of [-3 * DAY, 400 * DAY]) await session(secondsAgo)(anas)
  const { streak } = await progressOf(anas)
  expect(streak.days).toBeLessThanOrEqual(1)
  expect(streak.run).toBeLessThanOrEqual(1)
})

const NO_CALENDARS: readonly (readonly [string, unknown])[] = [
  ['an unknown zone', { ...CALENDAR, zone: 'Europe/Atlantis' }],
  ['a zone with a path', { ...CALENDAR, zone: '../../etc/passwd' }],
  ['two zones', { ...CALENDAR, zone: 'America/New_York Europe/Berlin' }],
  ['no school day', { ...CALENDAR, schoolDays: [] }],
  ['an eighth weekday', { ...CALENDAR, schoolDays: [8] }],
  [
    'a holiday that ends before it begins',
    { ...CALENDAR, holidays: [{ from: '2026-03-03', to: '2026-03-02' }] },
  ],
  ['a day that does not exist', { ...CALENDAR, holidays: [{ from: '2026-02-31', to: '2026-02-31' }] }],
  ['a number as a day', { ...CALENDAR, holidays: [{ from: 1, to: 2 }] }],
  ['101 holidays', { ...CALENDAR, holidays: Array.from({ length: 101 }, () => DAY_OF) }],
]

test('[STR-8] rejects an invalid class calendar and changes nothing', async () => {
  const { teacher } = await classOfTwo()
  const [made] = (await teacher.get('/api/classes')).json as readonly { id: string }[]
  const path = `/api/classes/${made?.id}/calendar`
  const before = (await teacher.get(path)).json
  for (const [what, body] of NO_CALENDARS) {
    expect((await teacher.post(path, body)).status, what).toBe(400)
  }
  expect((await teacher.get(path)).json).toEqual(before)
})

test("[STR-8] nobody else, and no child, can change a child's calendar", async () => {
  const { app, teacher, ana, anas, bens } = await classOfTwo()
  const path = `/api/children/${ana.id}/calendar`
  const body = { away: [DAY_OF], announces: false }
  const stranger = await signedUp(app, 'parent')
  for (const other of [anas, bens, stranger]) {
    expect([401, 403, 404]).toContain((await other.post(path, body)).status)
  }
  for (const other of [bens, stranger]) expect([401, 403, 404]).toContain((await other.get(path)).status)
  expect((await teacher.get(path)).json).toEqual({ away: [], announces: true })
})
