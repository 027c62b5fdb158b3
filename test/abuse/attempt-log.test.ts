import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../factories/sqlite-file.ts'
import { attemptBody } from '../factories/student-calls.ts'
import { ALL_FACTS, begin, DAY, finish, log, LOGS, NOTHING, owned } from './log-calls.ts'
import { LOG_CHEATS } from './log-cheats.ts'
import { classOfTwo, type ClassOfTwo } from './students.ts'

/** How many attempts are stored and set aside. */
async function setAside({ app }: Pick<ClassOfTwo, 'app'>): Promise<number> {
  return (await rowsOf(app.dataDir, 'attempt')).filter((row) => row['set_aside'] !== null).length
}

// On one engine: what the stores count is the same on each (storage/late-log.suite.ts, student-time.suite.ts).
describe('0 unearned points or facts', () => {
  const cheats = LOG_CHEATS.map(([name, expected, cheat, ageMs]) => ({ name, expected, cheat, ageMs }))
  test.each(cheats)('[STU-19] $name', async ({ expected, cheat, ageMs }) => {
    const world = await classOfTwo({}, ageMs)
    await cheat(world)
    expect(await owned(world.anas)).toEqual(expected)
  })

  test('[STU-19] of 1,944 attempts in 1.4 s a hundred are accepted, the rest is a 429, and no fact is known', async () => {
    const world = await classOfTwo()
    const { anas } = world
    const statuses = new Map<number, number>()
    for (const ago of [3, 2, 1, 0]) {
      for (let first = 0; first < ALL_FACTS.length; first += 50) {
        const facts = ALL_FACTS.slice(first, first + 50)
        const id = await begin(anas, { sessionType: 'all', secondsAgo: ago * DAY }).catch(() => randomUUID())
        const attempts = facts.map(({ id: factId }, place) =>
          attemptBody(id, place, { factId, secondsAgo: ago * DAY }),
        )
        const { status } = await anas.post(LOGS, { attempts })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    expect(statuses.get(200)).toBeLessThanOrEqual(3)
    expect(statuses.get(429)).toBeGreaterThan(30)
    expect(await owned(anas)).toEqual(NOTHING)
    expect(await setAside(world)).toBeLessThanOrEqual(100)
  })
})

/** Ten answers of a tenth of a second in a session that is over. */
const cheated = async () => {
  const world = await classOfTwo()
  const { anas } = world
  const id = await begin(anas, { secondsAgo: 60 })
  await log(anas, id, 10, { responseTime: 100 })
  return { ...world, id, finished: await finish(anas, id) }
}

describe('set-aside attempts', () => {
  test('[STU-20] the child keeps what was on its screen, and sees no accusation', async () => {
    const { anas, id, finished } = await cheated()
    expect(finished.json).toMatchObject({ totalScore: 50, problemsSolved: 10, board: null })
    for (const path of ['/api/me/progress', '/api/me/facts/addition-1-1', '/api/daily-stats', '/api/me']) {
      expect((await anas.get(path)).text).not.toMatch(/aside|fast|cheat/i)
    }
    expect((await log(anas, id, 10, { responseTime: 100 })).json).toMatchObject({
      counted: 0,
      sessions: [{ totalScore: 50 }],
    })
  })

  test('[STU-19] a quick child who has practiced offline for half an hour has all of it counted', async () => {
    const { app, anas } = await classOfTwo()
    // Thirty seconds for twenty problems, a minute between the sessions, and a keyboard that is known by heart.
    const started = Array.from({ length: 20 }, (_, session) => 1800 - session * 90)
    for (const secondsAgo of started) {
      const id = await begin(anas, { secondsAgo, totalProblems: 20 })
      const attempts = Array.from({ length: 20 }, (_, place) => {
        const responseTime = 700 + ((place * 311) % 900)
        return attemptBody(id, place, {
          responseTime,
          secondsAgo: Math.round(secondsAgo - 1.5 * (place + 1)),
        })
      })
      for (;;) {
        const sent = await anas.post(LOGS, { attempts })
        if (sent.status === 200) break
        expect(sent.status).toBe(429)
        app.clock.nowMs += Number(sent.headers.get('retry-after')) * 1000
      }
      while ((await finish(anas, id)).status === 429) app.clock.nowMs += 10_000
    }
    expect(await owned(anas)).toMatchObject({ board: 2000, points: 2000, attempts: 400 })
    expect(await setAside({ app })).toBe(0)
  })
})
