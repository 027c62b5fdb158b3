import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { childDataRoutes } from '../../contract/child-data.ts'
import { studentRoutes } from '../../contract/student.ts'
import { allFacts, OPERATIONS } from '../../domain/fact.ts'
import type { Answer } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo, pointsToday, type ClassOfTwo } from './students.ts'

const LOGS = '/api/practice/logs'
const ALL_FACTS = OPERATIONS.flatMap((operation) => allFacts(operation))
const DAY = 86_400

type Begin = { readonly secondsAgo?: number; readonly sessionType?: string; readonly totalProblems?: number }

async function begin(student: Browser, changes: Begin = {}): Promise<string> {
  const body = beginBody({ totalProblems: 50, ...changes })
  expect((await student.post('/api/practice/sessions', body)).status).toBe(200)
  return body.id
}

/** So many right answers of a session, in one call. */
function log(student: Browser, id: string, count: number, changes: object = {}): Promise<Answer> {
  const attempts = Array.from({ length: count }, (_, place) => attemptBody(id, place, { ...changes }))
  return student.post(LOGS, { attempts })
}

const finish = (student: Browser, id: string): Promise<Answer> =>
  student.call('PATCH', `/api/practice/sessions/${id}`, {})

/** What a student has: points on today's boards, and in all, attempts that count, and facts that are known. */
async function owned(student: Browser) {
  const progress = studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json)
  const facts = progress.operations.reduce((sum, { known, fluent }) => sum + known + fluent, 0)
  const { points, attempts, days } = progress.totals
  return { board: await pointsToday(student), points, attempts, days, facts }
}

async function setAsideOf({ teacher, ana }: ClassOfTwo) {
  const { json } = await teacher.get(`/api/children/${ana.id}/set-aside`)
  return childDataRoutes.setAside.response.parse(json)
}

const NOTHING = { board: 0, points: 0, attempts: 0, days: 0, facts: 0 }

/** Each cheats as Ana; after it she has what is said here. */
const CHEATS: readonly (readonly [string, object, (world: ClassOfTwo) => Promise<unknown>])[] = [
  [
    'too fast: a script answers within 40 ms',
    NOTHING,
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 60 })
      await log(anas, id, 50, { responseTime: 40 })
      await finish(anas, id)
    },
  ],
  [
    'too fast: fifty answers in no time, each of which claims a second and a half',
    // Three fit into the five seconds by which ages may be wrong.
    { ...NOTHING, board: 15, points: 15, attempts: 3, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas)
      await log(anas, id, 50)
      await finish(anas, id)
    },
  ],
  [
    'early: every fact four times on three days, all before the account was made',
    NOTHING,
    async ({ app, anas }) => {
      for (const ago of [3, 2, 1]) {
        for (let first = 0; first < ALL_FACTS.length; first += 50) {
          const secondsAgo = ago * DAY
          const id = await begin(anas, { sessionType: 'all', secondsAgo })
          const attempts = ALL_FACTS.slice(first, first + 50).map(({ id: factId }, place) =>
            attemptBody(id, place, { factId, secondsAgo: secondsAgo - 100 }),
          )
          const sent = await anas.post(LOGS, { attempts })
          if (sent.status === 429) app.clock.nowMs += Number(sent.headers.get('retry-after')) * 1000
        }
      }
    },
  ],
  [
    'parallel: ten sessions at the same time, each with a minute of answers',
    // The session that was told of last has the minute, all but what the first one's answers took of it.
    { ...NOTHING, board: 160, points: 160, attempts: 32, days: 1 },
    async ({ app, anas }) => {
      const ids: string[] = []
      for (let count = 0; count < 10; count += 1) {
        const id = await begin(anas, { secondsAgo: 60 })
        ids.push(id)
        const sent = await log(anas, id, 32, { responseTime: 2000 })
        if (sent.status === 429) app.clock.nowMs += Number(sent.headers.get('retry-after')) * 1000
      }
      for (const id of ids) await finish(anas, id)
    },
  ],
  [
    'replayed: the same answers, fifty times over',
    { ...NOTHING, board: 50, points: 50, attempts: 10, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 60 })
      for (let repeat = 0; repeat < 50; repeat += 1) await log(anas, id, 10)
      await finish(anas, id)
      for (let repeat = 0; repeat < 5; repeat += 1) await log(anas, id, 10)
      await finish(anas, id)
    },
  ],
  [
    'late: answers to a session that is over, which claim to be of now',
    { ...NOTHING, board: 25, points: 25, attempts: 5, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 3000 })
      // It was over five seconds after it began.
      await anas.call('PATCH', `/api/practice/sessions/${id}`, { secondsAgo: 2995 })
      await log(anas, id, 50, { responseTime: 2000 })
    },
  ],
  [
    'forged: points that the page has reckoned itself',
    { ...NOTHING, attempts: 1, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 60 })
      const forged = { isCorrect: true, baseScore: 500, finalScore: 500, studentAnswer: 999 }
      await log(anas, id, 1, forged)
      await anas.call('PATCH', `/api/practice/sessions/${id}`, { totalScore: 5000, correctAnswers: 50 })
    },
  ],
  [
    'other people’s: answers for another child’s session, and a session in its name',
    NOTHING,
    async ({ anas, bens, ben }) => {
      const id = await begin(bens, { secondsAgo: 60 })
      expect((await log(anas, id, 10)).status).toBe(404)
      expect((await finish(anas, id)).status).toBe(404)
      const inName = beginBody({ studentId: ben.id })
      expect((await anas.post('/api/practice/sessions', inName)).status).toBe(403)
      expect(await owned(bens)).toEqual(NOTHING)
    },
  ],
]

describe('0 unearned points or facts', () => {
  test.each(CHEATS)('[STU-19] %s', async (_name, expected, cheat) => {
    const world = await classOfTwo()
    await cheat(world)
    expect(await owned(world.anas)).toEqual(expected)
  })

  test('[STU-19] 1,944 attempts in 1.4 s: a hundred are taken, the rest is a 429, and no fact is known', async () => {
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
