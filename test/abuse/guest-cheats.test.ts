import { describe, expect, test } from 'vitest'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { readConfig } from '../../server/config.ts'
import { startApp, type Answer, type RunningApp } from '../factories/app.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { ADAPTERS } from '../storage/adapters.ts'
import { classOfTwo, guestWith, pointsToday } from './students.ts'

const SCORE = '/api/guest/score'
const DAY = 86_400
const FULL = { score: 250, problemsSolved: 50, correctAnswers: 50, averageTime: 2000 }
const NOTHING = { sessions: 0, points: 0, battles: 0 }

/** Results of fifty problems each, all sent at the same moment; how many were counted. */
async function sentAtOnce(app: RunningApp, token: string, agesInSeconds: readonly number[]): Promise<number> {
  const answers = await Promise.all(
    agesInSeconds.map((secondsAgo) =>
      app.post(SCORE, scoreBody({ sessionToken: token, secondsAgo, ...FULL })),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 200).length
}

async function boardOf(app: RunningApp) {
  app.clock.elapsedMs += 60_000
  return (await app.get('/api/guest/leaderboard?league=addition_facts')).json
}

describe.each(ADAPTERS)('0 unearned points of guests on $name', ({ open }) => {
  test('[API-7] parallel: of twenty simultaneous results one player’s pace counts', async () => {
    const app = await startApp({ database: await open() })
    const token = newToken()
    expect(await sentAtOnce(app, token, Array<number>(20).fill(0))).toBe(2)
    expect(await boardOf(app)).toMatchObject([{ score: 500, problemsSolved: 100 }])
  })

  test('[API-7] parallel: results that arrive together, in several leagues, have one limit for the day', async () => {
    const app = await startApp({ database: await open() })
    const token = newToken()
    let counted = 0
    for (let minute = 0; minute < 20; minute += 1) {
      app.clock.nowMs += 60_000
      const answers = await Promise.all(
        LEAGUE_IDS.slice(0, 3).map((league) =>
          app.post(SCORE, scoreBody({ sessionToken: token, league, ...FULL })),
        ),
      )
      counted += answers.filter(({ status }) => status === 200).length
    }
    expect(counted).toBe(25)
    const stats = (await app.get(`/api/guest/daily-stats/${token}`)).json
    expect(stats).toMatchObject({ totalDailyPoints: 6250, sessionsToday: 25 })
  })

  test.each([
    [60, 3],
    [600, 25],
    [30, 2],
    [999_999, 40],
  ])(
    '[API-7] too fast: of the time of a day, %i s, at most %i sessions of fifty count',
    async (seconds, most) => {
      const { site } = readConfig({ GUEST_DAILY_SECONDS: String(seconds) })
      const app = await startApp({ database: await open(), site })
      const token = newToken()
      const send = (changes = {}) => {
        app.clock.nowMs += 25_000
        return app.post(SCORE, scoreBody({ sessionToken: token, ...FULL, ...changes }))
      }
      const sent: Answer[] = []
      for (let session = 0; session < 40; session += 1) sent.push(await send())
      expect(sent.map(({ status }) => status)).toEqual(sent.map((_, at) => (at < most ? 200 : 400)))
      for (const { json } of sent.slice(most)) expect(json).toMatchObject({ code: 'impossible_score' })
      // Another guest, and another day, have limits of their own.
      expect((await send({ sessionToken: newToken() })).status).toBe(200)
      expect((await send({ secondsAgo: 2 * DAY })).status).toBe(200)
    },
  )

  test('[API-6] too fast: rejects fifty right answers in no time', async () => {
    const app = await startApp({ database: await open() })
    for (const averageTime of [0, 1, 260, 399]) {
      const sent = await app.post(SCORE, scoreBody({ ...FULL, averageTime }))
      expect(sent).toMatchObject({ status: 400, json: { code: 'impossible_score' } })
      expect((sent.json as { message: string }).message).toMatch(/^averageTime must leave time to read/)
    }
    expect(await boardOf(app)).toEqual([])
  })

  test('[API-7, DAY-5] early: last week’s results have the same pace limit, and are on the boards of their days', async () => {
    const app = await startApp({ database: await open() })
    const token = newToken()
    const days = [1, 2, 3, 4, 5, 6, 6.9].map((days) => Math.round(days * DAY))
    expect(await sentAtOnce(app, token, days)).toBe(2)
    expect(await sentAtOnce(app, token, [0])).toBe(0)
    expect(await boardOf(app)).toEqual([])
    expect(await app.post(SCORE, scoreBody({ sessionToken: token, secondsAgo: 8 * DAY }))).toMatchObject({
      status: 400,
    })
  })

  test('[API-4, ACC-28] other people’s: results, time or a merge sent with the id on the board change nobody else', async () => {
    const { app, anas } = await classOfTwo({ database: await open() })
    const victim = await guestWith(app, [0])
    const row = { score: 250, problemsSolved: 50 }
    const [entry] = (await boardOf(app)) as { guestSessionId: string }[]
    const publicId = entry?.guestSessionId ?? ''
    expect(publicId).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(publicId).not.toBe(victim)

    expect((await anas.post('/api/me/guest', { sessionToken: publicId })).json).toEqual(NOTHING)
    expect((await app.get(`/api/guest/session/${publicId}`)).status).not.toBe(200)
    await app.post(SCORE, scoreBody({ sessionToken: publicId, score: 0, correctAnswers: 0 }))
    await app.post(`/api/guest/session/${publicId}/time`, { additionalTime: 600 })
    expect(await boardOf(app)).toContainEqual(expect.objectContaining({ guestSessionId: publicId, ...row }))
    expect((await app.get(`/api/guest/session/${victim}`)).json).toMatchObject({ timePlayedToday: 0 })
    expect(await pointsToday(anas)).toBe(0)
  })
})
