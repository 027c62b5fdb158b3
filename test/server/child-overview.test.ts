import { expect, test } from 'vitest'
import { childDataRoutes } from '../../contract/child-data.ts'
import type { Output } from '../../contract/route.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { NOON_MS, startApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

const DAY_SECONDS = 86_400

/** Answers the first facts of addition rightly on each of these days. */
async function practice(child: Browser, daysAgo: readonly number[], facts: number): Promise<void> {
  for (const ago of daysAgo) {
    const secondsAgo = ago * DAY_SECONDS
    const { id, ...body } = beginBody({ secondsAgo: secondsAgo + 120 })
    expect((await child.post('/api/practice/sessions', { id, ...body })).status).toBe(200)
    const attempts = Array.from({ length: facts }, (_, place) =>
      attemptBody(id, place, {
        secondsAgo: secondsAgo + 90 - 8 * place,
        responseTime: 2000 + ((place * 733) % 900),
      }),
    )
    expect((await child.post('/api/practice/logs', { attempts })).status).toBe(200)
  }
}

type Overview = Output<(typeof childDataRoutes)['overviewOfClass']['response']>

async function overview(adult: Browser, path: string): Promise<Overview> {
  return childDataRoutes.overviewOfClass.response.parse((await adult.get(path)).json)
}

test("[STU-3, STU-30] a teacher sees each child's progress in a class in one call", async () => {
  const app = await startApp()
  app.clock.nowMs -= 5 * DAY_SECONDS * 1000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  app.clock.nowMs = NOON_MS
  await practice(await signedIn(app, code, ana), [2, 1, 0], 10)
  const anas = {
    studentId: ana.id,
    newFacts: 10,
    lastPracticeDay: '2026-03-18',
  }
  const bens = { studentId: ben.id, newFacts: 0, lastPracticeDay: null }
  expect(await overview(teacher, `/api/classes/${classId}/overview`)).toMatchObject({
    practiceDay: '2026-03-18',
    children: [anas, bens],
  })
})

test('[STU-30] the overview shows the week, the first tries and the hardest facts of each child, to its adults only', async () => {
  const app = await startApp()
  app.clock.nowMs -= 5 * DAY_SECONDS * 1000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  app.clock.nowMs = NOON_MS
  const child = await signedIn(app, code, ana)
  // On four days 7 + 8, never right at first; on two of them 9 + 6, wrong at first; once 6 + 7, wrong; once 2 + 2, right.
  const ofDays = [
    ['7-8', '9-6'],
    ['7-8', '6-7'],
    ['7-8', '9-6'],
    ['7-8', '2-2'],
  ] as const
  for (const [day, pairs] of ofDays.entries()) {
    const secondsAgo = (ofDays.length - 1 - day) * DAY_SECONDS + 60
    const { id, ...body } = beginBody({ secondsAgo })
    await child.post('/api/practice/sessions', { id, ...body })
    const attempts = pairs.flatMap((pair, at) => {
      const body = { factId: `addition-${pair}`, responseTime: 2500, secondsAgo: secondsAgo - 30 }
      const wrong = attemptBody(id, 2 * at, { ...body, studentAnswer: 1 })
      return pair === '2-2' ? [attemptBody(id, 2 * at, body)] : [wrong, attemptBody(id, 2 * at + 1, body)]
    })
    expect((await child.post('/api/practice/logs', { attempts })).json).toMatchObject({
      counted: attempts.length,
    })
  }
  const path = `/api/classes/${classId}/overview`
  const { children } = await overview(teacher, path)
  expect(children[0]).toMatchObject({
    weekDays: 4,
    seen: 8,
    right: 1,
    hardest: [
      { factId: 'addition-7-8', needsHelp: true },
      { factId: 'addition-9-6', needsHelp: false },
    ],
  })
  expect(children[1]).toEqual({
    studentId: ben.id,
    newFacts: 0,
    lastPracticeDay: null,
    weekDays: 0,
    weekSeconds: 0,
    seen: 0,
    right: 0,
    hardest: [],
  })
  expect((await (await signedUp(app, 'teacher')).get(path)).status).toBe(404)
  expect((await (await signedUp(app, 'parent')).get(path)).status).toBe(403)
  expect((await child.get(path)).status).toBe(403)
})

test("[ACC-40] a child's data says for each adult whether they own the child's home", async () => {
  const app = await startApp()
  app.clock.nowMs -= 5 * DAY_SECONDS * 1000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, classId, ['Ana'])
  if (!ana) throw new Error('one was made')
  app.clock.nowMs = NOON_MS
  expect(ana).toMatchObject({ isOwn: true })
  const parent = await signedUp(app, 'parent')
  const code = ((await teacher.post(`/api/children/${ana.id}/link-code`)).json as { code: string }).code
  expect((await parent.post('/api/children/link', { code })).json).toMatchObject({ isOwn: false })
  await parent.post('/api/children', { name: 'Kim' })
  expect((await parent.get('/api/children')).json).toMatchObject({
    children: [
      { name: 'Ana', isOwn: false },
      { name: 'Kim', isOwn: true },
    ],
  })
  expect((await teacher.get(`/api/children/${ana.id}`)).json).toMatchObject({ isOwn: true })
  const { id: toParent } = (await parent.get('/api/me')).json as { id: string }
  await teacher.call('DELETE', `/api/classes/${classId}/children/${ana.id}`, { toParent })
  expect((await parent.get(`/api/children/${ana.id}`)).json).toMatchObject({ isOwn: true })
})
