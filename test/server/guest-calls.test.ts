import { expect, test } from 'vitest'
import { guestRoutes } from '../../contract/guest.ts'
import { startApp } from '../factories/app.ts'
import { newSubmissionId, newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { rowsOf } from '../factories/sqlite-file.ts'

const HOUR_MS = 3_600_000
const DAY_SECONDS = 24 * 3600

function timePath(token: string): string {
  return `/api/guest/session/${token}/time`
}

test('[API-1] an unknown token is a 404, a known one returns its day', async () => {
  const app = await startApp()
  const token = newToken()
  const path = `/api/guest/session/${token}`
  const unknown = await app.get(path)
  expect(unknown).toMatchObject({ status: 404, json: { code: 'not_found' } })
  await app.post('/api/guest/session', sessionBody({ sessionToken: token }))
  const known = await app.get(path)
  expect(known.status).toBe(200)
  expect(known.json).toEqual({ lastActiveDate: '2026-03-18', timePlayedToday: 0 })
  expect(guestRoutes.readSession.response.safeParse(known.json).success).toBe(true)
})

test('[API-1] reading does not count as playing: it neither creates a session nor changes its day', async () => {
  const app = await startApp()
  const token = newToken()
  await app.get(`/api/guest/session/${token}`)
  expect(await rowsOf(app.dataDir, 'guest')).toEqual([])
  await app.post(timePath(token), { additionalTime: 30 })
  app.clock.nowMs += 48 * HOUR_MS
  const later = await app.get(`/api/guest/session/${token}`)
  expect(later.json).toEqual({ lastActiveDate: '2026-03-18', timePlayedToday: 30 })
})

test('[API-2] a session can be created and changed, and keeps its public id', async () => {
  const app = await startApp()
  const token = newToken()
  const made = await app.post('/api/guest/session', sessionBody({ sessionToken: token }))
  expect(made.status).toBe(200)
  const session = guestRoutes.saveSession.response.parse(made.json)
  expect(session).toMatchObject({
    nickname: 'SwiftFox42',
    location: '',
    country: 'US',
    state: 'California',
    lastActiveDate: '2026-03-18',
    timePlayedToday: 0,
  })
  expect(session.publicId).toMatch(/^[A-Za-z0-9]{16}$/)

  const changed = await app.post('/api/guest/session', {
    sessionToken: token,
    nickname: 'BraveOwl7',
    location: null,
    state: '',
  })
  expect(changed.json).toEqual({ ...session, nickname: 'BraveOwl7', location: '', state: '' })
  const kept = await app.post('/api/guest/session', { sessionToken: token, nickname: 'BraveOwl7' })
  expect(kept.json).toEqual(changed.json)
  expect(await rowsOf(app.dataDir, 'guest')).toHaveLength(1)
})

test('[STO-8] the token is nowhere in the database, and two guests never share a public id', async () => {
  const app = await startApp()
  const [one, two] = [newToken(), newToken()]
  await app.post('/api/guest/session', sessionBody({ sessionToken: one }))
  await app.post('/api/guest/session', sessionBody({ sessionToken: two }))
  const rows = await rowsOf(app.dataDir, 'guest')
  expect(JSON.stringify(rows)).not.toContain(one)
  expect(rows.map((row) => row['token_hash'])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{64}$/)]),
  )
  expect(new Set(rows.map((row) => row['public_id'])).size).toBe(2)
})

test('[SEC-3] no response contains the token', async () => {
  const app = await startApp()
  const token = newToken()
  const answers = [
    await app.post('/api/guest/session', sessionBody({ sessionToken: token })),
    await app.post('/api/guest/score', scoreBody({ sessionToken: token })),
    await app.post(timePath(token), { additionalTime: 15 }),
    await app.get(`/api/guest/session/${token}`),
    await app.post('/api/guest/session', sessionBody({ sessionToken: token, nickname: '' })),
    await app.get(`/api/guest/session/${token}-`),
  ]
  for (const { text, headers } of answers) {
    expect(text).not.toContain(token)
    expect(JSON.stringify([...headers])).not.toContain(token)
  }
})

test('[API-3] time adds up, and an unknown token gets its session', async () => {
  const app = await startApp()
  const token = newToken()
  expect((await app.post(timePath(token), { additionalTime: 15 })).json).toEqual({
    lastActiveDate: '2026-03-18',
    timePlayedToday: 15,
  })
  expect((await app.post(timePath(token), { additionalTime: 30 })).json).toMatchObject({
    timePlayedToday: 45,
  })
})

test('[NIC-7] a session created by time or a score is called Player', async () => {
  const app = await startApp()
  await app.post(timePath(newToken()), { additionalTime: 15 })
  await app.post('/api/guest/score', scoreBody({ nickname: undefined }))
  const names = (await rowsOf(app.dataDir, 'guest')).map((row) => row['nickname'])
  expect(names).toEqual(['Player', 'Player'])
})

test('[STO-5] a new practice day starts with no time played', async () => {
  const app = await startApp()
  const token = newToken()
  await app.post(timePath(token), { additionalTime: 500 })
  app.clock.nowMs += 24 * HOUR_MS
  expect((await app.post(timePath(token), { additionalTime: 15 })).json).toEqual({
    lastActiveDate: '2026-03-19',
    timePlayedToday: 15,
  })
})

test("[STO-5] an earlier day's time does not count toward today, but toward its own day while that is the last", async () => {
  const app = await startApp()
  const token = newToken()
  await app.post(timePath(token), { additionalTime: 60 })
  app.clock.nowMs += 24 * HOUR_MS
  const late = await app.post(timePath(token), { additionalTime: 30, secondsAgo: DAY_SECONDS })
  expect(late.json).toEqual({ lastActiveDate: '2026-03-18', timePlayedToday: 90 })
  await app.post(timePath(token), { additionalTime: 10 })
  const tooLate = await app.post(timePath(token), { additionalTime: 30, secondsAgo: DAY_SECONDS })
  expect(tooLate.json).toEqual({ lastActiveDate: '2026-03-19', timePlayedToday: 10 })
})

test('[STO-5, DAY-5] days, time and names continue after the server’s clock was a year ahead', async () => {
  const app = await startApp()
  const [named, playing] = [newToken(), newToken()]
  app.clock.nowMs += 365 * 24 * HOUR_MS
  for (const sessionToken of [named, playing]) {
    await app.post('/api/guest/session', sessionBody({ sessionToken, nickname: 'BraveOwl7' }))
    await app.post(timePath(sessionToken), { additionalTime: 600, submissionId: 'report-0001' })
  }
  app.clock.nowMs -= 365 * 24 * HOUR_MS
  const today = { lastActiveDate: '2026-03-18', timePlayedToday: 0 }
  expect((await app.get(`/api/guest/session/${named}`)).json).toEqual(today)
  const repeat = await app.post(timePath(named), { additionalTime: 600, submissionId: 'report-0001' })
  expect(repeat.json).toEqual(today)
  const saved = await app.post(
    '/api/guest/session',
    sessionBody({ sessionToken: named, nickname: 'CalmOwl7' }),
  )
  expect(saved.json).toMatchObject({ ...today, nickname: 'CalmOwl7' })
  expect((await app.post(timePath(named), { additionalTime: 15 })).json).toEqual({
    ...today,
    timePlayedToday: 15,
  })

  await app.post('/api/guest/score', scoreBody({ sessionToken: playing, nickname: 'CalmOwl7' }))
  expect((await app.get(`/api/guest/session/${playing}`)).json).toEqual(today)
  expect(await rowsOf(app.dataDir, 'guest')).toMatchObject([
    { nickname: 'CalmOwl7', last_active_day: '2026-03-18', seconds_played: 15 },
    { nickname: 'CalmOwl7', last_active_day: '2026-03-18', seconds_played: 0 },
  ])
})

test('[STO-5] nobody plays longer than the longest day', async () => {
  const app = await startApp()
  const token = newToken()
  const reports = Array.from({ length: 30 }, () => app.post(timePath(token), { additionalTime: 3600 }))
  await Promise.all(reports)
  const { json } = await app.get(`/api/guest/session/${token}`)
  expect(json).toMatchObject({ timePlayedToday: 25 * 3600 })
})

test('[DAY-5] a delayed score counts on the practice day of the server’s clock minus its age', async () => {
  const app = await startApp()
  // 1 AM in California is still the day before; the browser's own clock is never asked.
  app.clock.nowMs = Date.parse('2026-03-18T08:00:00Z')
  const played = async (secondsAgo?: number) =>
    (await app.post('/api/guest/score', scoreBody({ secondsAgo }))).json
  expect(await played()).toMatchObject({ practiceDay: '2026-03-17' })
  expect(await played(22 * 3600)).toMatchObject({ practiceDay: '2026-03-17' })
  expect(await played(24 * 3600)).toMatchObject({ practiceDay: '2026-03-16' })
  expect(await played(7 * DAY_SECONDS)).toMatchObject({ practiceDay: '2026-03-10' })
})

test('[DAY-5] a delayed score has the time it was played, not the time it arrived', async () => {
  const app = await startApp()
  await app.post('/api/guest/score', scoreBody({ secondsAgo: 3600 }))
  expect(await rowsOf(app.dataDir, 'daily_score')).toMatchObject([
    { reached_at_ms: app.clock.nowMs - HOUR_MS },
  ])
  expect(await rowsOf(app.dataDir, 'practice_result')).toMatchObject([{ stored_at_ms: app.clock.nowMs }])
})

test('[OUT-2] a repeated time report counts once, even at the same time', async () => {
  const app = await startApp()
  const token = newToken()
  const report = { additionalTime: 15, submissionId: newSubmissionId() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(timePath(token), report)))
  expect(answers.map(({ json }) => json)).toEqual(
    answers.map(() => ({ lastActiveDate: '2026-03-18', timePlayedToday: 15 })),
  )
})

test('[OUT-2] a delayed write does not undo a name chosen after it', async () => {
  const app = await startApp()
  const token = newToken()
  await app.post('/api/guest/session', sessionBody({ sessionToken: token, nickname: 'BraveOwl7' }))
  await app.post('/api/guest/score', scoreBody({ sessionToken: token, nickname: 'CalmBee3', secondsAgo: 60 }))
  expect(await rowsOf(app.dataDir, 'guest')).toMatchObject([{ nickname: 'BraveOwl7' }])
  await app.post('/api/guest/score', scoreBody({ sessionToken: token, nickname: 'KindOwl7' }))
  expect(await rowsOf(app.dataDir, 'guest')).toMatchObject([{ nickname: 'KindOwl7' }])
})

test('[LOC-5, LOC-10] a region is stored under one name, and a region that its country does not have is left out', async () => {
  const app = await startApp()
  const save = async (country: string | undefined, state: string) => {
    const { json } = await app.post('/api/guest/session', sessionBody({ country, state }))
    return guestRoutes.saveSession.response.parse(json).state
  }
  expect(await save('US', 'CA')).toBe('California')
  expect(await save('USA', 'ca')).toBe('California')
  expect(await save(undefined, 'California')).toBe('California')
  expect(await save('CA', ' Ontario ')).toBe('Ontario, Canada')
  expect(await save('GE', 'Georgia')).toBe('')
})
