import { afterEach, describe, expect, test, vi } from 'vitest'
import { animalOf } from '../../domain/nickname.ts'
import { remainingSeconds } from '../../web/features/guest/device-guest.ts'
import { SAVED_NICKNAME_KEY, SESSION_KEY } from '../../web/features/guest/identity.ts'
import { rowsOf } from '../factories/sqlite-file.ts'
import { onServer, sessionOf, startDevice, type Device } from './device.ts'
import { drain } from './tab.ts'

const TODAY = '2026-03-18'

const stored = (device: Device) => JSON.parse(device.storage.getItem(SESSION_KEY) ?? 'null') as unknown

afterEach(() => {
  vi.restoreAllMocks()
})

describe('Play Now', () => {
  test('[GST-1] creates and stores a session at once, and sends it to the server', async () => {
    const device = await startDevice()
    const page = device.open()
    expect(sessionOf(page)).toBeNull()
    const session = page.deviceGuest.start()
    expect(session).toEqual({
      sessionToken: expect.stringMatching(/^[A-Za-z0-9]{16}$/),
      nickname: expect.stringMatching(/^[A-Z][a-z]+[A-Z][a-z]+[1-9][0-9]?$/),
      location: '',
      country: '',
      state: '',
      timePlayedToday: 0,
      lastActiveDate: TODAY,
      factsShownToday: {},
    })
    expect(stored(device)).toEqual(session)
    await page.outbox.flush()
    expect(await onServer(device, session.sessionToken)).toEqual({
      lastActiveDate: TODAY,
      timePlayedToday: 0,
    })
    expect(page.deviceGuest.start()).toBe(sessionOf(page))
  })

  test('[GST-2] works without the server, which gets the session when it is back', async () => {
    const device = await startDevice()
    device.network.nextFault = () => 'drop_before'
    const page = device.open()
    const { sessionToken } = page.deviceGuest.start()
    page.deviceGuest.addTimePlayed(15)
    page.deviceGuest.recordShownFacts('addition_facts', ['addition-7-8'])
    await page.outbox.flush()
    expect(sessionOf(page)).toMatchObject({ sessionToken, timePlayedToday: 15 })
    expect(page.outbox.status.getState()).toEqual({ waiting: 2, away: true })

    device.network.nextFault = () => null
    const reloaded = device.open()
    expect(sessionOf(reloaded)).toEqual(sessionOf(page))
    await drain(reloaded.outbox, device.clock)
    expect(await onServer(device, sessionToken)).toMatchObject({ timePlayedToday: 15 })
  })

  test('[LOC-4] fills in the location when the lookup responds, and leaves it out when it fails', async () => {
    const place = { country_code: 'US', city: 'Fresno', region: 'California', region_code: 'CA' }
    const device = await startDevice({ locate: async () => place })
    const page = device.open()
    await new Promise<void>((resolve) => {
      page.deviceGuest.state.subscribe(({ session }) => session?.location && resolve())
      page.deviceGuest.start()
    })
    expect(sessionOf(page)).toMatchObject({ location: 'Fresno', country: 'US', state: 'California' })

    const lost = await startDevice({ locate: () => Promise.reject(new Error('no database')) })
    const locate = vi.fn(async () => null)
    const other = lost.open({ locate })
    other.deviceGuest.start()
    await other.outbox.flush()
    expect(locate).toHaveBeenCalledOnce()
    expect(sessionOf(other)).toMatchObject({ location: '', country: '', state: '' })
  })
})

describe('the nickname', () => {
  test('[NIC-4] a rerolled name is a generated one, saved, and sent to the server', async () => {
    const device = await startDevice()
    const page = device.open()
    const { nickname } = page.deviceGuest.start()
    page.deviceGuest.rerollNickname()
    const rerolled = sessionOf(page)?.nickname ?? ''
    expect(rerolled).not.toBe(nickname)
    expect(animalOf(rerolled)).not.toBeNull()
    expect(JSON.parse(device.storage.getItem(SAVED_NICKNAME_KEY) ?? '')).toBe(rerolled)
    expect(page.deviceGuest.state.getState().nicknameKept).toBe(true)
    await page.outbox.flush()
    expect(await rowsOf(device.app.dataDir, 'guest')).toMatchObject([{ nickname: rerolled }])
  })

  test('[NIC-4] a kept name outlives the session', async () => {
    const device = await startDevice()
    const page = device.open()
    const { nickname } = page.deviceGuest.start()
    expect(page.deviceGuest.state.getState().nicknameKept).toBe(false)
    page.deviceGuest.keepNickname()
    expect(page.deviceGuest.state.getState().nicknameKept).toBe(true)
    device.storage.removeItem(SESSION_KEY)
    expect(device.open().deviceGuest.start().nickname).toBe(nickname)
  })

  test('[NIC-4] before Play Now there is no name to change', async () => {
    const device = await startDevice()
    const page = device.open()
    page.deviceGuest.rerollNickname()
    page.deviceGuest.keepNickname()
    expect(device.storage.length).toBe(0)
  })
})

describe('time, facts and scores', () => {
  test('[GST-7] time played counts against the day’s allowance in whole seconds, with none lost between reports', async () => {
    const device = await startDevice()
    const page = device.open()
    const { sessionToken } = page.deviceGuest.start()
    for (let report = 0; report < 4; report += 1) page.deviceGuest.addTimePlayed(14.75)
    for (const nothing of [0, -5, Number.NaN, Number.POSITIVE_INFINITY])
      page.deviceGuest.addTimePlayed(nothing)
    expect(remainingSeconds(page.deviceGuest.state.getState(), 600)).toBe(541)
    expect(remainingSeconds(page.deviceGuest.state.getState(), 30)).toBe(0)
    await page.outbox.flush()
    expect(await onServer(device, sessionToken)).toMatchObject({ timePlayedToday: 59 })
  })

  test('[GST-7] splits a stretch longer than one report may claim', async () => {
    const device = await startDevice()
    const page = device.open()
    const { sessionToken } = page.deviceGuest.start()
    page.deviceGuest.addTimePlayed(8000)
    await page.outbox.flush()
    expect(await onServer(device, sessionToken)).toMatchObject({ timePlayedToday: 8000 })
  })

  test("[GST-10] two tabs share one guest: each sees the other's time and facts, and neither overwrites them", async () => {
    const device = await startDevice()
    const first = device.open()
    first.deviceGuest.start()
    const second = device.open()
    first.deviceGuest.addTimePlayed(15)
    second.deviceGuest.addTimePlayed(15)
    second.deviceGuest.recordShownFacts('addition_facts', ['addition-1-1'])
    first.deviceGuest.recordShownFacts('addition_facts', ['addition-2-2', 'addition-1-1'])
    first.deviceGuest.reload()
    second.deviceGuest.reload()
    expect(sessionOf(first)).toEqual(sessionOf(second))
    expect(sessionOf(first)?.timePlayedToday).toBe(30)
    expect(sessionOf(first)?.factsShownToday).toEqual({ addition_facts: ['addition-1-1', 'addition-2-2'] })
  })

  test('[PRA-31] sends a finished league session with its sums, but not one without a league', async () => {
    const device = await startDevice()
    const page = device.open()
    const { sessionToken } = page.deviceGuest.start()
    const result = {
      id: 'practice-lx1',
      score: 48,
      problemsSolved: 10,
      correctAnswers: 10,
      averageTime: 2346,
      speedBonus: 0,
    }
    page.deviceGuest.recordScore({ ...result, league: 'all_operations' })
    page.deviceGuest.recordScore({ ...result, league: 'addition_facts' })
    await page.outbox.flush()
    expect(page.outbox.status.getState().waiting).toBe(0)
    const { id: submissionId, ...rest } = result
    const again = { ...rest, sessionToken, submissionId, league: 'addition_facts' }
    expect((await device.app.post('/api/guest/score', again)).json).toMatchObject({
      counted: false,
      dailyScore: 48,
    })
  })

  test('[OUT-2] a result reported on both sides of a reload, or twice on one, counts once', async () => {
    const device = await startDevice()
    const page = device.open()
    const { sessionToken } = page.deviceGuest.start()
    const result = { id: 'practice-lx2', score: 5, problemsSolved: 1, correctAnswers: 1, averageTime: 900 }
    const finished = { ...result, league: 'addition_facts', speedBonus: 0 }
    page.deviceGuest.recordScore(finished)
    page.deviceGuest.recordScore(finished)
    await page.outbox.flush()
    page.deviceGuest.recordScore(finished)
    page.outbox.stop()
    const reloaded = device.open()
    reloaded.deviceGuest.recordScore(finished)
    await reloaded.outbox.flush()
    expect(reloaded.outbox.status.getState().waiting).toBe(0)
    const scores = await rowsOf(device.app.dataDir, 'daily_score')
    expect(scores).toHaveLength(1)
    expect(Object.values(scores[0] ?? {})).toContain(5)
    expect(await onServer(device, sessionToken)).toMatchObject({ timePlayedToday: 0 })
  })

  test('[OUT-7] a score the server rejects is logged, and nothing else happens', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const device = await startDevice()
    const page = device.open()
    page.deviceGuest.start()
    const impossible = {
      id: 'practice-lx3',
      score: 500,
      problemsSolved: 1,
      correctAnswers: 1,
      averageTime: 1,
      speedBonus: 0,
    }
    page.deviceGuest.recordScore({ ...impossible, league: 'addition_facts' })
    await page.outbox.flush()
    expect(page.outbox.status.getState()).toEqual({ waiting: 0, away: false })
    expect(warned).toHaveBeenCalledOnce()
  })

  test.each(['full', 'forgetful', 'throwing'] as const)(
    '[GST-9] with a storage that is %s the guest is kept in memory, and the server gets everything',
    async (mood) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const device = await startDevice()
      device.storage.mood = mood
      const page = device.open()
      const { sessionToken } = page.deviceGuest.start()
      page.deviceGuest.rerollNickname()
      page.deviceGuest.addTimePlayed(15)
      page.deviceGuest.addTimePlayed(15)
      page.deviceGuest.recordShownFacts('addition_facts', ['addition-7-8'])
      await page.deviceGuest.checkDay()
      await page.outbox.flush()
      expect(sessionOf(page)).toMatchObject({ sessionToken, timePlayedToday: 30 })
      expect(sessionOf(page)?.factsShownToday).toEqual({ addition_facts: ['addition-7-8'] })
      expect(await onServer(device, sessionToken)).toMatchObject({ timePlayedToday: 30 })
      expect(warned).toHaveBeenCalled()
    },
  )
})

test('[BAT-107, GST-7] adopts battle time that the server has counted, without counting twice', async () => {
  const device = await startDevice()
  let server = { lastActiveDate: TODAY, timePlayedToday: 60 }
  const page = device.open({ fetchDay: async () => server })
  page.deviceGuest.start()
  page.deviceGuest.addTimePlayed(15)
  // The server has the battle, and the practice not yet.
  await page.deviceGuest.refreshTimePlayed()
  expect(sessionOf(page)).toMatchObject({ timePlayedToday: 60 })
  server = { ...server, timePlayedToday: 75 }
  for (let times = 0; times < 2; times += 1) await page.deviceGuest.refreshTimePlayed()
  expect(sessionOf(page)).toMatchObject({ timePlayedToday: 75 })
  page.deviceGuest.addTimePlayed(30)
  await page.deviceGuest.refreshTimePlayed()
  expect(sessionOf(page)).toMatchObject({ timePlayedToday: 105 })
  server = { lastActiveDate: '2026-03-17', timePlayedToday: 500 }
  await page.deviceGuest.refreshTimePlayed()
  expect(sessionOf(page)).toMatchObject({ timePlayedToday: 105 })
})
