import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { childDataRoutes } from '../../contract/child-data.ts'
import { attemptBody } from '../factories/student-calls.ts'
import { ADAPTERS } from '../storage/adapters.ts'
import { ALL_FACTS, begin, DAY, finish, log, LOGS, NOTHING, owned } from './log-calls.ts'
import { LOG_CHEATS } from './log-cheats.ts'
import { classOfTwo, type ClassOfTwo } from './students.ts'

async function setAsideOf({ teacher, ana }: ClassOfTwo) {
  const { json } = await teacher.get(`/api/children/${ana.id}/set-aside`)
  return childDataRoutes.setAside.response.parse(json)
}

describe.each(ADAPTERS)('0 unearned points or facts on $name', ({ open }) => {
  const cheats = LOG_CHEATS.map(([name, expected, cheat, ageMs]) => ({ name, expected, cheat, ageMs }))
  test.each(cheats)('[STU-19] $name', async ({ expected, cheat, ageMs }) => {
    const world = await classOfTwo({ database: await open() }, ageMs)
    await cheat(world)
    expect(await owned(world.anas)).toEqual(expected)
  })

  test('[STU-19] 1,944 attempts in 1.4 s: a hundred are taken, the rest is a 429, and no fact is known', async () => {
    const world = await classOfTwo({ database: await open() })
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

/** Ten answers of a tenth of a second in a session that is over. */
const cheated = async () => {
  const world = await classOfTwo()
  const { anas } = world
  const id = await begin(anas, { secondsAgo: 60 })
  await log(anas, id, 10, { responseTime: 100 })
  return { ...world, id, finished: await finish(anas, id) }
}

describe('what was set aside', () => {
  test('[STU-20, STU-21] the child keeps what was on its screen, and reads no accusation', async () => {
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

  test('[STU-21] its adults see how many and when, and whoever it is at home with lets them count, once', async () => {
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
      expect(await owned(anas)).toEqual({ board: 50, points: 50, attempts: 10, days: 1, facts: 0 })
    }
    expect((await teacher.post(`${accept}/2026-13-40`, {})).status).toBe(400)
    app.clock.elapsedMs += 60_000
    expect((await app.get('/api/guest/leaderboard?league=addition_facts')).json).toMatchObject([
      { nickname: ana.nickname, score: 50, problemsSolved: 10 },
    ])
  })

  test('[STU-21] what is accepted on a later day counts in all, and not on that day’s board', async () => {
    const { app, teacher, ana, anas } = await cheated()
    app.clock.nowMs += 14 * 3_600_000
    await teacher.post(`/api/children/${ana.id}/set-aside/2026-03-18`, {})
    expect(await owned(anas).catch(() => null)).toMatchObject({ board: 0, points: 50, attempts: 10 })
    const board = '/api/guest/leaderboard?league=addition_facts&date=2026-03-18'
    expect((await app.get(board)).json).toEqual([])
  })

  test('[STU-19] a quick child who has practised for half an hour without a connection has all of it counted', async () => {
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
