import { EventEmitter, once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { animalOf } from '../../domain/nickname.ts'
import { remainingSeconds } from '../../web/features/guest/device-guest.ts'
import { NOON_MS } from '../factories/app.ts'
import { onServer, sessionOf, startDevice, type Device, type OpenPage } from './device.ts'

const HOUR_MS = 3_600_000
const TOMORROW = '2026-03-19'

/** A guest who used up the allowance yesterday, looking at the page today. */
async function playedYesterday(): Promise<{ device: Device; page: OpenPage; token: string }> {
  const device = await startDevice()
  const page = device.open()
  const { sessionToken: token } = page.deviceGuest.start()
  page.deviceGuest.addTimePlayed(600)
  page.deviceGuest.recordShownFacts('addition_facts', ['addition-7-8'])
  await page.outbox.flush()
  device.pass(24 * HOUR_MS)
  return { device, page, token }
}

describe('a new day', () => {
  test('[GST-4, GAR-13] creates a new token and a new name with the same animal, and clears what was shown and played', async () => {
    const { device, page, token } = await playedYesterday()
    const before = sessionOf(page)
    await page.deviceGuest.checkDay()
    const session = sessionOf(page)
    expect(session).toMatchObject({ timePlayedToday: 0, lastActiveDate: TOMORROW, factsShownToday: {} })
    expect(session?.sessionToken).not.toBe(token)
    expect(session?.nickname).not.toBe(before?.nickname)
    expect(animalOf(session?.nickname ?? '')).toBe(animalOf(before?.nickname ?? ''))
    await page.outbox.flush()
    expect(await onServer(device, session?.sessionToken)).toMatchObject({ lastActiveDate: TOMORROW })
  })

  test('[GST-4] keeps a name that was kept', async () => {
    const { page, token } = await playedYesterday()
    const before = sessionOf(page)
    page.deviceGuest.keepNickname()
    await page.deviceGuest.checkDay()
    expect(sessionOf(page)?.sessionToken).not.toBe(token)
    expect(sessionOf(page)?.nickname).toBe(before?.nickname)
  })

  test('[GST-3] if the server knows another day, adopts its date and time, with the same token and name, without old facts', async () => {
    const { device, page, token } = await playedYesterday()
    await device.app.post(`/api/guest/session/${token}/time`, { additionalTime: 120 })
    const before = sessionOf(page)
    await page.deviceGuest.checkDay()
    expect(sessionOf(page)).toEqual({
      ...before,
      lastActiveDate: TOMORROW,
      timePlayedToday: 120,
      factsShownToday: {},
    })
  })

  test("[GST-3] if the server's day is over as well, starts a new one", async () => {
    const { device, page, token } = await playedYesterday()
    await device.app.post(`/api/guest/session/${token}/time`, { additionalTime: 120 })
    device.pass(48 * HOUR_MS)
    await page.deviceGuest.checkDay()
    expect(sessionOf(page)).toMatchObject({ lastActiveDate: '2026-03-21', timePlayedToday: 0 })
    expect(sessionOf(page)?.sessionToken).not.toBe(token)
  })

  test('[GST-5] if the server cannot be asked, it is treated as knowing nothing', async () => {
    const { device, page, token } = await playedYesterday()
    device.network.nextFault = () => 'drop_before'
    await page.deviceGuest.checkDay()
    expect(sessionOf(page)).toMatchObject({ lastActiveDate: TOMORROW, timePlayedToday: 0 })
    expect(sessionOf(page)?.sessionToken).not.toBe(token)
  })

  test('[GST-6] starts when the old day ends, not when the server responds; time played meanwhile counts', async () => {
    const { device, page } = await playedYesterday()
    expect(remainingSeconds(page.deviceGuest.state.getState(), 600)).toBe(0)
    const server = new EventEmitter()
    const slow = device.open({ fetchDay: () => once(server, 'answer').then(() => null) })
    expect(remainingSeconds(slow.deviceGuest.state.getState(), 600)).toBe(600)
    const turning = slow.deviceGuest.checkDay()
    slow.deviceGuest.addTimePlayed(15)
    slow.deviceGuest.addTimePlayed(15)
    server.emit('answer')
    await turning
    expect(sessionOf(slow)).toMatchObject({ lastActiveDate: TOMORROW, timePlayedToday: 30 })
    expect(remainingSeconds(slow.deviceGuest.state.getState(), 600)).toBe(570)
  })

  test('[GST-6] a page left open changes at 2 AM in California and not before, and asks once', async () => {
    const device = await startDevice()
    const fetchDay = vi.fn(async () => null)
    const page = device.open({ fetchDay })
    const { sessionToken } = page.deviceGuest.start()
    device.pass(Date.parse('2026-03-19T08:59:59.999Z') - NOON_MS)
    await page.deviceGuest.checkDay()
    expect(fetchDay).not.toHaveBeenCalled()
    expect(sessionOf(page)?.sessionToken).toBe(sessionToken)
    device.pass(1)
    await Promise.all([page.deviceGuest.checkDay(), page.deviceGuest.checkDay()])
    expect(fetchDay).toHaveBeenCalledOnce()
    expect(sessionOf(page)?.sessionToken).not.toBe(sessionToken)
  })

  test('[GST-6, DAY-4] a device whose clock is a day behind adopts the server’s day, with everything played, once', async () => {
    const device = await startDevice()
    let behindMs = 24 * HOUR_MS
    const page = device.open({ nowMs: () => device.clock.deviceMs - behindMs })
    const { sessionToken } = page.deviceGuest.start()
    page.deviceGuest.addTimePlayed(15)
    await page.outbox.flush()
    // The first answers have set the clock.
    behindMs = 0
    page.deviceGuest.addTimePlayed(15)
    await page.deviceGuest.checkDay()
    await page.outbox.flush()
    expect(sessionOf(page)).toMatchObject({
      sessionToken,
      lastActiveDate: '2026-03-18',
      timePlayedToday: 30,
    })
    page.deviceGuest.addTimePlayed(15)
    await page.deviceGuest.checkDay()
    await page.outbox.flush()
    expect(sessionOf(page)).toMatchObject({ sessionToken, timePlayedToday: 45 })
    expect(await onServer(device, sessionToken)).toMatchObject({ timePlayedToday: 45 })
  })
})
