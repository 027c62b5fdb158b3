import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServerClock } from '../../web/lib/now.ts'

const NOON = Date.UTC(2026, 6, 1, 12)

test('[DAY-4] a device with a wrong clock follows the server’s to within a second and the round trip', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5 * 365 * 86_400_000, max: 5 * 365 * 86_400_000 }),
      fc.array(fc.tuple(fc.nat(800), fc.nat(800), fc.nat(60_000)), { minLength: 1, maxLength: 20 }),
      (wrongByMs, answers) => {
        let trueMs = NOON
        const clock = createServerClock(() => trueMs + wrongByMs)
        for (const [thereMs, backMs, pauseMs] of answers) {
          trueMs += pauseMs
          const askedAtMs = trueMs + wrongByMs
          trueMs += thereMs
          const date = new Date(Math.floor(trueMs / 1000) * 1000).toUTCString()
          trueMs += backMs
          clock.adjust(date, askedAtMs, trueMs + wrongByMs)
          expect(Math.abs(clock.nowMs() - trueMs)).toBeLessThanOrEqual(1000 + thereMs + backMs)
        }
      },
    ),
  )
})

test('[DAY-4] does not correct a device whose clock is right', () => {
  const clock = createServerClock(() => NOON + 400)
  clock.adjust(new Date(NOON).toUTCString(), NOON + 100, NOON + 400)
  expect(clock.nowMs()).toBe(NOON + 400)
})

test('[DAY-4] ignores a response without a date, with a broken one, or from before the request', () => {
  const clock = createServerClock(() => NOON)
  clock.adjust(null, NOON, NOON)
  clock.adjust('yesterday', NOON, NOON)
  clock.adjust(new Date(0).toUTCString(), NOON + 5000, NOON)
  expect(clock.nowMs()).toBe(NOON)
})
