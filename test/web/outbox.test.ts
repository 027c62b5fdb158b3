import { once } from 'node:events'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GuestContent } from '../../web/features/guest/guest-outbox.ts'
import type { Outbox } from '../../web/lib/outbox.ts'
import type { Fault, FaultyServer } from './faulty-server.ts'
import { Ledger } from './ledger.ts'
import { MemoryStorage } from './memory-storage.ts'
import { drain, openTab, type HandClock } from './tab.ts'

const ANN = 'AnnAnnAnnAnnAnn1'
const BEN = 'BenBenBenBenBen2'
const DAY_MS = 86_400_000

let ledger: Ledger
let server: FaultyServer
let storage: MemoryStorage
let clock: HandClock
const open: Outbox<GuestContent>[] = []

function openPage(more: Partial<Parameters<typeof openTab>[0]> = {}): Outbox<GuestContent> {
  const tab = openTab({ storage, origin: server.origin, clock, ...more })
  open.push(tab)
  return tab
}

const seconds = (count: number): GuestContent => ({ kind: 'time', seconds: count })
const arrived = () => ledger.arrivals.filter(({ counted }) => counted).map(({ seconds }) => seconds)

/** Fails the next requests in this way, one after the other; then no more. */
function failNext(...faults: (Fault | null)[]): void {
  server.nextFault = () => faults.shift() ?? null
}

beforeEach(async () => {
  ledger = new Ledger()
  server = await ledger.serve()
  storage = new MemoryStorage()
  clock = { deviceMs: Date.UTC(2026, 6, 1, 12), elapsedMs: 0 }
})

afterEach(async () => {
  for (const tab of open.splice(0)) tab.stop()
  await server.stop()
  vi.restoreAllMocks()
})

describe('unsent writes', () => {
  test('[OUT-1] are kept while the server is down and sent in order after a reload', async () => {
    failNext('drop_before')
    const before = openPage()
    for (const count of [1, 2, 3]) before.add(ANN, seconds(count))
    await before.flush()
    expect(before.status.getState()).toEqual({ waiting: 3, away: true })
    before.stop()

    const after = openPage()
    expect(after.status.getState().waiting).toBe(3)
    await after.flush()
    expect(arrived()).toEqual([1, 2, 3])
    expect(after.status.getState()).toEqual({ waiting: 0, away: false })
    expect(storage.length).toBe(0)
  })

  test('[OUT-1] keep their age', async () => {
    failNext('unavailable')
    const tab = openPage()
    tab.add(ANN, seconds(15))
    await tab.flush()
    clock.deviceMs += 90_000
    await drain(tab, clock)
    expect(ledger.arrivals.map(({ secondsAgo }) => secondsAgo)).toEqual([90])
  })

  test('[OUT-1] have an age of at least 0 after the device clock was set back', async () => {
    failNext('unavailable')
    const tab = openPage()
    tab.add(ANN, seconds(15))
    await tab.flush()
    clock.deviceMs -= DAY_MS
    await tab.flush()
    await drain(tab, clock)
    expect(ledger.arrivals.map(({ secondsAgo }) => secondsAgo)).toEqual([0])
  })

  test.each([2192 * DAY_MS, 8 * DAY_MS, -3_600_000, -DAY_MS, -1461 * DAY_MS])(
    '[DAY-6] keep their age when the device clock is set by %i ms',
    async (jumpMs) => {
      server.nextFault = () => 'unavailable'
      const tab = openPage()
      for (const passedMs of [20_000, 70_000]) {
        tab.add(ANN, seconds(15))
        await tab.flush()
        clock.deviceMs += passedMs
        clock.elapsedMs += passedMs
      }
      clock.deviceMs += jumpMs
      await tab.flush()
      server.nextFault = () => null
      tab.add(ANN, seconds(1))
      await drain(tab, clock)
      expect(ledger.arrivals.map(({ secondsAgo }) => secondsAgo)).toEqual([90, 70, 0])
    },
  )

  test.each([-60 * DAY_MS, -20_000 * DAY_MS, -8 * DAY_MS, 8 * DAY_MS, 60 * DAY_MS])(
    '[DAY-6] keep their age when a clock that was wrong by %i ms is corrected while no page is open',
    async (wrongByMs) => {
      failNext('unavailable')
      const rightMs = clock.deviceMs
      clock = { deviceMs: rightMs + wrongByMs, elapsedMs: 0, serverMs: rightMs }
      const tab = openPage()
      tab.add(ANN, seconds(15))
      await tab.flush()
      tab.stop()
      clock = { deviceMs: rightMs + 90_000, elapsedMs: 90_000, serverMs: rightMs }
      await openPage().flush()
      expect(ledger.arrivals.map(({ secondsAgo }) => secondsAgo)).toEqual([90])
    },
  )

  test.each([8 * DAY_MS, 60 * DAY_MS, 2192 * DAY_MS])(
    '[DAY-6, OUT-10] are not dropped by a clock that is wrong by %i ms, but wait for the server’s',
    async (wrongByMs) => {
      failNext('unavailable')
      const rightMs = clock.deviceMs
      const tab = openPage()
      tab.add(ANN, seconds(15))
      await tab.flush()
      tab.stop()
      clock.deviceMs += wrongByMs + 90_000
      const next = openPage()
      await next.flush()
      expect([ledger.arrivals.length, next.status.getState().waiting]).toEqual([0, 1])
      // Another call has brought the server's time.
      clock.serverMs = rightMs + 90_000
      clock.deviceMs += 60_000
      clock.elapsedMs += 60_000
      await next.flush()
      expect(ledger.arrivals.map(({ secondsAgo }) => secondsAgo)).toEqual([150])
    },
  )

  test('[OUT-1] older than guest data are dropped, and the rest is sent', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    failNext('drop_before')
    const tab = openPage()
    tab.add(ANN, seconds(1))
    await tab.flush()
    clock.serverMs = clock.deviceMs
    clock.deviceMs += 8 * DAY_MS
    clock.elapsedMs += 8 * DAY_MS
    tab.add(ANN, seconds(2))
    await drain(tab, clock)
    expect(arrived()).toEqual([2])
    expect(warned).toHaveBeenCalledOnce()
  })

  test('[OUT-3] are retried automatically', async () => {
    failNext('unavailable', 'drop_before', null)
    const tab = openTab({ storage, origin: server.origin, waits: { firstMs: 5, maxMs: 10 } })
    open.push(tab)
    const arrival = once(ledger, 'arrival')
    tab.add(ANN, seconds(7))
    await arrival
    await tab.flush()
    expect(ledger.totals.get(ANN)).toBe(7)
    expect(tab.status.getState()).toEqual({ waiting: 0, away: false })
  })
})

describe('delays', () => {
  test('[OUT-9] keeps a write that timed out, and sends it again', async () => {
    failNext('too_slow')
    const tab = openPage()
    for (const count of [1, 2]) tab.add(ANN, seconds(count))
    await tab.flush()
    expect(tab.status.getState()).toEqual({ waiting: 2, away: true })
    await drain(tab, clock)
    expect(arrived()).toEqual([1, 2])
  })

  test('[OUT-3] each failure doubles the wait, and going online ends it', async () => {
    server.nextFault = () => 'unavailable'
    const tab = openPage()
    tab.add(ANN, seconds(1))
    await tab.flush()
    const tries = vi.fn<() => Fault>(() => 'unavailable')
    server.nextFault = tries
    for (const [passes, expected] of [
      [700, 0],
      [100, 1],
      [1400, 1],
      [200, 2],
      [2900, 2],
      [200, 3],
    ] as const) {
      clock.elapsedMs += passes
      await tab.flush()
      expect(tries).toHaveBeenCalledTimes(expected)
    }
    failNext()
    tab.wake()
    await tab.flush()
    expect(arrived()).toEqual([1])
  })

  test('[OUT-3] a 429 delays that player as long as the server says, and nobody else', async () => {
    server.retryAfterSeconds = 40
    failNext('too_many')
    const tab = openPage()
    tab.add(ANN, seconds(1))
    await tab.flush()
    tab.add(ANN, seconds(2))
    tab.add(BEN, seconds(3))
    await tab.flush()
    expect(arrived()).toEqual([3])
    expect(tab.status.getState()).toEqual({ waiting: 2, away: false })
    clock.elapsedMs += 39_999
    tab.wake()
    await tab.flush()
    expect(arrived()).toEqual([3])
    clock.elapsedMs += 1
    await tab.flush()
    expect(arrived()).toEqual([3, 1, 2])
  })

  test('[OUT-4] a write rejected for its content is logged and dropped, and the next ones are sent', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    failNext('refuse')
    const tab = openPage()
    for (const count of [1, 2]) tab.add(ANN, seconds(count))
    await tab.flush()
    expect(arrived()).toEqual([2])
    expect(tab.status.getState().waiting).toBe(0)
    expect(warned.mock.calls.join()).toContain('400, bad_request')
    expect(warned.mock.calls.join()).not.toContain(ANN)
  })

  test('[OUT-4] a write that causes a server error waits alone, and the next ones are sent', async () => {
    failNext('internal')
    const tab = openPage()
    for (const count of [1, 2]) tab.add(ANN, seconds(count))
    await tab.flush()
    expect(arrived()).toEqual([2])
    await drain(tab, clock)
    expect(arrived()).toEqual([2, 1])
  })

  test.each(['login_page', 'login_redirect'] as const)(
    '[OUT-8] a response from elsewhere (%s) does not count: the item is kept',
    async (fault) => {
      failNext(fault)
      const tab = openPage()
      tab.add(ANN, seconds(5))
      await tab.flush()
      expect(tab.status.getState()).toEqual({ waiting: 1, away: true })
      await drain(tab, clock)
      expect(ledger.totals.get(ANN)).toBe(5)
    },
  )
})

describe('exactly once', () => {
  test('[OUT-2] a write whose response was lost arrives twice and counts once', async () => {
    failNext('drop_after')
    const tab = openPage()
    tab.add(ANN, seconds(9))
    await drain(tab, clock)
    expect(ledger.arrivals.map(({ counted }) => counted)).toEqual([true, false])
    expect(ledger.totals.get(ANN)).toBe(9)
  })

  test('[OUT-2] whatever fails and whenever the page is reloaded, the server’s sums are exact', async () => {
    const fault = fc.constantFrom<Fault | null>(
      null,
      'drop_before',
      'drop_after',
      'unavailable',
      'too_many',
      'internal',
      'login_page',
      'login_redirect',
    )
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(ANN, BEN) },
      { weight: 2, arbitrary: fc.constant('reload' as const) },
      { weight: 1, arbitrary: fc.constant('reload while sending' as const) },
      { weight: 2, arbitrary: fc.constant('wait' as const) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 25 }),
        fc.array(fault, { maxLength: 40 }),
        async (actions, faults) => {
          storage = new MemoryStorage()
          ledger.totals.clear()
          ledger.arrivals.length = 0
          server.nextFault = () => faults.shift() ?? null
          const done = new Map<string, number>()
          const mayOvertake = faults.includes('internal')
          let page = openPage()
          for (const [at, step] of actions.entries()) {
            if (step === ANN || step === BEN) {
              page.add(step, seconds(at + 1))
              done.set(step, (done.get(step) ?? 0) + at + 1)
            } else {
              clock.elapsedMs += step === 'wait' ? 120_000 : 0
              const sending = page.flush()
              if (step !== 'reload while sending') await sending
              if (step !== 'wait') {
                page.stop()
                page = openPage()
              }
            }
          }
          server.nextFault = () => null
          await drain(page, clock)
          page.stop()
          expect(ledger.totals).toEqual(done)
          expect(storage.length).toBe(0)
          for (const player of mayOvertake ? [] : [ANN, BEN]) {
            const order = ledger.arrivals.filter((one) => one.counted && one.player === player)
            expect(order).toEqual(order.toSorted((a, b) => a.seconds - b.seconds))
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
