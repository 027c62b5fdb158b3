import { expect, test } from 'vitest'
import { classGoalRoutes } from '../../contract/class-goals.ts'
import { studentRoutes } from '../../contract/student.ts'
import { weekCloser } from '../../server/storage/sql/students/week-closer.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

/** Enough for a day of practice. */
async function practice(child: Browser): Promise<void> {
  const session = beginBody({ secondsAgo: 120, totalProblems: 10 })
  await child.post('/api/practice/sessions', session)
  const attempts = Array.from({ length: 10 }, (_, place) =>
    attemptBody(session.id, place, {
      factId: `addition-${1 + place}-2`,
      responseTime: 2000 + 100 * place,
      secondsAgo: 60 - 3 * place,
    }),
  )
  expect((await child.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 10 })
}

/** A class of two on a Wednesday; Ana is signed in. */
async function startedClass() {
  const app = await startApp()
  app.clock.nowMs -= 3_600_000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were added')
  app.clock.nowMs += 3_600_000
  const child = await signedIn(app, code, ana)
  const path = `/api/classes/${classId}/goal`
  const read = async () => classGoalRoutes.read.response.parse((await teacher.get(path)).json)
  const own = async () => classGoalRoutes.own.response.parse((await child.get('/api/me/class-goal')).json)
  return { app, teacher, child, ana, ben, path, read, own }
}

test('[GOA-1, GOA-3] the teacher sees who practiced, a child only the number of days', async () => {
  const { child, ana, ben, read, own } = await startedClass()
  await practice(child)
  expect(await read()).toEqual({
    week: { monday: '2026-03-16', days: 1, goal: 4, state: 'open', isSet: false, least: 2, most: 6 },
    last: null,
    children: expect.arrayContaining([
      { studentId: ana.id, days: 1 },
      { studentId: ben.id, days: 0 },
    ]),
  })
  expect(await own()).toEqual({
    goal: { monday: '2026-03-16', days: 1, goal: 4, state: 'open' },
    announced: null,
  })
})

test('[GOA-2] the goal can be set once a week, to between one and three days per child', async () => {
  const { app, teacher, child, path, read } = await startedClass()
  for (const goal of [1, 7]) expect((await teacher.post(path, { goal })).status).toBe(400)
  for (const goal of [0, 2.5, 'many']) expect((await teacher.post(path, { goal })).status).toBe(400)
  expect((await teacher.post(path, { goal: 2 })).json).toMatchObject({ week: { goal: 2, isSet: true } })
  const again = await teacher.post(path, { goal: 3 })
  expect([again.status, (again.json as { message: string }).message]).toEqual([
    409,
    'The goal can be set once a week. You can set the next one on Monday.',
  ])
  await practice(child)
  app.clock.nowMs += 7 * 86_400_000
  expect(await read()).toMatchObject({
    week: { monday: '2026-03-23', days: 0, goal: 2, isSet: false },
    last: { monday: '2026-03-16', days: 1, goal: 2, reached: false },
  })
  expect((await teacher.post(path, { goal: 4 })).status).toBe(200)
})

test('[GOA-3] on the weekend an unreached goal counts as missed; an archived class has none', async () => {
  const { app, teacher, path, own } = await startedClass()
  app.clock.nowMs += 3 * 86_400_000
  expect((await own()).goal?.state).toBe('missed')
  await teacher.call('PATCH', path.replace('/goal', ''), { archived: true })
  expect((await teacher.get(path)).json).toEqual({ week: null, last: null, children: [] })
  const refused = await teacher.post(path, { goal: 3 })
  expect(refused.status).toBe(409)
})

test('[ACH-20] what a class achieved is for home alone, until it was shown, a week has passed, or announcements are off', async () => {
  const { app, teacher, child, path, own } = await startedClass()
  const close = () => weekCloser(app.database)(app.clock.nowMs, new AbortController().signal)
  expect((await teacher.post(path, { goal: 2 })).status).toBe(200)
  await practice(child)
  app.clock.nowMs += 86_400_000
  await practice(child)
  app.clock.nowMs += 5 * 86_400_000
  expect((await own()).announced).toBeNull()
  await close()
  const news = { id: 'class-goal', level: 1 }
  expect((await own()).announced).toEqual(news)
  const { announced, achievements } = studentRoutes.progress.response.parse(
    (await child.get('/api/me/progress')).json,
  )
  expect(achievements).toContainEqual(expect.objectContaining(news))
  expect([announced?.large, ...(announced?.small ?? [])]).not.toContainEqual(expect.objectContaining(news))
  const announce = (announces: boolean) => child.post('/api/me/announcements', { announces })
  await announce(false)
  expect((await own()).announced).toBeNull()
  await announce(true)
  app.clock.nowMs += 7 * 86_400_000
  expect((await own()).announced).toBeNull()
  app.clock.nowMs -= 7 * 86_400_000
  await child.post('/api/me/achievements/shown', { shown: [news] })
  expect((await own()).announced).toBeNull()
})
