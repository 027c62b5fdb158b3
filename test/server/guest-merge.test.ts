import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

/** A class of two who are signed in. */
async function twoStudents(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  // There was time to practice in.
  app.clock.nowMs += 60_000
  if (!ana || !ben) throw new Error('two were made')
  return {
    teacher,
    classId: id,
    ana,
    ben,
    browser: await signedIn(app, code, ana),
    other: await signedIn(app, code, ben),
  }
}

async function playerTokenOf(browser: Browser): Promise<string> {
  return ((await browser.get('/api/me')).json as { playerToken: string }).playerToken
}

/** Finishes a session of one right answer: 5 points. */
async function practiced(browser: Browser): Promise<void> {
  const session = beginBody()
  await browser.post('/api/practice/sessions', session)
  await browser.post('/api/practice/logs', attemptBody(session.id, 0))
  expect((await browser.call('PATCH', `/api/practice/sessions/${session.id}`, {})).status).toBe(200)
}

async function boardOf(app: RunningApp, sessionToken?: string) {
  app.clock.elapsedMs += 5000
  const own = sessionToken === undefined ? '' : `&sessionToken=${sessionToken}`
  return (await app.get(`/api/guest/leaderboard?league=addition_facts${own}`)).json
}

test('[ACC-28] a guest who signs in keeps points of other leagues, once, in one board row under the student’s nickname', async () => {
  const app = await startApp()
  const { ana, browser, other } = await twoStudents(app)
  await practiced(browser)
  const sessionToken = newToken()
  const score = scoreBody({ sessionToken })
  const time = { additionalTime: 15, submissionId: 'report-of-the-guest' }
  await app.post(`/api/guest/session/${sessionToken}/time`, time)
  await app.post('/api/guest/score', score)
  await app.post('/api/guest/score', scoreBody({ sessionToken, league: 'division_facts', secondsAgo: 60 }))
  const merged = { sessions: 1, points: 20, battles: 0 }
  expect((await browser.post('/api/me/guest', { sessionToken })).json).toEqual(merged)
  expect((await browser.post('/api/me/guest', { sessionToken })).json).toEqual(merged)
  const nothing = { sessions: 0, points: 0, battles: 0 }
  expect((await other.post('/api/me/guest', { sessionToken })).json).toEqual(nothing)
  expect(await boardOf(app)).toMatchObject([{ nickname: ana.nickname, score: 5, problemsSolved: 1 }])
  expect((await everyTable(app.database)).get('time_report')).toEqual([])
  expect((await browser.get('/api/daily-stats')).json).toMatchObject({
    totalDailyPoints: 25,
    sessionsToday: 2,
    leagueRankings: [
      { league: 'addition_facts', rank: 1, total: 1 },
      { league: 'division_facts', rank: 1, total: 1 },
    ],
  })
})

test("[ACC-28] a guest's writes after signing in are refused, and create no second player", async () => {
  const app = await startApp()
  const { ana, browser, other } = await twoStudents(app)
  const sessionToken = newToken()
  await app.post('/api/guest/score', scoreBody({ sessionToken }))
  await browser.post('/api/me/guest', { sessionToken })
  for (const sent of [
    app.post('/api/guest/score', scoreBody({ sessionToken, nickname: 'BraveOwl7', state: 'Ohio' })),
    app.post('/api/guest/session', { sessionToken, nickname: 'BraveOwl7' }),
    app.post(`/api/guest/session/${sessionToken}/time`, { additionalTime: 15 }),
    app.get(`/api/guest/session/${sessionToken}`),
  ]) {
    expect(await sent).toMatchObject({ status: 409, json: { code: 'guest_signed_in' } })
  }
  expect(await boardOf(app, await playerTokenOf(browser))).toMatchObject({
    entries: [{ nickname: ana.nickname, score: 20, state: 'California', location: '' }],
  })
  // Another child on the same device brings nothing with it.
  expect((await other.post('/api/me/guest', { sessionToken })).json).toEqual({
    sessions: 0,
    points: 0,
    battles: 0,
  })
  expect((await other.get('/api/daily-stats')).json).toMatchObject({ totalDailyPoints: 0 })
})

test("[ACC-28] a student's token cannot be merged as a guest's", async () => {
  const app = await startApp()
  const { browser, other } = await twoStudents(app)
  await practiced(other)
  for (const who of [browser, other]) {
    const sessionToken = await playerTokenOf(who)
    expect(await browser.post('/api/me/guest', { sessionToken })).toMatchObject({
      status: 400,
      json: { code: 'bad_request' },
    })
  }
  expect((await other.get('/api/daily-stats')).json).toMatchObject({ totalDailyPoints: 5 })
  expect((await browser.post('/api/me/guest', { sessionToken: 'short' })).status).toBe(400)
})

test('[ACC-29] a student keeps the generated nickname and has no allowance, whatever is posted with the player token', async () => {
  const app = await startApp()
  const { ana, browser } = await twoStudents(app)
  const sessionToken = await playerTokenOf(browser)
  const named = await app.post('/api/guest/session', {
    sessionToken,
    nickname: 'BraveOwl7',
    country: 'US',
    state: 'ohio',
  })
  expect(named.json).toMatchObject({ nickname: ana.nickname, state: 'Ohio' })
  const time = await app.post(`/api/guest/session/${sessionToken}/time`, { additionalTime: 600 })
  expect(time.json).toMatchObject({ timePlayedToday: 0 })
  expect((await app.get(`/api/guest/session/${sessionToken}`)).json).toMatchObject({ timePlayedToday: 0 })
  const score = await app.post('/api/guest/score', scoreBody({ sessionToken }))
  expect(score).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  await practiced(browser)
  expect(await boardOf(app, sessionToken)).toMatchObject({
    entries: [{ nickname: ana.nickname, score: 5, state: 'Ohio', guestSessionId: sessionToken }],
  })
})
