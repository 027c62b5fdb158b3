import { expect, test } from 'vitest'
import { KNOWN_BROWSER_ANSWERS, WRONG_ANSWERS } from '../../domain/sign-in-wait.ts'

test('[ACC-7] the wait is 30 s after the fifth wrong answer and doubles up to 15 min', () => {
  const waits = Array.from({ length: 14 }, (_, wrong) => WRONG_ANSWERS(wrong))
  expect(waits).toEqual([0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900])
  expect(WRONG_ANSWERS(5000)).toBe(900)
})

test('[ACC-61] after 100 answers a known browser gets one check in 10 s', () => {
  expect([1, 100, 101, 5000].map(KNOWN_BROWSER_ANSWERS)).toEqual([0, 0, 10, 10])
})
