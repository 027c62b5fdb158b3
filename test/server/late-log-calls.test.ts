import { expect, test } from 'vitest'
import { startApp } from '../factories/app.ts'
import { attemptBody, began, studentOf } from '../factories/student-calls.ts'
import { headerStudents } from '../factories/students.ts'

const SESSIONS = '/api/practice/sessions'
const LOGS = '/api/practice/logs'

test('[STU-18] answers that arrive after the end of their session count once: totals, progress and boards', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const id = await began(student)
  expect(await student.patch(`${SESSIONS}/${id}`, {})).toMatchObject({ json: { totalScore: 0, board: null } })
  for (const repeat of [0, 1]) {
    for (const place of [0, 1, 2]) {
      const answer = await student.post(LOGS, attemptBody(id, place))
      expect(answer.json).toMatchObject({
        counted: 1 - repeat,
        sessions: [{ id, status: 'completed', totalScore: repeat === 1 ? 15 : 5 * (place + 1) }],
      })
    }
  }
  expect((await student.get('/api/daily-stats')).json).toMatchObject({
    totalDailyPoints: 15,
    sessionsToday: 1,
    leagueRankings: [{ league: 'addition_facts', score: 15, rank: 1, total: 1 }],
  })
  expect((await student.get('/api/me/progress')).json).toMatchObject({
    totals: { points: 15, attempts: 3, sessions: 1 },
  })
  expect(await student.patch(`${SESSIONS}/${id}`, {})).toMatchObject({
    json: { totalScore: 15, board: { counted: false, dailyScore: 15, dailyProblemsSolved: 3 } },
  })
})

const fifty = (id: string) => ({
  attempts: Array.from({ length: 50 }, (_, place) => attemptBody(id, place)),
})

test('[STU-18] the pace limit applies to answers after the end, and nothing is added a week later', async () => {
  const app = await startApp({ students: headerStudents })
  const student = studentOf(app)
  const ids: string[] = []
  for (const secondsAgo of [300, 200, 100]) {
    const id = await began(student, { totalProblems: 50, secondsAgo })
    await student.patch(`${SESSIONS}/${id}`, { secondsAgo: secondsAgo - 90 })
    ids.push(id)
  }
  const statuses: number[] = []
  for (const id of ids) statuses.push((await student.post(LOGS, fifty(id))).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await student.get('/api/me/progress')).json).toMatchObject({
    totals: { points: 500, attempts: 100 },
  })
  app.clock.nowMs += 7 * 24 * 3600 * 1000 + 1000
  expect(await student.post(LOGS, fifty(ids[2] ?? ''))).toMatchObject({
    status: 409,
    json: { code: 'conflict' },
  })
})
