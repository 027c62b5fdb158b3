import { expect, test } from 'vitest'
import { problem } from '../../contract/problem.ts'
import { studentRoutes } from '../../contract/student.ts'
import { allFacts } from '../../domain/fact.ts'
import { startApp, type Answer } from '../factories/app.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { rowsOf } from '../factories/sqlite-file.ts'
import { attemptBody, beginBody, began, studentOf } from '../factories/student-calls.ts'
import { nicknameOf, playerTokenOf, headerStudents } from '../factories/students.ts'

const SESSIONS = '/api/practice/sessions'
const LOGS = '/api/practice/logs'

test('[STU-12] a call without a sign-in gets a 401 with a message and a code, before anything else is checked', async () => {
  const app = await startApp({ students: headerStudents })
  const json = { 'content-type': 'application/json' }
  const answers = await Promise.all([
    app.post(SESSIONS, beginBody()),
    app.post(SESSIONS, 'no json'),
    app.post(LOGS, {}),
    app.get(`${SESSIONS}/practice-1234`, { method: 'PATCH', headers: json, body: '{}' }),
    app.get('/api/facts?limit=none'),
    app.get('/api/daily-stats'),
    app.get('/api/me/progress'),
    app.get('/api/me/facts/nonsense'),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
  }
  expect((await app.get(LOGS)).status).toBe(405)
})

test("[STU-5] a session starts once, under the client's id or one of ours", async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const body = beginBody({ studentId: student.id, secondsAgo: 30 })
  const first = await student.post(SESSIONS, body)
  expect(studentRoutes.beginSession.response.parse(first.json)).toEqual({
    id: body.id,
    studentId: student.id,
    sessionType: 'addition_facts',
    targetDuration: 120,
    totalProblems: 20,
    status: 'active',
    startedAt: new Date(app.clock.nowMs - 30_000).toISOString(),
    completedAt: null,
    actualDuration: 0,
    problemsSolved: 0,
    correctAnswers: 0,
    accuracy: 0,
    averageTime: 0,
    totalScore: 0,
    speedBonus: 0,
  })
  app.clock.nowMs += 5000
  expect((await student.post(SESSIONS, body)).json).toEqual(first.json)
  const plain = { sessionType: 'mixed_mult_div', targetDuration: 120, totalProblems: 10, status: 'active' }
  const [one, two] = [await student.post(SESSIONS, plain), await student.post(SESSIONS, plain)]
  expect([one.status, two.status]).toEqual([200, 200])
  expect(await rowsOf(app.dataDir, 'student_session')).toHaveLength(3)
})

test("[STU-5] another student's session on a shared device does not count for this one", async () => {
  const app = await startApp({ students: headerStudents })
  const [mine, theirs] = [studentOf(app), studentOf(app)]
  const left = beginBody({ studentId: theirs.id })
  expect(await mine.post(SESSIONS, left)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  await theirs.post(SESSIONS, left)
  const answers = [
    await mine.post(LOGS, attemptBody(left.id, 0)),
    await mine.patch(`${SESSIONS}/${left.id}`, {}),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect(await rowsOf(app.dataDir, 'attempt')).toEqual([])
  expect(await rowsOf(app.dataDir, 'student_session')).toMatchObject([{ completed_at_ms: null }])
})

test('[STU-4] right or wrong and the points follow from the fact, whatever the page says', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  const lies = { studentAnswer: -1, isCorrect: true, baseScore: 500, finalScore: 500 }
  const answer = await student.post(LOGS, {
    attempts: [
      attemptBody(id, 0, lies),
      attemptBody(id, 1, { factId: allFacts('addition')[0]?.id, isCorrect: false, finalScore: 0 }),
      attemptBody(id, 2),
    ],
  })
  expect(studentRoutes.logAttempts.response.parse(answer.json)).toMatchObject({
    counted: 3,
    sessions: [{ id, totalScore: 8, correctAnswers: 2, problemsSolved: 2, accuracy: 100 }],
  })
  app.clock.nowMs += 62_000
  const finished = await student.patch(`${SESSIONS}/${id}`, {
    completedAt: new Date(app.clock.nowMs).toISOString(),
    actualDuration: 61.4,
    correctAnswers: 20,
    accuracy: 100,
    totalScore: 100,
    speedBonus: 7,
  })
  expect(studentRoutes.finishSession.response.parse(finished.json)).toMatchObject({
    status: 'completed',
    totalScore: 8,
    correctAnswers: 2,
    problemsSolved: 2,
    speedBonus: 0,
    actualDuration: 61,
    board: {
      counted: true,
      dailyScore: 8,
      dailyProblemsSolved: 2,
      rank: 1,
      rankBefore: null,
      ranked: 1,
      pointsToNext: null,
    },
  })
  expect(await rowsOf(app.dataDir, 'attempt')).toMatchObject([
    { correct: 0, points: 0, attempt: 1 },
    { correct: 1, points: 3, attempt: 2 },
    { correct: 1, points: 5, attempt: 1 },
  ])
})

test.each([
  [{ speedBonus: 'much' }, /^speedBonus must be a number\.$/],
  [{ averageTime: -1 }, /^averageTime must not be negative\.$/],
  [{ averageTime: 1834.25 }, /^averageTime must be a whole number\.$/],
  [{ actualDuration: -0.5 }, /^actualDuration must not be negative\.$/],
])('[API-6] a session cannot be finished with %j', async (wrong, message) => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  expect(await student.patch(`${SESSIONS}/${id}`, wrong)).toMatchObject({
    status: 400,
    json: { code: 'bad_request', message: expect.stringMatching(message) },
  })
  expect(await rowsOf(app.dataDir, 'student_session')).toMatchObject([{ completed_at_ms: null }])
})

test.each([-1, 0.5, 7, 5000, 1e300])(
  '[SCO-2] a speed bonus of %j is ignored like a total',
  async (speedBonus) => {
    const app = await startApp({ students: headerStudents })
    const student = studentOf(app)
    const id = await began(student)
    await student.post(LOGS, attemptBody(id, 0))
    const finished = await student.patch(`${SESSIONS}/${id}`, { speedBonus, totalScore: speedBonus })
    expect(finished).toMatchObject({ status: 200, json: { speedBonus: 0, totalScore: 5 } })
  },
)

test('[STU-4] stores nothing fractional or negative about a session, whatever the page claims', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  await student.post(LOGS, attemptBody(id, 0, { baseScore: -2.5, speedMultiplier: 0.1, finalScore: -0.5 }))
  app.clock.nowMs += 3000
  const claims = { actualDuration: 1.5, correctAnswers: -1.5, accuracy: -0.1, totalScore: 2.5 }
  expect(await student.patch(`${SESSIONS}/${id}`, claims)).toMatchObject({ status: 200 })
  for (const table of ['student_session', 'attempt', 'practice_result', 'student_day']) {
    const numbers = (await rowsOf(app.dataDir, table)).flatMap((row) =>
      Object.values(row).filter((value) => typeof value === 'number'),
    )
    expect(numbers.length, table).toBeGreaterThan(0)
    expect(
      numbers.filter((value) => !Number.isInteger(value) || value < 0),
      table,
    ).toEqual([])
  }
})

test('[STU-6] accepts the attempt log of the specification, one at a time and without a place', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  for (const place of [0, 1]) {
    const { place: _place, ...attempt } = attemptBody(id, place)
    expect((await student.post(LOGS, attempt)).json).toMatchObject({ counted: 1 })
  }
  expect(await rowsOf(app.dataDir, 'attempt')).toMatchObject([{ place: 0 }, { place: 1 }])
})

const REFUSED: readonly (readonly [string, Record<string, unknown>, number, string, RegExp])[] = [
  ['no session', { sessionId: undefined }, 400, 'bad_request', /^attempts\.0\.sessionId is missing\.$/],
  ['a session nobody began', { sessionId: 'practice-none' }, 404, 'not_found', /^Session not found\.$/],
  ['no fact', { factId: 'addition-99-1' }, 400, 'bad_request', /factId must be the id of a fact, such as/],
  [
    'a prototype’s name as fact',
    { factId: '__proto__' },
    400,
    'bad_request',
    /factId must be the id of a fact/,
  ],
  [
    'a fact of another league',
    { factId: 'division-10-2' },
    400,
    'bad_request',
    /^factId must be a fact in its session/,
  ],
  ['half an answer', { studentAnswer: 2.5 }, 400, 'bad_request', /studentAnswer must be a whole number\.$/],
  ['an answer of a text', { studentAnswer: '7' }, 400, 'bad_request', /studentAnswer must be a number\.$/],
  ['a negative time', { responseTime: -1 }, 400, 'bad_request', /responseTime must not be negative\.$/],
  [
    'hours for a problem',
    { responseTime: 3_600_001 },
    400,
    'bad_request',
    /responseTime must be at most 3600000\.$/,
  ],
  ['a place beyond every log', { place: 150 }, 400, 'bad_request', /place must be at most 149\.$/],
  [
    'an age beyond seven days',
    { secondsAgo: 604_801 },
    400,
    'bad_request',
    /secondsAgo must be at most 604800\.$/,
  ],
]

test.each(REFUSED)(
  '[STU-7] rejects an attempt with %s with a reason',
  async (_name, change, status, code, sentence) => {
    const app = await startApp({ students: headerStudents })
    const student = studentOf(app)
    const id = await began(student)
    const answer = await student.post(LOGS, { attempts: [attemptBody(id, 0, change)] })
    expect(answer.status).toBe(status)
    expect(problem.parse(answer.json)).toEqual({ message: expect.stringMatching(sentence), code })
    expect(await rowsOf(app.dataDir, 'attempt')).toEqual([])
  },
)

test('[STU-7] rejects more problems than the session has, more than 50 attempts, and none, also after the end', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student, { totalProblems: 2 })
  const many = (count: number) => Array.from({ length: count }, (_, place) => attemptBody(id, place))
  expect(await student.post(LOGS, { attempts: many(3) })).toMatchObject({
    status: 400,
    json: { code: 'impossible_score' },
  })
  expect(await student.post(LOGS, { attempts: many(51) })).toMatchObject({
    status: 400,
    json: { message: 'attempts must hold at most 50 attempts.' },
  })
  expect(await student.post(LOGS, { attempts: [] })).toMatchObject({ status: 400 })
  for (const body of [[], null, 7, 'text']) expect((await student.post(LOGS, body)).status).toBe(400)
  expect((await student.post(LOGS, { attempts: many(2) })).json).toMatchObject({ counted: 2 })
  await student.patch(`${SESSIONS}/${id}`, {})
  expect(await student.post(LOGS, attemptBody(id, 2))).toMatchObject({
    status: 400,
    json: { code: 'impossible_score' },
  })
  expect((await student.post(LOGS, { attempts: many(2) })).json).toMatchObject({ counted: 0 })
})

test('[STU-6] fifty attempts of maximum length fit into one call', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student, { id: 'x'.repeat(64), sessionType: 'mixed_mult_div', totalProblems: 50 })
  const attempts = Array.from({ length: 50 }, (_, place) =>
    attemptBody(id, place + 99, {
      factId: place % 2 === 0 ? 'multiplication-10-10' : 'division-100-10',
      responseTime: 3_599_999,
      entryTime: 19_999,
      secondsAgo: 604_799,
    }),
  )
  expect(await student.post(LOGS, { attempts })).toMatchObject({ status: 200, json: { counted: 50 } })
})

test('[STU-8] a student is on the daily board under the generated nickname, once, and has its stats', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  await student.post(LOGS, attemptBody(id, 0))
  const answers = await Promise.all([1, 2, 3].map(() => student.patch(`${SESSIONS}/${id}`, {})))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const sessionToken = playerTokenOf(student.id)
  const board = await app.get(`/api/guest/leaderboard?league=addition_facts&sessionToken=${sessionToken}`)
  expect(board.json).toMatchObject({
    entries: [{ rank: 1, nickname: nicknameOf(student.id), score: 5, guestSessionId: sessionToken }],
    user: null,
  })
  expect(board.text).not.toContain(student.id)
  const stats = await student.get('/api/daily-stats')
  expect(studentRoutes.dailyStats.response.parse(stats.json)).toEqual({
    totalDailyPoints: 5,
    sessionsToday: 1,
    streak: { days: 0, run: 0 },
    leagueRankings: [
      {
        league: 'addition_facts',
        leagueName: 'Addition Facts',
        score: 5,
        rank: 1,
        total: 1,
        pointsToNext: null,
      },
    ],
  })
})

test('[STU-8] a finished session that its player also sent as a score counts once', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  await student.post(LOGS, attemptBody(id, 0))
  await student.patch(`${SESSIONS}/${id}`, {})
  const sessionToken = playerTokenOf(student.id)
  const sent = await app.post('/api/guest/score', scoreBody({ sessionToken, submissionId: id }))
  expect(sent.json).toMatchObject({ counted: false, dailyScore: 5 })
})

test('[STU-8, STU-19] the pace limit applies to attempts and sessions: too much is a 429 that can be sent again', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const ids: string[] = []
  for (const secondsAgo of [300, 200, 100]) {
    ids.push(await began(student, { totalProblems: 50, secondsAgo }))
  }
  const log = (id: string): Promise<Answer> =>
    student.post(LOGS, { attempts: Array.from({ length: 50 }, (_, place) => attemptBody(id, place)) })
  const [first = '', second = '', third = ''] = ids
  for (const id of [first, second]) expect((await log(id)).status).toBe(200)
  const refused = await log(third)
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_fast' } })
  expect(refused.headers.get('retry-after')).toBe('25')
  app.clock.nowMs += 25_000
  expect((await log(third)).json).toMatchObject({ counted: 50 })
  for (const id of [first, second]) await student.patch(`${SESSIONS}/${id}`, {})
  const tooMuch = await student.patch(`${SESSIONS}/${third}`, {})
  expect(tooMuch).toMatchObject({ status: 429, json: { code: 'too_fast' } })
  app.clock.nowMs += 25_000
  const again = await student.patch(`${SESSIONS}/${third}`, {})
  expect(again.json).toMatchObject({ board: { counted: true, dailyProblemsSolved: 150 } })
})

test('[STU-8] a session ends no earlier than its start and its last attempt, and counts on that day', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const endOf = async (id: string): Promise<Record<string, string>> =>
    (await student.patch(`${SESSIONS}/${id}`, { secondsAgo: 600_000 })).json as Record<string, string>

  const empty = await endOf(await began(student, { secondsAgo: 300 }))
  expect(empty['completedAt']).toBe(empty['startedAt'])

  const id = await began(student, { secondsAgo: 300 })
  await student.post(LOGS, {
    attempts: [100, 40].map((secondsAgo, place) => attemptBody(id, place, { secondsAgo })),
  })
  const played = await endOf(id)
  expect(Date.parse(played['completedAt'] ?? '') - Date.parse(played['startedAt'] ?? '')).toBe(260_000)
  expect((await student.get('/api/daily-stats')).json).toMatchObject({
    sessionsToday: 1,
    totalDailyPoints: 10,
  })
})
