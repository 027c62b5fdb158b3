import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { childDataRoutes } from '../../contract/child-data.ts'
import { attemptBody } from '../factories/student-calls.ts'
import { ALL_FACTS, begin, DAY, finish, log, LOGS, NOTHING, owned } from './log-calls.ts'
import { LOG_CHEATS } from './log-cheats.ts'
import { classOfTwo, type ClassOfTwo } from './students.ts'

async function setAsideOf({ teacher, ana }: ClassOfTwo) {
  const { json } = await teacher.get(`/api/children/${ana.id}/set-aside`)
  return childDataRoutes.setAside.response.parse(json)
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
    expect(
      (await setAsideOf(world)).days.reduce((sum, { attempts }) => sum + attempts, 0),
    ).toBeLessThanOrEqual(100)
  })
})

/** What a child has of ten such answers that an adult has accepted. */
const ACCEPTED = { ...NOTHING, points: 50, attempts: 10, days: 1 }

/** Ten answers of a tenth of a second in a session that is over. */
const cheated = async () => {
  const world = await classOfTwo()
  const { anas } = world
  const id = await begin(anas, { secondsAgo: 60 })
  await log(anas, id, 10, { responseTime: 100 })
  return { ...world, id, finished: await finish(anas, id) }
}

describe('set-aside attempts', () => {
  test('[STU-20, STU-21] the child keeps what was on its screen, and sees no accusation', async () => {
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

  test('[STU-21] its adults see how many and when, and the owner of its home accepts them, once', async () => {
    const world = await cheated()
    const { app, teacher, ana, anas } = world
    const at = '2026-03-18T20:00:00.000Z'
    const day = { practiceDay: '2026-03-18', attempts: 10, points: 50, firstAt: at, lastAt: at }
    expect(await setAsideOf(world)).toEqual({ mayAccept: true, days: [day] })
    const accept = `/api/children/${ana.id}/set-aside`
    expect((await teacher.post(`${accept}/2026-03-17`, {})).json).toEqual({ mayAccept: true, days: [day] })
    expect(await owned(anas)).toEqual(NOTHING)
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const { json } = await teacher.post(`${accept}/2026-03-18`, {})
      expect(json).toEqual({ mayAccept: true, days: [] })
      expect(await owned(anas)).toEqual(ACCEPTED)
    }
    expect((await teacher.post(`${accept}/2026-13-40`, {})).status).toBe(400)
    app.clock.elapsedMs += 60_000
    expect((await app.get('/api/guest/leaderboard?league=addition_facts')).json).toEqual([])
  })

  test('[STU-21] attempts accepted before their session ends stay off the boards', async () => {
    const { teacher, ana, anas } = await classOfTwo()
    const id = await begin(anas, { secondsAgo: 60 })
    await log(anas, id, 10, { responseTime: 100 })
    await teacher.post(`/api/children/${ana.id}/set-aside/2026-03-18`, {})
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await finish(anas, id)).json).toMatchObject({ totalScore: 50, board: null })
      expect(await owned(anas)).toEqual(ACCEPTED)
    }
  })

  test('[STU-18, STU-21] late answers to a session with accepted attempts appear on its board alone', async () => {
    const { teacher, ana, anas, id } = await cheated()
    await teacher.post(`/api/children/${ana.id}/set-aside/2026-03-18`, {})
    for (const place of [10, 11]) {
      const late = attemptBody(id, place, { responseTime: 5000 })
      expect((await anas.post(LOGS, { attempts: [late] })).status).toBe(200)
    }
    expect(await owned(anas)).toMatchObject({ board: 10, points: 60, attempts: 12 })
  })

  test('[STU-19] a quick child who has practiced offline for half an hour has all of it counted', async () => {
    const { app, anas, ...world } = await classOfTwo()
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
    expect((await setAsideOf({ app, anas, ...world })).days).toEqual([])
  })
})
