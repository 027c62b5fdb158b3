import { expect, test } from 'vitest'
import { isSignInWindowOpen } from '../../domain/class-guesses.ts'

const NOW_MS = 1_789_000_000_000
const HOUR_MS = 3_600_000

test('[ACC-35] a sign-in window is open until it ends, and no clock that is set back keeps it open for longer than an hour', () => {
  expect(isSignInWindowOpen(null, NOW_MS)).toBe(false)
  expect(isSignInWindowOpen(NOW_MS + 1, NOW_MS)).toBe(true)
  expect(isSignInWindowOpen(NOW_MS, NOW_MS)).toBe(false)
  expect(isSignInWindowOpen(NOW_MS + HOUR_MS + 1, NOW_MS)).toBe(false)
})
