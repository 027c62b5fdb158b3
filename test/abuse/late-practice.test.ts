import { expect, test } from 'vitest'
import { practiceDay } from '../../domain/practice-day.ts'
import { toJson } from '../../server/storage/sql/json-rows.ts'
import { sessionStatements } from '../../server/storage/sql/students/student-statements.ts'
import type { Answer } from '../factories/app.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo, type ClassOfTwo } from './students.ts'

const HOUR = 3600
const DAY = 24 * HOUR

type Session = {
  readonly secondsAgo: number
  /** How long each of its 20 problems took. */
  readonly responseTime: (place: number) => number
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

async function tell(world: ClassOfTwo, { secondsAgo, responseTime }: Session): Promise<void> {
  const { anas } = world
  const session = beginBody({ totalProblems: 20, secondsAgo })
  await sent(world, () => anas.post('/api/practice/sessions', session))
  let agoMs = secondsAgo * 1000
  const attempts = Array.from({ length: 20 }, (_, place) => {
    agoMs -= responseTime(place)
    const at = { responseTime: responseTime(place), secondsAgo: Math.round(agoMs / 1000) }
    return attemptBody(session.id, place, at)
  })
  await sent(world, () => anas.post('/api/practice/logs', { attempts }))
}

const countedOf = async ({ anas }: ClassOfTwo): Promise<number> => {
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
  expect(await countedOf(world)).toBe(600)
})

test('[STU-22] a script that makes up days of practice with one time for all answers has nothing of it after the first twenty', async () => {
  const world = await weekOld()
  for (let place = 0; place < 8; place += 1) {
    await tell(world, { secondsAgo: 3 * DAY - place * 60, responseTime: () => 1500 })
  }
  expect(await countedOf(world)).toBeLessThan(20)
})

test('[STU-22] of a day that is told late 2,000 answers count', async () => {
  const world = await weekOld()
  const { app, anas } = world
  await tell(world, { secondsAgo: 3 * DAY + 300, responseTime: childs })
  const studentId = ((await anas.get('/api/me')).json as { id: string }).id
  const { addToDays } = sessionStatements(app.database.dialect)
  const day = practiceDay(app.clock.nowMs - 3 * DAY * 1000)
  const row = { student_id: studentId, practice_day: day, seconds: 0, sessions: 0, points: 0, attempts: 1970 }
  await app.database.write((transaction) => transaction.run(addToDays, { rows: toJson([row]) }))
  const before = await countedOf(world)
  for (let place = 0; place < 3; place += 1) {
    await tell(world, { secondsAgo: 3 * DAY - place * 72, responseTime: childs })
  }
  expect((await countedOf(world)) - before).toBe(10)
})
