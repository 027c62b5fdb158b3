import { expect, test } from 'vitest'
import { studentRoutes } from '../../contract/student.ts'
import { GUEST_SESSION } from '../../contract/attempt-log.ts'
import { memoryOf } from '../../domain/learning/memory.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { startApp } from '../factories/app.ts'
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

test('[LRN-30, LRN-40] two devices, one of them without a connection for two days, end with the memory of the merged log', async () => {
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

test('[LRN-35] what was played as a guest is remembered, and gives no points, time or day', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const { id, ...body } = beginBody({ sessionType: GUEST_SESSION, secondsAgo: 60 })
  await student.post('/api/practice/sessions', { id, ...body })
  const attempts = [attemptBody(id, 0, { factId: 'addition-7-8', responseTime: 2500, secondsAgo: 30 })]
  expect((await student.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 1 })
  const finished = await student.patch(`/api/practice/sessions/${id}`, { actualDuration: 30 })
  expect(finished.json).toMatchObject({ board: null })
  const { json } = await student.get('/api/me/progress')
  expect(json).toMatchObject({ streak: { days: 0, run: 0 }, totals: { seconds: 0, sessions: 0, points: 0 } })
  const memory = readMemory((await memoryAnswerOf(student)).memory)
  expect(memory && memoryOf(memory, 'addition-7-8')).toMatchObject({ seen: 1, right: 1 })
})

test('[LRN-41] drawn facts are what the engine would ask next: what is due comes first', async () => {
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

test('[LRN-24] what a warm-up has measured is kept for all devices; the last one counts', async () => {
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
