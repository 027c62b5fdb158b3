import { describe, expect, test } from 'vitest'
import { startApp, type RunningApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { ADAPTERS } from '../storage/adapters.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { classOfTwo } from './students.ts'

const boardOf = (limit: number): string => `/api/guest/leaderboard?league=addition_facts&limit=${limit}`
const BOARD = boardOf(50)
const FULL = { score: 250, problemsSolved: 50, correctAnswers: 50, averageTime: 2000 }

/** A guest from an address plays; its token. */
async function guestFrom(app: RunningApp, address: string, changes = {}): Promise<string> {
  const sessionToken = newToken()
  const body = scoreBody({ sessionToken, ...FULL, ...changes })
  expect((await app.post('/api/guest/score', body, { 'x-forwarded-for': address })).status).toBe(200)
  return sessionToken
}

const flood = (app: RunningApp, count: number, addressOf: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => guestFrom(app, addressOf(index))))

async function listOf(app: RunningApp) {
  app.clock.elapsedMs += 60_000
  return (await app.get(BOARD)).json as readonly { readonly rank: number; readonly score: number }[]
}

async function practice({ clock }: RunningApp, student: Browser): Promise<void> {
  clock.nowMs += 60_000
  const session = beginBody({ secondsAgo: 30 })
  await student.post('/api/practice/sessions', session)
  await student.post('/api/practice/logs', attemptBody(session.id, 0))
  await student.call('PATCH', `/api/practice/sessions/${session.id}`, {})
}

describe.each(ADAPTERS)('boards with many guests of one network on $name', ({ open }) => {
  test.each<[string, (index: number) => string]>([
    ['an IPv4 address', () => '203.0.113.7'],
    ['an IPv6 /56', (index) => `2001:db8:0:${(index % 256).toString(16)}::${index.toString(16)}`],
  ])('[LB-110] guests of %s take no place from students and other networks', async (_what, addressOf) => {
    const { app, anas, bens } = await classOfTwo({ database: await open(), trustProxy: true })
    for (const student of [anas, bens]) await practice(app, student)
    await flood(app, 130, addressOf)
    await flood(app, 40, (index) => `198.51.100.${index}`)
    const list = await listOf(app)
    expect(list).toHaveLength(50)
    expect(list.filter(({ score }) => score === 5).map(({ rank }) => rank)).toEqual([171, 172])
    // Five of the network, forty others, two students, and three places that nobody else takes.
    expect(list.map(({ rank }) => rank)).toEqual([
      ...Array.from({ length: 8 }, (_, index) => index + 1),
      ...Array.from({ length: 42 }, (_, index) => index + 131),
    ])
    await flood(app, 10, (index) => `192.0.2.${index}`)
    expect((await listOf(app)).filter(({ rank }) => rank <= 130)).toHaveLength(5)
  })

  test('[LB-110] so it is on a board of any length', async () => {
    const app = await startApp({ database: await open(), trustProxy: true })
    await flood(app, 60, () => '203.0.113.7')
    await flood(app, 60, (index) => `198.51.100.${index}`)
    app.clock.elapsedMs += 60_000
    for (const limit of [1, 5, 6, 10, 25, 50]) {
      const list = (await app.get(boardOf(limit))).json as readonly { readonly rank: number }[]
      const crowd = Math.min(limit, 5)
      expect(list.map(({ rank }) => rank)).toEqual([
        ...Array.from({ length: crowd }, (_, at) => at + 1),
        ...Array.from({ length: limit - crowd }, (_, at) => at + 61),
      ])
    }
  })

  test('[LB-110] a class behind one address sees all of its guests, and so does an installation without a proxy', async () => {
    for (const trustProxy of [true, false]) {
      const app = await startApp({ database: await open(), trustProxy })
      await flood(app, 30, () => '203.0.113.7')
      expect(await listOf(app)).toHaveLength(30)
      await flood(app, 30, () => '203.0.113.7')
      expect((await listOf(app)).map(({ rank }) => rank)).toEqual(
        Array.from({ length: 50 }, (_, at) => at + 1),
      )
    }
  })

  test('[LB-110] a guest who is not listed sees the own row, and makes nobody compute the board again', async () => {
    const app = await startApp({ database: await open(), trustProxy: true })
    await flood(app, 10, () => '203.0.113.7')
    const last = await guestFrom(app, '203.0.113.7')
    await flood(app, 60, (index) => `198.51.100.${index}`)
    await listOf(app)
    const computed = async () =>
      /^boards_computed_total\{board="players"\} (\d+)$/m.exec((await app.get('/metrics')).text)?.[1]
    const before = await computed()
    expect(before).toBeDefined()
    for (let call = 0; call < 3; call += 1) {
      const { json } = await app.get(`${BOARD}&sessionToken=${last}`)
      expect(json).toMatchObject({ user: { rank: 11, score: 250 } })
    }
    expect(await computed()).toBe(before)
    const better = await guestFrom(app, '198.51.100.99')
    await guestFrom(app, '198.51.100.99', { score: 5, correctAnswers: 1, problemsSolved: 1 })
    expect((await app.get(`${BOARD}&sessionToken=${better}`)).json).toMatchObject({ user: { rank: 72 } })
  })
})
