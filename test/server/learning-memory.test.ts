import { expect, test } from 'vitest'
import { sessionRoutes } from '../../contract/account.ts'
import { studentRoutes } from '../../contract/student.ts'
import { GUEST_OFF_BOARDS, GUEST_SESSION } from '../../contract/attempt-log.ts'
import { FACTS, memoryOf } from '../../domain/learning/memory.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { newToken } from '../factories/guest-calls.ts'
import { attemptBody, beginBody, studentOf, type StudentCalls } from '../factories/student-calls.ts'
import { headerStudents } from '../factories/students.ts'

const DAY_SECONDS = 86_400
const MEMORY = '/api/me/memory'

type Played = { readonly daysAgo: number; readonly pairs: readonly string[]; readonly wrong?: string }

const memoryAnswerOf = async (student: StudentCalls) =>
  studentRoutes.memory.response.parse((await student.get(MEMORY)).json)

/** Sends a session of additions; `wrong` is missed at its first attempt. */
async function send(student: StudentCalls, { daysAgo, pairs, wrong }: Played): Promise<void> {
  const secondsAgo = daysAgo * DAY_SECONDS
  const { id, ...body } = beginBody({ secondsAgo: secondsAgo + 120 })
  await student.post('/api/practice/sessions', { id, ...body })
  const answers = pairs.flatMap((pair) => (pair === wrong ? [[pair, -1], [pair]] : [[pair]])) as [
    string,
    number?,
  ][]
  const attempts = answers.map(([pair, studentAnswer], place) =>
    attemptBody(id, place, {
      factId: `addition-${pair}`,
      responseTime: 2500,
      secondsAgo: secondsAgo + 60 - place,
      ...(studentAnswer !== undefined && { studentAnswer }),
    }),
  )
  expect((await student.post('/api/practice/logs', { attempts })).status).toBe(200)
}

test('[LRN-30, LRN-40] two devices, one of them offline for two days, end with the memory of the merged log', async () => {
  const app = await startApp({ students: headerStudents })
  const [inOrder, late] = [studentOf(app), studentOf(app)]
  const old = { daysAgo: 2, pairs: ['7-8', '9-6'], wrong: '9-6' }
  const middle = { daysAgo: 1, pairs: ['7-8', '4-4'] }
  const recent = { daysAgo: 0, pairs: ['9-6', '7-8'] }
  for (const session of [old, middle, recent]) await send(inOrder, session)
  for (const session of [recent, old, middle]) await send(late, session)
  const [expected, merged] = [await memoryAnswerOf(inOrder), await memoryAnswerOf(late)]
  expect(merged).toEqual(expected)
  const memory = readMemory(merged.memory)
  expect(memory?.problems).toBe(6)
  expect(memory && memoryOf(memory, 'addition-9-6')).toMatchObject({ seen: 2, right: 1 })
})

test('[LRN-43] a fact is known after right answers on two days in the zone of the class, not in California', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const calendar = { zone: 'Europe/Berlin', schoolDays: [1, 2, 3, 4, 5], announces: true, holidays: [] }
  expect((await teacher.post(`/api/classes/${id}/calendar`, calendar)).status).toBe(200)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const student = await signedIn(app, code, ana)
  const stateAfterAnswerAt = async (time: string): Promise<unknown> => {
    app.clock.nowMs = Date.parse(time)
    const { id: sessionId, ...body } = beginBody({ secondsAgo: 60 })
    await student.post('/api/practice/sessions', { id: sessionId, ...body })
    const attempts = [attemptBody(sessionId, 0, { factId: 'addition-2-3', secondsAgo: 30 })]
    expect((await student.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 1 })
    const { operations } = studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json)
    return operations[0]?.facts[0]?.state
  }
  // The day changes in California at 10 in Berlin.
  expect(await stateAfterAnswerAt('2026-03-19T08:30:00Z')).toBe('learning')
  expect(await stateAfterAnswerAt('2026-03-19T11:30:00Z')).toBe('learning')
  expect(await stateAfterAnswerAt('2026-03-20T08:30:00Z')).not.toBe('learning')
  const { memory } = studentRoutes.memory.response.parse((await student.get(MEMORY)).json)
  const { zone } = sessionRoutes.me.response.parse((await student.get('/api/me')).json)
  expect([zone, memory.day]).toEqual(['Europe/Berlin', Date.parse('2026-03-20') / (DAY_SECONDS * 1000)])
})

test('[LRN-35] what was played as a guest in the week before the account counts, and its points once', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const played = async (sessionType: string, secondsAgo: number) => {
    const { id, ...body } = beginBody({ sessionType, secondsAgo: secondsAgo + 60 })
    await student.post('/api/practice/sessions', { id, ...body })
    const attempts = [attemptBody(id, 0, { factId: 'addition-7-8', responseTime: 2500, secondsAgo })]
    expect((await student.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 1 })
    const finished = await student.patch(`/api/practice/sessions/${id}`, { secondsAgo })
    expect(finished.json).toMatchObject({ board: null })
  }
  await played(GUEST_OFF_BOARDS, 6 * DAY_SECONDS)
  await played(GUEST_SESSION, 600)
  await played(GUEST_OFF_BOARDS, 30)
  const { json } = await student.get('/api/me/progress')
  expect(json).toMatchObject({ totals: { sessions: 3, points: 15, attempts: 3 } })
  // The league's points come with the guest's board rows.
  expect((await student.get('/api/daily-stats')).json).toMatchObject({
    totalDailyPoints: 5,
    sessionsToday: 1,
  })
  const memory = readMemory((await memoryAnswerOf(student)).memory)
  expect(memory && memoryOf(memory, 'addition-7-8')).toMatchObject({ seen: 3, right: 3 })
})

test('[GAR-16] a guest’s garden that a student brings shows its plants, changes nothing that is known, and stays', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  await send(student, { daysAgo: 0, pairs: ['7-8'] })
  const states = FACTS.map(({ id }) => (id === 'addition-7-8' ? 3 : id === 'addition-4-4' ? 2 : 0)).join('')
  const bring = (garden: string) => student.post('/api/me/guest', { sessionToken: newToken(), garden })
  expect((await bring(states)).status).toBe(200)
  expect((await bring('0'.repeat(FACTS.length))).status).toBe(200)
  expect((await bring('4'.repeat(FACTS.length))).status).toBe(400)
  const plants = async () => {
    const { operations } = studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json)
    return operations.flatMap(({ facts }) =>
      facts.map(({ factId, stage, state, seen, ready }) => [factId, stage, state, seen, ready]),
    )
  }
  expect(await plants()).toEqual([
    ['addition-4-4', 'leaf', 'unknown', 0, false],
    ['addition-7-8', 'flower', 'learning', 1, false],
  ])
  // An answer to a plant that was brought does not lower it.
  await send(student, { daysAgo: 0, pairs: ['4-4'], wrong: '4-4' })
  expect((await plants())[0]).toEqual(['addition-4-4', 'leaf', 'learning', 1, false])
  const memory = readMemory((await memoryAnswerOf(student)).memory)
  expect(memory?.problems).toBe(2)
  expect(memory && memoryOf(memory, 'addition-7-8')).toMatchObject({ best: 3, seen: 1 })
})

test('[LRN-41] drawn facts are what the engine would ask next: due facts come first', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  await send(student, { daysAgo: 0, pairs: ['7-8', '2-2', '3-3', '4-4'] })
  const first = async () => {
    const { json } = await student.get('/api/facts?category=addition_facts&limit=10&random=true')
    return studentRoutes.facts.response.parse(json).map(({ id }) => id)
  }
  expect(await first()).not.toContain('addition-7-8')
  app.clock.nowMs += 5 * DAY_SECONDS * 1000
  expect((await first())[0]).toBe('addition-7-8')
})

test("[LRN-24] a warm-up's measurement is stored for all devices; the last one counts", async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const put = (inputType: string, body: unknown) => student.post(`/api/me/entry-times/${inputType}`, body)
  expect((await memoryAnswerOf(student)).entryTimes).toEqual([])
  expect((await put('touch', { baseMs: 900, keyMs: 300 })).status).toBe(200)
  app.clock.nowMs += 1000
  await put('touch', { baseMs: 700, keyMs: 200 })
  await put('keyboard', { baseMs: 600, keyMs: 150 })
  const { entryTimes } = await memoryAnswerOf(student)
  expect(entryTimes.map(({ inputType, baseMs, keyMs }) => [inputType, baseMs, keyMs]).toSorted()).toEqual([
    ['keyboard', 600, 150],
    ['touch', 700, 200],
  ])
  for (const [inputType, body] of [
    ['pen', { baseMs: 1, keyMs: 1 }],
    ['touch', { baseMs: -1, keyMs: 1 }],
    ['touch', { baseMs: 1e9, keyMs: 1 }],
    ['touch', { baseMs: 1 }],
    ['touch', {}],
  ] as const) {
    expect((await put(inputType, body)).status).toBe(400)
  }
})
