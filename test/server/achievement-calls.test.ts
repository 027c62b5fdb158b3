import { expect, test } from 'vitest'
import { studentRoutes } from '../../contract/student.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { startApp } from '../factories/app.ts'
import { attemptBody, beginBody, studentOf, type StudentCalls } from '../factories/student-calls.ts'
import { headerStudents } from '../factories/students.ts'

const DAY_SECONDS = 86_400

const progressOf = async (student: StudentCalls) =>
  studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json)

/** A finished session of ten right answers. */
async function practice(student: StudentCalls, daysAgo: number): Promise<void> {
  const secondsAgo = daysAgo * DAY_SECONDS
  const { id, ...body } = beginBody({ secondsAgo: secondsAgo + 120, totalProblems: 10 })
  await student.post('/api/practice/sessions', { id, ...body })
  const attempts = Array.from({ length: 10 }, (_, place) =>
    attemptBody(id, place, {
      factId: `addition-${1 + place}-2`,
      responseTime: 2500,
      secondsAgo: secondsAgo + 60 - 3 * place,
    }),
  )
  expect((await student.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 10 })
  await student.patch(`/api/practice/sessions/${id}`, { secondsAgo })
}

test('[ACH-11, SIN-6, STR-1] progress has the streak, the collection and what the results announce, once', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  // It is Wednesday.
  for (const daysAgo of [1, 0]) await practice(student, daysAgo)
  const first = await progressOf(student)
  expect(first.streak).toEqual({
    days: 2,
    run: 2,
    longest: 2,
    practicedToday: true,
    week: ['rest', 'practiced', 'practiced', 'open', 'open', 'open', 'open'],
  })
  expect((await student.get('/api/daily-stats')).json).toMatchObject({ streak: { days: 2, run: 2 } })
  expect(first.achievements.map(({ id }) => id)).toContain('first-practice')
  const { announced } = first
  expect(announced).not.toBeNull()
  const shown = [announced?.large, ...(announced?.small ?? [])].map((one) => ({
    id: one?.id,
    level: one?.level,
  }))
  expect((await student.post('/api/me/achievements/shown', { shown })).status).toBe(200)
  const { announced: next, achievements } = await progressOf(student)
  expect(achievements).toEqual(first.achievements)
  expect(next?.large).not.toEqual(announced?.large)
  expect(
    (await student.post('/api/me/achievements/shown', { shown: [{ id: 'cheating', level: 1 }] })).status,
  ).toBe(400)
})

test('[ACH-12] the child, its adults and its class can each turn announcements off', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  await practice(student, 0)
  const { calendars } = sqlAccountStores(app.database)
  const home = await calendars.ofHome(`class-${student.id}`)
  const isAnnounced = async () => (await progressOf(student)).announced !== null
  expect(await isAnnounced()).toBe(true)
  await student.post('/api/me/announcements', { announces: false })
  expect([await isAnnounced(), (await progressOf(student)).announces]).toEqual([false, false])
  await student.post('/api/me/announcements', { announces: true })
  await calendars.putAnnounces(student.id, false)
  expect([await isAnnounced(), (await progressOf(student)).announces]).toEqual([false, true])
  await calendars.putAnnounces(student.id, true)
  if (home) await calendars.putHome(`class-${student.id}`, { ...home, announces: false })
  expect(await isAnnounced()).toBe(false)
  expect((await progressOf(student)).achievements.length).toBeGreaterThan(0)
})

test('[STR-8, STR-6] holidays, days away, outages and a corrected time zone change the streak afterward', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const { calendars } = sqlAccountStores(app.database)
  // Friday and Wednesday: Monday and Tuesday are missed.
  for (const daysAgo of [5, 0]) await practice(student, daysAgo)
  const runOf = async () => (await progressOf(student)).streak.run
  expect(await runOf()).toBe(1)
  const home = await calendars.ofHome(`class-${student.id}`)
  if (!home) throw new Error('the class is gone')
  const monday = { from: '2026-03-16', to: '2026-03-16' }
  await calendars.putHome(`class-${student.id}`, { ...home, holidays: [monday] })
  expect(await runOf()).toBe(2)
  await calendars.putHome(`class-${student.id}`, home)
  await calendars.putAway(student.id, [monday])
  expect(await runOf()).toBe(2)
  await calendars.putAway(student.id, [])
  await calendars.beat(Date.parse('2026-03-16T17:00:00Z'))
  await calendars.beat(Date.parse('2026-03-16T17:05:00Z'))
  expect(await runOf()).toBe(1)
  await calendars.beat(Date.parse('2026-03-16T20:00:00Z'))
  expect(await runOf()).toBe(2)
  // At the other end of the world it was a day later.
  await calendars.putHome(`class-${student.id}`, { ...home, zone: 'Pacific/Auckland' })
  await practice(student, 0)
  const { streak, announced, achievements } = await progressOf(student)
  expect(streak.days).toBe(2)
  expect(streak.week[3]).toBe('practiced')
  expect(announced === null || achievements.length > 0).toBe(true)
})
