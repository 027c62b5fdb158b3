import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { newToken } from '../factories/guest-calls.ts'
import { rowsOf } from '../factories/sqlite-file.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

const BOARD = '/api/guest/leaderboard?league=addition_facts'

test('[STU-12, ACC-14, ACC-21] a signed-in child practices, is on the board under a nickname, and is deleted with everything', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, classId, ['Ana'])
  if (!ana) throw new Error('one was made')
  // There was time to practice in.
  app.clock.nowMs += 60_000
  const child = await signedIn(app, code, ana)
  const session = beginBody()
  expect((await child.post('/api/practice/sessions', session)).status).toBe(200)
  const attempts = [0, 1].map((place) => attemptBody(session.id, place))
  expect((await child.post('/api/practice/logs', { attempts })).json).toMatchObject({ counted: 2 })
  const finished = await child.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  expect(finished.json).toMatchObject({ totalScore: 10, board: { counted: true, rank: 1 } })

  expect((await child.get('/api/daily-stats')).json).toMatchObject({ totalDailyPoints: 10, sessionsToday: 1 })
  app.clock.elapsedMs += 5000
  const board = await app.get(BOARD)
  expect(board.json).toMatchObject([{ nickname: ana.nickname, score: 10, rank: 1 }])
  expect(board.text).not.toContain('Ana')

  expect(
    (await teacher.call('DELETE', `/api/classes/${classId}/children/${ana.id}`, { toParent: null })).status,
  ).toBe(200)
  for (const table of [
    'student',
    'student_session',
    'attempt',
    'fact_fluency',
    'student_day',
    'daily_score',
    'guest',
  ]) {
    expect(await rowsOf(app.dataDir, table), table).toEqual([])
  }
  expect((await child.get('/api/me/progress')).status).toBe(401)
  expect((await app.get(`/api/guest/session/${newToken()}`)).status).toBe(404)
})
