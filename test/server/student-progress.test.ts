import { expect, test } from 'vitest'
import { studentRoutes } from '../../contract/student.ts'
import { allFacts } from '../../domain/fact.ts'
import { NOON_MS, startApp, type RunningApp } from '../factories/app.ts'
import { attemptBody, began, beginBody, studentOf } from '../factories/student-calls.ts'
import { headerStudents } from '../factories/students.ts'

test('[STU-13] facts come by category, as many as requested, in order or drawn', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const facts = async (query: string) =>
    studentRoutes.facts.response.parse((await student.get(`/api/facts${query}`)).json)
  expect(await facts('?category=addition_facts')).toEqual(allFacts('addition'))
  expect(await facts('')).toHaveLength(134 + 190 + 81 + 81)
  expect(await facts('?category=chess&limit=3')).toEqual(allFacts('addition').slice(0, 3))
  const drawn = await facts('?category=mixed_mult_div&limit=20&random=true')
  expect(new Set(drawn.map(({ id }) => id)).size).toBe(20)
  expect(drawn.filter(({ operation }) => operation === 'division')).toHaveLength(10)
  expect(await facts('?category=mixed_mult_div&limit=20&random=true')).not.toEqual(drawn)
  const all = await facts('?random=true')
  expect(new Set(all.map(({ id }) => id)).size).toBe(486)
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'random=yes', 'category=%3Cb%3E']) {
    expect((await student.get(`/api/facts?${query}`)).status).toBe(400)
  }
})

test('[STU-9, GAR-2] progress has streak, minutes per day and the state of each fact', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const DAY_SECONDS = 86_400
  for (const daysAgo of [3, 1, 0]) {
    const secondsAgo = daysAgo * DAY_SECONDS
    const id = await began(student, { secondsAgo: secondsAgo + 90 })
    const attempts = [0, 1, 2].map((place) => attemptBody(id, place, { secondsAgo }))
    await student.post('/api/practice/logs', { attempts })
    await student.patch(`/api/practice/sessions/${id}`, { actualDuration: 90, secondsAgo })
  }
  const answer = await student.get('/api/me/progress')
  const progress = studentRoutes.progress.response.parse(answer.json)
  expect(progress).toMatchObject({
    practiceDay: '2026-03-18',
    streak: { days: 0, run: 0, longest: 0, practicedToday: false },
    totals: { seconds: 270, sessions: 3, points: 45, attempts: 9 },
  })
  expect(progress.days).toHaveLength(30)
  expect(progress.days.slice(-4)).toEqual(
    [90, 0, 90, 90].map((seconds, place) => ({
      practiceDay: `2026-03-${15 + place}`,
      seconds,
      sessions: seconds / 90,
      points: seconds / 6,
      attempts: seconds / 30,
    })),
  )
  const [addition, ...others] = progress.operations
  expect(addition).toMatchObject({ operation: 'addition', total: 134, learning: 0, known: 0, fluent: 3 })
  expect(addition?.facts).toEqual(
    allFacts('addition')
      .slice(0, 3)
      .map(({ id: factId }) => ({
        factId,
        state: 'fluent',
        stage: 'flower',
        ready: false,
        dueIn: expect.any(Number),
        seen: 3,
        right: 3,
        needsHelp: false,
      })),
  )
  expect(others.map(({ operation, total, facts }) => [operation, total, facts])).toEqual([
    ['subtraction', 190, []],
    ['multiplication', 81, []],
    ['division', 81, []],
  ])
})

test('[STU-9] a fact has its newest attempts, and one that was never asked is unknown', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  const factId = 'addition-7-8'
  await student.post('/api/practice/logs', {
    attempts: [
      attemptBody(id, 0, { factId, studentAnswer: 14, responseTime: 4000 }),
      attemptBody(id, 1, { factId, visualUsed: true, responseTime: 9000 }),
    ],
  })
  const answer = await student.get(`/api/me/facts/${factId}`)
  const past = { at: new Date(app.clock.nowMs).toISOString() }
  expect(studentRoutes.factHistory.response.parse(answer.json)).toEqual({
    factId,
    state: 'learning',
    needsHelp: false,
    seen: 1,
    right: 0,
    attempts: [
      {
        ...past,
        studentAnswer: 15,
        isCorrect: true,
        attempt: 2,
        finalScore: 3,
        responseTime: 9000,
        visualUsed: true,
      },
      {
        ...past,
        studentAnswer: 14,
        isCorrect: false,
        attempt: 1,
        finalScore: 0,
        responseTime: 4000,
        visualUsed: false,
      },
    ],
  })
  expect((await studentOf(app).get(`/api/me/facts/${factId}`)).json).toEqual({
    factId,
    state: 'unknown',
    needsHelp: false,
    seen: 0,
    right: 0,
    attempts: [],
  })
  expect((await student.get('/api/me/facts/addition-99-9')).status).toBe(400)
})

test('[STU-16] does not count minutes that no clock saw pass, but counts those of an offline session', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const finish = async (id: string, body: object) =>
    (await student.patch(`/api/practice/sessions/${id}`, body)).json as { actualDuration: number }
  const idle = await began(student)
  app.clock.nowMs += 200_000
  expect(await finish(idle, { actualDuration: 100 })).toMatchObject({ actualDuration: 0 })
  const hasty = await began(student)
  await student.post('/api/practice/logs', { attempts: [attemptBody(hasty, 0)] })
  expect((await finish(hasty, { actualDuration: 100 })).actualDuration).toBeLessThanOrEqual(5)
  const offline = await began(student, { secondsAgo: 3700 })
  await student.post('/api/practice/logs', { attempts: [attemptBody(offline, 0, { secondsAgo: 3650 })] })
  expect(await finish(offline, { actualDuration: 95, secondsAgo: 3600 })).toMatchObject({
    actualDuration: 95,
  })
})

test('[STU-16] does not count response times that no clock saw pass as minutes, but counts those of an offline session', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const SLOW = { responseTime: 1_200_000 }
  const hour = { targetDuration: 3600 }
  const secondsAfter = async (attempt: object) => {
    const { json } = await student.post('/api/practice/logs', { attempts: [attempt] })
    return (json as { sessions: { actualDuration: number }[] }).sessions[0]?.actualDuration
  }
  const hasty = await began(student, hour)
  expect(await secondsAfter(attemptBody(hasty, 0, SLOW))).toBeLessThanOrEqual(5)
  app.clock.nowMs += 600_000
  expect(await secondsAfter(attemptBody(hasty, 1, SLOW))).toBeLessThanOrEqual(120)
  const offline = await began(student, { ...hour, secondsAgo: 7200 })
  expect(await secondsAfter(attemptBody(offline, 0, { ...SLOW, secondsAgo: 6000 }))).toBe(60)
  const endless = await student.post('/api/practice/sessions', beginBody({ targetDuration: 3601 }))
  expect(endless.status).toBe(400)
})

test.each([
  [[59_000], 59],
  [[60_000], 60],
  [[60_001], 60],
  [[3_600_000], 60],
  [[1_200_000, 30_000, 61_000], 150],
])(
  '[PRA-54] of problems answered after %j ms, %i s count, whatever the browser adds up',
  async (times, seconds) => {
    const app = await startApp({ students: headerStudents })
    const student = studentOf(app)
    const id = await began(student, { targetDuration: 3600, secondsAgo: 7200 })
    const attempts = times.map((responseTime, place) =>
      attemptBody(id, place, { responseTime, secondsAgo: 3700 }),
    )
    await student.post('/api/practice/logs', { attempts })
    const read = async () =>
      studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json).totals.seconds
    expect(await read()).toBe(seconds)
    await student.patch(`/api/practice/sessions/${id}`, { actualDuration: 3600, secondsAgo: 3600 })
    // The browser also counts the last problem, which may be unanswered.
    expect(await read()).toBe(60 * (times.length + 1))
  },
)

/** Forty sessions that began a minute ago, each with one problem that was looked at for that minute. */
async function fortyMinutes(app: RunningApp): Promise<number> {
  const student = studentOf(app)
  for (let session = 0; session < 40; session += 1) {
    const minute = { sessionType: 'mix', targetDuration: 60, totalProblems: 1, secondsAgo: 60 }
    const sessionId = await began(student, minute)
    const looked = { sessionId, factId: 'addition-7-8', studentAnswer: 15, responseTime: 60_000, place: 0 }
    expect((await student.post('/api/practice/logs', looked)).json).toMatchObject({ counted: 1 })
  }
  const { json } = await student.get('/api/me/progress')
  const { totals } = studentRoutes.progress.response.parse(json)
  // Which is one of them, where there was a minute.
  expect(totals.attempts).toBeLessThanOrEqual(1)
  return totals.seconds
}

test('[STU-17] forty minutes reported in one second count as the time that passed, once, and nothing before the account was created', async () => {
  const fresh = await startApp({ students: (database) => headerStudents(database, NOON_MS - 30_000) })
  expect(await fortyMinutes(fresh)).toBe(30)
  const old = await startApp({ students: headerStudents })
  const seconds = await fortyMinutes(old)
  expect(seconds).toBeGreaterThanOrEqual(60)
  expect(seconds).toBeLessThanOrEqual(65)
})

test('[STU-17] a week of offline practice counts in full, whatever is reported in between', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const WEEK = 604_800
  const received = Array.from({ length: 7 }, (_, day) => WEEK - day * 86_400)
  const ids = []
  for (const secondsAgo of received) ids.push(await began(student, { secondsAgo }))
  await began(student)
  const attempts = ids.flatMap((id, day) =>
    [0, 1].map((place) =>
      attemptBody(id, place, { responseTime: 50_000, secondsAgo: (received[day] ?? 0) - 50 * (place + 1) }),
    ),
  )
  expect((await student.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 14 })
  expect((await student.get('/api/me/progress')).json).toMatchObject({ totals: { seconds: 700 } })
})

test('[STU-9] a session without an answer does not count as a session of the day, as in the daily stats', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  for (const answers of [0, 1, 0]) {
    const id = await began(student)
    if (answers > 0) await student.post('/api/practice/logs', attemptBody(id, 0))
    expect(await student.patch(`/api/practice/sessions/${id}`, {})).toMatchObject({ status: 200 })
  }
  const { json } = await student.get('/api/me/progress')
  expect(json).toMatchObject({ totals: { sessions: 1 } })
  expect((await student.get('/api/daily-stats')).json).toMatchObject({ sessionsToday: 1 })
})

test("[SIN-6] a student's numbers for the day include Today’s ten", async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  for (const sessionType of ['todays_ten', 'addition_facts']) {
    const id = await began(student, { sessionType })
    app.clock.nowMs += 60_000
    const attempts = Array.from({ length: 12 }, (_, place) => attemptBody(id, place))
    expect((await student.post('/api/practice/logs', { attempts })).status).toBe(200)
    expect((await student.patch(`/api/practice/sessions/${id}`, {})).status).toBe(200)
  }
  const { json } = await student.get('/api/daily-stats')
  expect(json).toMatchObject({ totalDailyPoints: 120, sessionsToday: 2 })
  app.clock.nowMs += 86_400_000
  expect((await student.get('/api/daily-stats')).json).toMatchObject({
    totalDailyPoints: 0,
    sessionsToday: 0,
  })
})
