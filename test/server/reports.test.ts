import { expect, test } from 'vitest'
import { reportRoutes, type Report } from '../../contract/reports.ts'
import { FACTS, numberOf } from '../../domain/learning/memory.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { NOON_MS, startApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

const DAY_SECONDS = 86_400

/** Answers the first facts of addition rightly on each of these days, in different times. */
async function practice(child: Browser, daysAgo: readonly number[], facts = 10): Promise<void> {
  for (const ago of daysAgo) {
    const secondsAgo = ago * DAY_SECONDS
    const session = beginBody({ secondsAgo: secondsAgo + 200 })
    await child.post('/api/practice/sessions', session)
    const attempts = Array.from({ length: facts }, (_, place) =>
      attemptBody(session.id, place, {
        secondsAgo: secondsAgo + 150 - 8 * place,
        responseTime: 2000 + ((place * 733) % 900),
      }),
    )
    expect((await child.post('/api/practice/logs', { attempts })).status).toBe(200)
    await child.call('PATCH', `/api/practice/sessions/${session.id}`, { secondsAgo: secondsAgo + 20 })
  }
}

async function school() {
  const app = await startApp()
  app.clock.nowMs -= 40 * DAY_SECONDS * 1000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  app.clock.nowMs = NOON_MS
  return { app, teacher, classId, code, ana, ben }
}

async function reportOf(adult: Browser, path: string): Promise<Report> {
  return reportRoutes.ofChild.response.parse((await adult.get(path)).json)
}

const namesAt = async (adult: Browser, path: string) =>
  ((await adult.get(path)).json as Report[]).map(({ name }) => name)

test('[REP-1, REP-2, REP-3] a report has name, class and period, what the child knows, and its days', async () => {
  const { app, teacher, code, ana } = await school()
  await practice(await signedIn(app, code, ana), [3, 1, 0])
  const report = await reportOf(teacher, `/api/children/${ana.id}/report`)
  // NOON_MS is a Wednesday.
  expect(report).toMatchObject({
    studentId: ana.id,
    name: 'Ana',
    className: '3b',
    from: '2026-02-09',
    today: '2026-03-18',
    practicedDays: 3,
    learning: [],
    next: { set: 'add_count_on' },
  })
  expect(report.weeks).toHaveLength(6)
  expect(report.weeks.at(-1)).toMatchObject({ monday: '2026-03-16', known: 10, fluent: 10 })
  expect(report.weeks.at(-1)?.days.slice(1, 3)).toEqual(['practiced', 'practiced'])
  expect(report.newest).toHaveLength(8)
  expect(report.states).toHaveLength(FACTS.length)
  expect(report.states[numberOf('addition-1-1')]).toBe('3')
  expect(report.achievements.length).toBeLessThanOrEqual(2)
  expect(new Set(report.sheet).size).toBe(20)
  const since = await reportOf(teacher, `/api/children/${ana.id}/report?since=2026-03-17`)
  expect(since).toMatchObject({ from: '2026-03-17', practicedDays: 2 })
  expect(since.weeks).toHaveLength(1)
})

test('[REP-5] a report has no points, ranks, seconds or shares of right answers', async () => {
  const { app, teacher, code, ana } = await school()
  await practice(await signedIn(app, code, ana), [1, 0])
  const { text } = await teacher.get(`/api/children/${ana.id}/report`)
  expect(text).not.toMatch(/second|point|rank|accuracy|percent|average|right|seen|response/i)
})

test('[REP-7] teacher, parent and linked parent can read it without anybody publishing it; others cannot', async () => {
  const { app, teacher, classId, ana, ben } = await school()
  const parent = await signedUp(app, 'parent')
  const linked = await teacher.post(`/api/children/${ana.id}/link-code`)
  await parent.post('/api/children/link', { code: (linked.json as { code: string }).code })
  const made = await parent.post('/api/children', { name: 'Kim' })
  const kim = (made.json as { children: { id: string }[] }).children[0]?.id ?? ''
  expect((await reportOf(parent, `/api/children/${ana.id}/report`)).name).toBe('Ana')
  expect(await reportOf(parent, `/api/children/${kim}/report`)).toMatchObject({ name: 'Kim', className: '' })
  expect((await parent.get(`/api/children/${ben.id}/report`)).status).toBe(404)
  expect((await teacher.get(`/api/children/${kim}/report`)).status).toBe(404)
  expect(await namesAt(teacher, `/api/classes/${classId}/reports`)).toEqual(['Ana', 'Ben'])
  expect((await namesAt(parent, '/api/children/reports')).toSorted()).toEqual(['Ana', 'Kim'])
})

test('[REP-1] rejects an impossible period with one sentence', async () => {
  const { teacher, classId, ana } = await school()
  for (const [since, message] of [
    ['2026-02-30', 'since must be a date'],
    ['2026-03-19', 'since must not be after today.'],
    ['2020-01-01', 'since must be within the last 308 days.'],
  ]) {
    for (const path of [`/api/children/${ana.id}/report`, `/api/classes/${classId}/reports`]) {
      const { status, json } = await teacher.get(`${path}?since=${since}`)
      expect(status).toBe(400)
      expect((json as { message: string }).message).toContain(message)
    }
  }
})
