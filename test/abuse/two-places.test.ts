import { expect, test } from 'vitest'
import { GUEST_SESSION } from '../../contract/attempt-log.ts'
import { studentRoutes } from '../../contract/student.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import type { Browser } from '../factories/browser-user.ts'
import { botPlayer, finishedBattle, person, WON } from '../factories/finished-battle.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo, playerTokenOf, type ClassOfTwo } from './students.ts'

const MINUTE_MS = 60_000
/** Less than a second for each problem. */
const quick = (place: number): number => 450 + ((place * 311) % 500)

/** Ana has won a battle of a minute that ended so many seconds ago. */
async function won({ app, anas }: ClassOfTwo, secondsAgo: number, left = false): Promise<void> {
  const endedAtMs = app.clock.nowMs - secondsAgo * 1000
  const ana = person(tokenHash(await playerTokenOf(anas)), { ...WON, score: 90, left })
  const times = { startedAtMs: endedAtMs - MINUTE_MS, endedAtMs }
  await sqlBattleStore(app.database).save(finishedBattle([ana, botPlayer('bot-1')], times))
}

/** Answers a second after another, the last one so many seconds ago. */
async function practiced(student: Browser, answers: number, secondsAgo: number, changes: object = {}) {
  const session = beginBody({ totalProblems: 50, secondsAgo: secondsAgo + answers + 60, ...changes })
  await student.post('/api/practice/sessions', session)
  const attempts = Array.from({ length: answers }, (_, place) =>
    attemptBody(session.id, place, {
      responseTime: quick(place),
      secondsAgo: secondsAgo + answers - 1 - place,
    }),
  )
  expect((await student.post('/api/practice/logs', { attempts })).status).toBe(200)
}

const countedSums = async (student: Browser): Promise<number> => {
  const { totals } = (await student.get('/api/me/progress')).json as { totals: { attempts: number } }
  return totals.attempts
}

const winsOf = async ({ app, anas }: ClassOfTwo): Promise<number> => {
  const { json } = await app.get(`/api/battles/stats/${await playerTokenOf(anas)}`)
  return (json as { victories: number }).victories
}

test('[STU-19] sets aside practice claimed for the minute of a battle', async () => {
  const world = await classOfTwo()
  const { anas } = world
  await won(world, 30)
  await practiced(anas, 40, 40)
  expect(await countedSums(anas)).toBe(0)
  expect(await winsOf(world)).toBe(1)
})

test('[BAT-111] a battle during which its student practiced counts on no board', async () => {
  const world = await classOfTwo()
  await practiced(world.anas, 40, 10)
  await won(world, 0)
  expect(await countedSums(world.anas)).toBe(40)
  expect(await winsOf(world)).toBe(0)
})

test('[STU-19, BAT-111] practice just before and after a battle counts, and so does the battle', async () => {
  const world = await classOfTwo()
  await practiced(world.anas, 20, 100)
  await won(world, 40)
  await practiced(world.anas, 20, 20)
  expect(await countedSums(world.anas)).toBe(40)
  expect(await winsOf(world)).toBe(1)
})

test('[STU-19] a player who has left a battle may practice while it continues', async () => {
  const world = await classOfTwo()
  await won(world, 30, true)
  await practiced(world.anas, 20, 40)
  expect(await countedSums(world.anas)).toBe(20)
})

test('[LRN-35] answers reported as a guest’s must be playable: none in no time, and none in two places', async () => {
  const { app, anas } = await classOfTwo()
  const problems = async (): Promise<number | undefined> => {
    const { memory } = studentRoutes.memory.response.parse((await anas.get('/api/me/memory')).json)
    return readMemory(memory)?.problems
  }
  const session = beginBody({ totalProblems: 50, sessionType: GUEST_SESSION, secondsAgo: 60 })
  await anas.post('/api/practice/sessions', session)
  const attempts = Array.from({ length: 20 }, (_, place) =>
    attemptBody(session.id, place, { responseTime: 1 }),
  )
  expect((await anas.post('/api/practice/logs', { attempts })).status).toBe(200)
  expect(await problems()).toBe(0)
  app.clock.nowMs += 120_000
  await practiced(anas, 20, 5, { sessionType: GUEST_SESSION, secondsAgo: 25 })
  expect(await problems()).toBe(20)
  // Four times more in the same half a minute, of which each took some 14 s.
  for (let again = 0; again < 4; again += 1) {
    await practiced(anas, 20, 5, { sessionType: GUEST_SESSION, secondsAgo: 25 })
  }
  expect(await problems()).toBeLessThan(45)
})
