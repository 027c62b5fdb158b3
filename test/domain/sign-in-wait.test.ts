import { expect, test } from 'vitest'
import {
  charge,
  credit,
  FAILURES_KEPT_MS,
  waitSeconds,
  type SignInFailures,
} from '../../domain/sign-in-wait.ts'

test('[ACC-7] the wait is 30 s after the fifth wrong answer and doubles up to 15 min', () => {
  const waits = Array.from({ length: 14 }, (_, failures) => waitSeconds(failures))
  expect(waits).toEqual([0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900])
  expect(waitSeconds(5000)).toBe(900)
})

test('[ACC-7] counts an answer as wrong before checking it, and not at all while the account waits', () => {
  let known: SignInFailures | null = null
  for (let failures = 1; failures <= 5; failures += 1) {
    const charged = charge(known, 1000)
    expect(charged).toMatchObject({ kind: 'allowed', next: { failures } })
    known = charged.kind === 'allowed' ? charged.next : null
  }
  expect(known).toEqual({ failures: 5, notBeforeMs: 31_000 })
  expect(charge(known, 1000)).toEqual({ kind: 'wait', seconds: 30 })
  expect(charge(known, 30_001)).toEqual({ kind: 'wait', seconds: 1 })
  expect(charge(known, 31_000)).toEqual({ kind: 'allowed', next: { failures: 6, notBeforeMs: 91_000 } })
})

test('[ACC-7] drops the count of wrong answers a day after the last one', () => {
  const known = { failures: 9, notBeforeMs: 1000 }
  expect(charge(known, 1000 + FAILURES_KEPT_MS)).toMatchObject({ next: { failures: 10 } })
  expect(charge(known, 1001 + FAILURES_KEPT_MS)).toMatchObject({ next: { failures: 1 } })
})

test('[ACC-7] setting the clock back does not make the wait longer by that time', () => {
  const YEAR_MS = 365 * 24 * 3_600_000
  const ahead: SignInFailures = { failures: 7, notBeforeMs: YEAR_MS }
  expect(charge(ahead, 1000)).toEqual({ kind: 'allowed', next: { failures: 8, notBeforeMs: 241_000 } })
  expect(charge({ failures: 20, notBeforeMs: 900_000 }, 0)).toEqual({ kind: 'wait', seconds: 900 })
})

test('[ACC-7] takes back the count, and the wait, of an answer that was not checked', () => {
  expect(credit({ failures: 6, notBeforeMs: 91_000 }, 31_000)).toEqual({ failures: 5, notBeforeMs: 31_000 })
  expect(credit({ failures: 1, notBeforeMs: 1000 }, 2000)).toEqual({ failures: 0, notBeforeMs: 1000 })
  expect(credit({ failures: 0, notBeforeMs: 1000 }, 2000)).toEqual({ failures: 0, notBeforeMs: 1000 })
})
