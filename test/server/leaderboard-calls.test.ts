import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { leaderboardRoutes, type aggregatedStateEntry, type stateEntry } from '../../contract/leaderboard.ts'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { nextPracticeDayMs } from '../../domain/practice-day.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { boardsAge, play, playersOf } from '../factories/board-calls.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'

const PLAYERS = '/api/guest/leaderboard'
const STATES = '/api/guest/state-leaderboard'
const ALL_STATES = '/api/guest/state-leaderboard-aggregated'

async function statesOf(app: RunningApp, league = 'addition_facts'): Promise<z.output<typeof stateEntry>[]> {
  return leaderboardRoutes.states.response.parse((await app.get(`${STATES}?league=${league}`)).json)
}

async function allStatesOf(app: RunningApp): Promise<z.output<typeof aggregatedStateEntry>[]> {
  return leaderboardRoutes.statesOfAllLeagues.response.parse((await app.get(ALL_STATES)).json)
}

test('[LB-1, LB-4] without a token the board is a plain list, best first, 25 unless the limit says otherwise', async () => {
  const app = await startApp()
  for (let problems = 1; problems <= 30; problems += 1) await play(app, problems)
  const { entries } = await playersOf(app, 'league=addition_facts')
  expect(entries.map(({ rank, score }) => [rank, score])).toEqual(
    Array.from({ length: 25 }, (_, index) => [index + 1, (30 - index) * 5]),
  )
  expect((await playersOf(app, 'league=addition_facts&limit=50')).entries).toHaveLength(30)
  expect((await playersOf(app, 'league=addition_facts&limit=1')).entries).toHaveLength(1)
  expect((await playersOf(app, 'league=division_facts')).entries).toEqual([])
})

test('[LB-4] ranks equal scores by fewer problems, then the earlier time', async () => {
  const app = await startApp()
  const tens = { score: 10, correctAnswers: 2 }
  const slow = await play(app, 4, { ...tens, nickname: 'KindOwl9' })
  const late = await play(app, 2, { ...tens, nickname: 'CalmOwl3', secondsAgo: 5 })
  const early = await play(app, 2, { ...tens, nickname: 'SwiftFox1', secondsAgo: 60 })
  const { entries } = await playersOf(app, 'league=addition_facts')
  expect(entries.map(({ nickname }) => nickname)).toEqual(['SwiftFox1', 'CalmOwl3', 'KindOwl9'])
  for (const [token, rank] of [
    [early, 1],
    [late, 2],
    [slow, 3],
  ] as const) {
    const { user } = await playersOf(app, `league=addition_facts&limit=1&sessionToken=${token}`)
    expect(user?.rank ?? 1).toBe(rank)
  }
})

/** Thirty ranks. */
const from = (first: number) => Array.from({ length: 30 }, (_, index) => first + index)

test('[LB-107] with around=me a player sees the thirty around its place, and only its row contains the token', async () => {
  const app = await startApp()
  const tokens: string[] = []
  for (let problems = 1; problems <= 40; problems += 1) tokens.push(await play(app, problems))
  const of = (token: string, more = '') =>
    playersOf(app, `league=addition_facts${more}&around=me&sessionToken=${token}`)
  const ranksOf = async (token: string) => (await of(token)).entries.map(({ rank }) => rank)
  expect(await ranksOf(tokens[19] ?? '')).toEqual(from(6))
  expect(await ranksOf(tokens[39] ?? '')).toEqual(from(1))
  expect(await ranksOf(tokens[0] ?? '')).toEqual(from(11))
  const { entries, user } = await of(tokens[19] ?? '', '&limit=1')
  expect(user).toBeNull()
  expect(entries.filter(({ guestSessionId, id }) => guestSessionId !== id)).toEqual([
    expect.objectContaining({ rank: 21, score: 100, guestSessionId: tokens[19], pointsToNext: 5 }),
  ])
  expect((await of(newToken())).entries.map(({ rank }) => rank)).toEqual(from(1).slice(0, 25))
  expect((await app.get(`${PLAYERS}?league=addition_facts&around=you`)).status).toBe(400)
})

test("[LB-2, LB-3] with a token the caller's row is in the list or next to it, and only it contains the token", async () => {
  const app = await startApp()
  const best = await play(app, 10, { nickname: 'SwiftFox42', country: 'US', state: 'TX' })
  const last = await play(app, 1, { nickname: 'CalmOwl3' })
  const inside = await playersOf(app, `league=addition_facts&limit=1&sessionToken=${best}`)
  expect(inside.user).toBeNull()
  expect(inside.entries).toEqual([
    {
      id: expect.stringMatching(/^[A-Za-z0-9]{16}$/),
      rank: 1,
      nickname: 'SwiftFox42',
      country: 'US',
      state: 'Texas',
      location: '',
      score: 50,
      problemsSolved: 10,
      guestSessionId: best,
    },
  ])
  const outside = await playersOf(app, `league=addition_facts&limit=1&sessionToken=${last}`)
  expect(outside.user).toMatchObject({ rank: 2, nickname: 'CalmOwl3', guestSessionId: last })
  const stranger = await playersOf(app, `league=addition_facts&sessionToken=${newToken()}`)
  expect(stranger.user).toBeNull()
  expect(stranger.entries).toHaveLength(2)
  const shown = (await app.get(`${PLAYERS}?league=addition_facts`)).text
  for (const token of [best, last]) {
    expect(shown).not.toContain(token)
    expect(outside.entries.map(({ guestSessionId }) => guestSessionId)).not.toContain(best)
  }
  for (const { id, guestSessionId } of stranger.entries) expect(guestSessionId).toBe(id)
})

test('[LB-5, LB-6] states have sums, averages and top scores of a league, and every player once over all leagues', async () => {
  const app = await startApp()
  const texan = await play(app, 10, { state: 'TX' })
  await play(app, 1, { state: 'Texas' })
  await play(app, 1, { state: 'tx', score: 3 })
  await play(app, 8, { state: 'CA' })
  await play(app, 2, { state: null, country: null })
  await play(app, 4, { sessionToken: texan, league: 'division_facts', state: 'TX' })
  expect(await statesOf(app)).toEqual([
    {
      id: 'Texas',
      state: 'Texas',
      playerCount: 3,
      totalProblems: 12,
      totalScore: 58,
      topScore: 50,
      averageScore: 19.3,
      rank: 1,
    },
    {
      id: 'California',
      state: 'California',
      playerCount: 1,
      totalProblems: 8,
      totalScore: 40,
      topScore: 40,
      averageScore: 40,
      rank: 2,
    },
  ])
  expect(await allStatesOf(app)).toEqual([
    { state: 'Texas', playerCount: 3, totalScore: 78 },
    { state: 'California', playerCount: 1, totalScore: 40 },
  ])
  expect(await statesOf(app, 'mixed_add_sub')).toEqual([])
})

test('[LB-9] a player who changes state moves all points of the day, on every board at once', async () => {
  const app = await startApp()
  const mover = await play(app, 10, { state: 'TX' })
  await play(app, 6, { sessionToken: mover, league: 'division_facts', state: 'TX' })
  await play(app, 2, { state: 'TX' })
  await app.post('/api/guest/session', sessionBody({ sessionToken: mover, state: 'Ohio', location: null }))
  boardsAge(app)
  expect(await statesOf(app)).toMatchObject([
    { state: 'Ohio', playerCount: 1, totalScore: 50, topScore: 50 },
    { state: 'Texas', playerCount: 1, totalScore: 10, topScore: 10 },
  ])
  expect(await statesOf(app, 'division_facts')).toMatchObject([{ state: 'Ohio', totalScore: 30 }])
  expect(await allStatesOf(app)).toEqual([
    { state: 'Ohio', playerCount: 1, totalScore: 80 },
    { state: 'Texas', playerCount: 1, totalScore: 10 },
  ])
  await app.post('/api/guest/session', sessionBody({ sessionToken: mover, state: null, location: null }))
  boardsAge(app)
  expect(await allStatesOf(app)).toEqual([{ state: 'Texas', playerCount: 1, totalScore: 10 }])
  expect((await playersOf(app, 'league=addition_facts')).entries[0]).toMatchObject({ state: '', score: 50 })
})

test('[LB-7] weekly points are those of seven practice days, today included', async () => {
  const app = await startApp()
  const token = await play(app, 2, { nickname: 'WittyOtter7' })
  const points = async () =>
    leaderboardRoutes.weeklyPoints.response.parse(
      (await app.get('/api/guest/weekly-points/WittyOtter7')).json,
    )
  app.clock.nowMs = nextPracticeDayMs(app.clock.nowMs) + 5 * 24 * 3_600_000
  await play(app, 1, { sessionToken: token, nickname: 'WittyOtter7' })
  expect(await points()).toEqual({ totalPoints: 15 })
  app.clock.nowMs = nextPracticeDayMs(app.clock.nowMs)
  expect(await points()).toEqual({ totalPoints: 5 })
  expect((await app.get('/api/guest/weekly-points/Nobody%20Here')).json).toEqual({ totalPoints: 0 })
})

test('[LB-8] daily stats have each league played with rank and total, and nothing else', async () => {
  const app = await startApp()
  const token = await play(app, 2)
  await play(app, 9)
  await play(app, 3, { sessionToken: token, league: 'division_facts' })
  expect((await app.get(`/api/guest/daily-stats/${token}`)).json).toEqual({
    totalDailyPoints: 25,
    sessionsToday: 2,
    leagueRankings: [
      {
        league: 'addition_facts',
        leagueName: 'Addition Facts',
        score: 10,
        rank: 2,
        total: 2,
        pointsToNext: 35,
      },
      {
        league: 'division_facts',
        leagueName: 'Division Facts',
        score: 15,
        rank: 1,
        total: 1,
        pointsToNext: null,
      },
    ],
  })
  expect((await app.get(`/api/guest/daily-stats/${newToken()}`)).json).toEqual({
    totalDailyPoints: 0,
    sessionsToday: 0,
    leagueRankings: [],
  })
})

test('[LB-10] an invalid query is a 400 that says what is valid', async () => {
  const app = await startApp()
  const long = 'a'.repeat(5000)
  for (const [path, message] of [
    [PLAYERS, /^league must be one of addition_facts, /],
    [`${PLAYERS}?league=chess`, /^league must be one of /],
    [`${PLAYERS}?league=__proto__`, /^league must be one of /],
    [`${PLAYERS}?league=constructor`, /^league must be one of /],
    [`${PLAYERS}?league=addition_facts&league=division_facts`, /^league must be one of /],
    ...['0', '51', '-1', '2.5', '1e1', 'all', '', '0x10', '٣', long].map(
      (limit) =>
        [
          `${PLAYERS}?league=addition_facts&limit=${encodeURIComponent(limit)}`,
          /^limit must be a whole number from 1 to 50\.$/,
        ] as const,
    ),
    [`${PLAYERS}?league=addition_facts&limit=1&limit=2`, /^limit must be a string, not a list\.$/],
    [`${PLAYERS}?league=addition_facts&sessionToken=short`, /^sessionToken must be 16 letters or digits\.$/],
    [`${STATES}?league=chess`, /^league must be one of /],
    [STATES, /^league must be one of /],
    [`${ALL_STATES}?limit=51`, /^limit must be a whole number from 1 to 50\.$/],
    ['/api/guest/daily-stats/short', /^sessionToken must be 16 letters or digits\.$/],
    [`/api/guest/weekly-points/${long}`, /^nickname must be 1 to 24 letters/],
    ['/api/guest/weekly-points/%3Cscript%3E', /^nickname must be 1 to 24 letters/],
    ["/api/guest/weekly-points/a'%20or%20'1", /^nickname must be 1 to 24 letters/],
  ] as const) {
    const answer = await app.get(path)
    expect(answer.status, path).toBe(400)
    expect((answer.json as { message: string }).message, path).toMatch(message)
  }
  for (const league of LEAGUE_IDS) {
    expect((await app.get(`${PLAYERS}?league=${league}`)).json).toEqual([])
    expect((await app.get(`${STATES}?league=${league}`)).json).toEqual([])
  }
  expect((await app.get(ALL_STATES)).json).toEqual([])
})

test.each([
  ['on an ordinary day', '2026-03-18T09:00:00Z'],
  ['when the clocks go forward', '2026-03-08T10:00:00Z'],
  ['when the clocks go back', '2026-11-01T10:00:00Z'],
])('[LB-11] the board changes at 2 AM in California to the millisecond, %s', async (_when, turn) => {
  const app = await startApp()
  const turnsMs = Date.parse(turn)
  app.clock.nowMs = turnsMs - 1
  await play(app, 2)
  app.clock.nowMs = turnsMs
  await play(app, 3)
  const scores = async () => (await playersOf(app, 'league=addition_facts')).entries.map(({ score }) => score)
  expect(await scores()).toEqual([15])
  app.clock.nowMs = turnsMs - 1
  expect(await scores()).toEqual([10])
})

test("[LB-3, LB-2] wherever the caller's row is, the list is complete and only that row differs", async () => {
  const app = await startApp()
  const tokens: string[] = []
  for (const nickname of ['SwiftFox42', 'CalmOwl3', 'BraveBear7']) {
    tokens.push(await play(app, 9 - tokens.length, { nickname }))
  }
  const { entries: plain } = await playersOf(app, 'league=addition_facts')
  for (const [place, token] of tokens.entries()) {
    const own = await playersOf(app, `league=addition_facts&sessionToken=${token}`)
    expect(own.user).toBeNull()
    expect(own.entries).toEqual(
      plain.map((row, at) => (at === place ? { ...row, guestSessionId: token } : row)),
    )
  }
})

test('[LB-13, LB-103] the response to a score has the new rank, of how many, the previous rank, and the points to the next', async () => {
  const app = await startApp()
  await play(app, 5)
  await play(app, 4)
  const sessionToken = newToken()
  const score = (points: number) =>
    app.post(
      '/api/guest/score',
      scoreBody({ sessionToken, score: points, problemsSolved: 5, correctAnswers: 5 }),
    )
  expect((await score(10)).json).toMatchObject({ rank: 3, rankBefore: null, ranked: 3, pointsToNext: 10 })
  expect((await score(12)).json).toMatchObject({ rank: 2, rankBefore: 3, ranked: 3, pointsToNext: 3 })
  expect((await score(25)).json).toMatchObject({ rank: 1, rankBefore: 2, ranked: 3, pointsToNext: null })
})
