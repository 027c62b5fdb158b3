import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestRoutes } from '../../contract/guest.ts'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { startApp, type Answer } from '../factories/app.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { rowsOf, storedRows } from '../factories/sqlite-file.ts'

const SCORE = '/api/guest/score'

/** Everything that is wrong with a score, by the error that the caller gets. */
const REFUSED: readonly (readonly [string, Record<string, unknown>, string, RegExp])[] = [
  ['an unknown league', { league: 'chess' }, 'bad_request', /^league must be one of addition_facts, /],
  ['a prototype name as league', { league: '__proto__' }, 'bad_request', /^league must be one of /],
  ['another prototype name', { league: 'constructor' }, 'bad_request', /^league must be one of /],
  ['no league', { league: undefined }, 'bad_request', /^league must be one of /],
  ['a negative score', { score: -1 }, 'bad_request', /^score must not be negative\.$/],
  ['a fractional score', { score: 2.5 }, 'bad_request', /^score must be a whole number\.$/],
  ['a score of a text', { score: '20' }, 'bad_request', /^score must be a number\.$/],
  ['a score that is no number', { score: null }, 'bad_request', /^score must be a number\.$/],
  ['no score', { score: undefined }, 'bad_request', /^score must be a number\.$/],
  ['negative problems', { problemsSolved: -5 }, 'bad_request', /^problemsSolved must not be negative\.$/],
  ['51 problems', { problemsSolved: 51 }, 'bad_request', /^problemsSolved must be at most 50\.$/],
  [
    'fractional problems',
    { problemsSolved: 4.2 },
    'bad_request',
    /^problemsSolved must be a whole number\.$/,
  ],
  [
    'more right than solved',
    { correctAnswers: 6 },
    'impossible_score',
    /^correctAnswers must not be more than /,
  ],
  ['more than 5 for each right one', { score: 21 }, 'impossible_score', /^score must not be more than 5 × /],
  ['points without a right one', { score: 1, correctAnswers: 0 }, 'impossible_score', /^score must not be /],
  ['a negative mean time', { averageTime: -1 }, 'bad_request', /^averageTime must not be negative\.$/],
  [
    'a fractional mean time',
    { averageTime: 1834.25 },
    'bad_request',
    /^averageTime must be a whole number\.$/,
  ],
  ['a list as mean time', { averageTime: [1] }, 'bad_request', /^averageTime must be a number\.$/],
  ['a bonus in words', { speedBonus: 'much' }, 'bad_request', /^speedBonus must be a number\.$/],
  ['a negative age', { secondsAgo: -1 }, 'bad_request', /^secondsAgo must not be negative\.$/],
  [
    'an age beyond seven days',
    { secondsAgo: 604_801 },
    'bad_request',
    /^secondsAgo must be at most 604800\.$/,
  ],
  ['a short submission id', { submissionId: 'abc' }, 'bad_request', /^submissionId must be 8 to 64 letters/],
  [
    'a submission id of another kind',
    { submissionId: 7 },
    'bad_request',
    /^submissionId must be a string, not a number/,
  ],
  [
    'a location that is no text',
    { location: {} },
    'bad_request',
    /^location must be a string, not an object/,
  ],
]

test('[API-6] rejects an impossible score with a reason and stores nothing', async () => {
  const app = await startApp()
  for (const [name, change, code, sentence] of REFUSED) {
    const answer = await app.post(SCORE, scoreBody(change))
    expect(answer.status, name).toBe(400)
    expect(answer.json, name).toEqual({ message: expect.stringMatching(sentence), code })
  }
  expect(await storedRows(app.dataDir)).toBe(0)
})

/** Numbers about the bounds, and any other. */
function anyNumber(most: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: -2, max: most + 2 }), fc.double(), fc.constant(most))
}

test('[API-6] accepts exactly the possible scores, and the sums are exact', async () => {
  const app = await startApp()
  const claimed = fc.record({
    league: fc.oneof(fc.constantFrom<string>(...LEAGUE_IDS), fc.string()),
    score: anyNumber(250),
    problemsSolved: anyNumber(50),
    correctAnswers: anyNumber(50),
  })
  let stored = 0
  await fc.assert(
    fc.asyncProperty(claimed, async (claim) => {
      const { score, problemsSolved, correctAnswers } = claim
      const possible =
        LEAGUE_IDS.some((id) => id === claim.league) &&
        [score, problemsSolved, correctAnswers].every((n) => Number.isInteger(n) && n >= 0) &&
        problemsSolved <= 50 &&
        correctAnswers <= problemsSolved &&
        score <= 5 * correctAnswers
      const answer = await app.post(SCORE, scoreBody(claim))
      expect(answer.status).toBe(possible ? 200 : 400)
      if (!possible) return
      stored += 1
      // JSON knows no -0.
      expect(answer.json).toMatchObject({ dailyScore: score + 0, dailyProblemsSolved: problemsSolved + 0 })
    }),
    {
      numRuns: 300,
      examples: [[{ league: 'addition_facts', score: 250, problemsSolved: 50, correctAnswers: 50 }]],
    },
  )
  expect(await rowsOf(app.dataDir, 'practice_result')).toHaveLength(stored)
})

test('[API-4] a score adds one finished session, and an unknown token gets its session', async () => {
  const app = await startApp()
  const token = newToken()
  const first = await app.post(SCORE, scoreBody({ sessionToken: token }))
  expect(first.status).toBe(200)
  expect(guestRoutes.saveScore.response.parse(first.json)).toEqual({
    counted: true,
    practiceDay: '2026-03-18',
    dailyScore: 20,
    dailyProblemsSolved: 5,
    rank: 1,
    rankBefore: null,
    ranked: 1,
    pointsToNext: null,
  })
  const second = await app.post(
    SCORE,
    scoreBody({ sessionToken: token, score: 3, problemsSolved: 1, correctAnswers: 1 }),
  )
  expect(second.json).toMatchObject({ counted: true, dailyScore: 23, dailyProblemsSolved: 6 })
  const other = await app.post(SCORE, scoreBody({ sessionToken: token, league: 'division_facts' }))
  expect(other.json).toMatchObject({ dailyScore: 20, dailyProblemsSolved: 5 })
  expect((await app.get(`/api/guest/session/${token}`)).status).toBe(200)
})

test('[API-4] accepts a session without an answer: score 0, mean time 0', async () => {
  const app = await startApp()
  const empty = scoreBody({ score: 0, problemsSolved: 0, correctAnswers: 0, averageTime: 0 })
  expect(await app.post(SCORE, empty)).toMatchObject({ status: 200, json: { counted: true, dailyScore: 0 } })
})

test('[OUT-2] a repeated score counts once, even at the same time', async () => {
  const app = await startApp()
  const body = scoreBody()
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(SCORE, body)))
  const again = await app.post(SCORE, body)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const counted = [...answers, again].map(({ json }) => guestRoutes.saveScore.response.parse(json).counted)
  expect(counted.filter(Boolean)).toHaveLength(1)
  expect(again.json).toEqual({
    counted: false,
    practiceDay: '2026-03-18',
    dailyScore: 20,
    dailyProblemsSolved: 5,
    rank: 1,
    rankBefore: null,
    ranked: 1,
    pointsToNext: null,
  })
  expect(await rowsOf(app.dataDir, 'practice_result')).toHaveLength(1)
})

test('[API-7] accepts 100 problems at once, then two a second; anything above is not counted', async () => {
  const app = await startApp()
  const token = newToken()
  const fifty = (): Promise<Answer> =>
    app.post(SCORE, scoreBody({ sessionToken: token, score: 250, problemsSolved: 50, correctAnswers: 50 }))
  expect((await fifty()).status).toBe(200)
  expect((await fifty()).json).toMatchObject({ dailyProblemsSolved: 100 })

  const refused = await fifty()
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_fast' } })
  expect(refused.headers.get('retry-after')).toBe('25')
  expect(await rowsOf(app.dataDir, 'practice_result')).toHaveLength(2)
  expect(await rowsOf(app.dataDir, 'daily_score')).toMatchObject([{ score: 500, problems_solved: 100 }])

  app.clock.nowMs += 24_000
  expect((await fifty()).status).toBe(429)
  app.clock.nowMs += 1_000
  expect((await fifty()).json).toMatchObject({ dailyProblemsSolved: 150 })
})

test("[API-7] one player’s pace does not limit another's", async () => {
  const app = await startApp()
  const token = newToken()
  const hasty = { sessionToken: token, score: 250, problemsSolved: 50, correctAnswers: 50 }
  for (let sent = 0; sent < 3; sent += 1) await app.post(SCORE, scoreBody(hasty))
  expect((await app.post(SCORE, scoreBody())).status).toBe(200)
})

test('[API-7] a rejected score can be sent again later with the same id', async () => {
  const app = await startApp()
  const token = newToken()
  const fast = { sessionToken: token, score: 250, problemsSolved: 50, correctAnswers: 50 }
  await app.post(SCORE, scoreBody(fast))
  await app.post(SCORE, scoreBody(fast))
  const kept = scoreBody(fast)
  const refused = await app.post(SCORE, kept)
  app.clock.nowMs += Number(refused.headers.get('retry-after')) * 1000
  expect((await app.post(SCORE, kept)).json).toMatchObject({ counted: true, dailyProblemsSolved: 150 })
})

test.each([-1, 0.5, 0, 7, 5000, 1e300, undefined])(
  '[SCO-2] a speed bonus of %j changes neither points nor what is stored',
  async (speedBonus) => {
    const app = await startApp()
    const saved = await app.post(SCORE, scoreBody({ score: 20, correctAnswers: 4, speedBonus }))
    expect(saved).toMatchObject({ status: 200, json: { counted: true, dailyScore: 20 } })
    expect(await rowsOf(app.dataDir, 'practice_result')).toMatchObject([{ score: 20, speed_bonus: 0 }])
  },
)
