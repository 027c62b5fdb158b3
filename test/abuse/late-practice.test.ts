import { expect, test } from 'vitest'
import { GUEST_SESSION } from '../../contract/attempt-log.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { studentRoutes } from '../../contract/student.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { addToDays } from '../../server/storage/sql/students/student-practice-rows.ts'
import type { Answer } from '../factories/app.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo, pointsToday, type ClassOfTwo } from './students.ts'

const HOUR = 3600
const DAY = 24 * HOUR

type Session = {
  readonly secondsAgo: number
  /** How long each of its 20 problems took. */
  readonly responseTime: (place: number) => number
  readonly totalProblems?: number
  readonly sessionType?: string
}

const childs = (place: number): number => 1200 + ((place * 733) % 2900)

/** As an outbox does: what is refused for its pace comes again when it may. */
async function sent({ app }: ClassOfTwo, send: () => Promise<Answer>): Promise<void> {
  for (;;) {
    const { status, headers } = await send()
    if (status === 200) return
    expect(status).toBe(429)
    app.clock.nowMs += Number(headers.get('retry-after')) * 1000
  }
}

async function tell(
  world: ClassOfTwo,
  { secondsAgo, responseTime, totalProblems = 20, ...type }: Session,
): Promise<string> {
  const { anas } = world
  const session = beginBody({ totalProblems, secondsAgo, ...type })
  await sent(world, () => anas.post('/api/practice/sessions', session))
  let agoMs = secondsAgo * 1000
  const attempts = Array.from({ length: 20 }, (_, place) => {
    agoMs -= responseTime(place)
    const at = { responseTime: responseTime(place), secondsAgo: Math.round(agoMs / 1000) }
    return attemptBody(session.id, place, at)
  })
  await sent(world, () => anas.post('/api/practice/logs', { attempts }))
  return session.id
}

const countedSums = async ({ anas }: ClassOfTwo): Promise<number> => {
  const { totals } = (await anas.get('/api/me/progress')).json as { totals: { attempts: number } }
  return totals.attempts
}

/** Of an account that is a week old. */
async function weekOld(): Promise<ClassOfTwo> {
  const world = await classOfTwo()
  world.app.clock.nowMs += 7 * DAY * 1000
  await world.anas.get('/api/me')
  return world
}

test('[STU-22] two days of practice without a connection count in full', async () => {
  const world = await weekOld()
  for (const daysAgo of [2, 1]) {
    for (let place = 0; place < 15; place += 1) {
      await tell(world, { secondsAgo: daysAgo * DAY - place * 72, responseTime: childs })
    }
  }
  expect(await countedSums(world)).toBe(600)
})

test('[STU-22] a script that makes up days of practice with identical times gains nothing after the first twenty answers', async () => {
  const world = await weekOld()
  for (let place = 0; place < 8; place += 1) {
    await tell(world, { secondsAgo: 3 * DAY - place * 60, responseTime: () => 1500 })
  }
  expect(await countedSums(world)).toBeLessThan(20)
})

/** Attempts of three days ago, of the student's own sessions, as if they had been sent before. */
async function addOwnAttempts({ app, anas }: ClassOfTwo, attempts: number): Promise<void> {
  const studentId = ((await anas.get('/api/me')).json as { id: string }).id
  const day = practiceDay(app.clock.nowMs - 3 * DAY * 1000)
  const row = { student_id: studentId, practice_day: day, seconds: 0, sessions: 0, points: 0, attempts }
  await app.database.write((transaction) => addToDays(transaction, [row]))
}

test('[STU-22] at most 2,000 answers of a day reported late count', async () => {
  const world = await weekOld()
  await tell(world, { secondsAgo: 3 * DAY + 300, responseTime: childs })
  await addOwnAttempts(world, 1970)
  const before = await countedSums(world)
  for (let place = 0; place < 3; place += 1) {
    await tell(world, { secondsAgo: 3 * DAY - place * 72, responseTime: childs })
  }
  expect((await countedSums(world)) - before).toBe(10)
})

const learnedProblems = async ({ anas }: ClassOfTwo): Promise<number | undefined> =>
  readMemory(studentRoutes.memory.response.parse((await anas.get('/api/me/memory')).json).memory)?.problems

test("[STU-22] answers played as a guest use up the day's 2,000, and at most 2,000 of both affect learning", async () => {
  const world = await weekOld()
  await tell(world, { secondsAgo: 3 * DAY + 300, responseTime: childs })
  await addOwnAttempts(world, 1930)
  await tell(world, { secondsAgo: 3 * DAY, responseTime: childs, sessionType: GUEST_SESSION })
  const before = await countedSums(world)
  await tell(world, { secondsAgo: 3 * DAY - 72, responseTime: childs })
  await tell(world, { secondsAgo: 3 * DAY - 144, responseTime: childs })
  expect((await countedSums(world)) - before).toBe(30)
  const learned = await learnedProblems(world)
  await tell(world, { secondsAgo: 3 * DAY - 216, responseTime: childs, sessionType: GUEST_SESSION })
  expect(await learnedProblems(world)).toBe(learned)
})

test.each<[string, (world: ClassOfTwo, id: string) => Promise<void>]>([
  ['finished today', async () => undefined],
  [
    'finished today after one more answer',
    async (world, id) => {
      const attempts = [attemptBody(id, 20, { responseTime: 1700 })]
      await sent(world, () => world.anas.post('/api/practice/logs', { attempts }))
    },
  ],
])('[STU-8] sessions of three days ago that are %s stand on no board of today', async (_how, before) => {
  const world = await weekOld()
  const sessions = [3, 2, 1, 0].map((place) => 3 * DAY + place * 600)
  const ids: string[] = []
  for (const secondsAgo of sessions) {
    ids.push(await tell(world, { secondsAgo, responseTime: childs, totalProblems: 21 }))
  }
  // The last session is open until another begins, so that a child may go on with it.
  for (const id of ids.slice(0, -1)) {
    await before(world, id)
    await sent(world, () => world.anas.call('PATCH', `/api/practice/sessions/${id}`, {}))
  }
  expect(await countedSums(world)).toBeGreaterThanOrEqual(80)
  expect(await pointsToday(world.anas)).toBe(0)
})

test("[STU-8] a session from three days ago that ends before its answers arrive is not on today's board", async () => {
  const world = await weekOld()
  const { anas } = world
  const session = beginBody({ totalProblems: 20, secondsAgo: 3 * DAY })
  await anas.post('/api/practice/sessions', session)
  await anas.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  const attempts = Array.from({ length: 20 }, (_, place) =>
    attemptBody(session.id, place, { responseTime: childs(place), secondsAgo: 3 * DAY - 4 * (place + 1) }),
  )
  await sent(world, () => anas.post('/api/practice/logs', { attempts }))
  expect(await countedSums(world)).toBe(20)
  expect(await pointsToday(anas)).toBe(0)
})
