import { expect, test } from 'vitest'
import { maxGuestSeconds, sessionLength, timeChoiceFor } from '../../domain/session-length.ts'

test('[PRA-40] 50 problems select 5 minutes, fewer select 2, and a chosen time stays', () => {
  expect([10, 20, 50].map((count) => timeChoiceFor(count as 10 | 20 | 50, null))).toEqual([120, 120, 300])
  expect(timeChoiceFor(50, 120)).toBe(120)
  expect(timeChoiceFor(10, 'no_clock')).toBe('no_clock')
})

test('[PRA-41] no clock means the longest session; a guest gets at most the rest of the day, or two minutes', () => {
  expect(sessionLength('no_clock', 3600)).toEqual({ durationSeconds: 3600, hasClock: false })
  expect(sessionLength('no_clock', maxGuestSeconds(400))).toEqual({ durationSeconds: 400, hasClock: false })
  expect(sessionLength(300, maxGuestSeconds(999_999))).toEqual({ durationSeconds: 300, hasClock: true })
  expect(sessionLength(300, maxGuestSeconds(10))).toEqual({ durationSeconds: 120, hasClock: true })
})
