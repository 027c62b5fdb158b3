import { expect, test } from 'vitest'
import { lastPracticeWords } from '../../web/features/classes/last-practice.ts'

test('[CLS-6] the day of the last practice is shown in everyday words', () => {
  const today = '2026-03-02'
  expect(lastPracticeWords(null, today)).toBe('not yet')
  expect(lastPracticeWords('2026-03-02', today)).toBe('today')
  expect(lastPracticeWords('2026-03-03', today)).toBe('today')
  expect(lastPracticeWords('2026-03-01', today)).toBe('yesterday')
  expect(lastPracticeWords('2026-02-28', today)).toBe('2 days ago')
  expect(lastPracticeWords('2026-02-24', today)).toBe('6 days ago')
  expect(lastPracticeWords('2026-02-23', today)).toBe('Feb 23')
  expect(lastPracticeWords('2025-12-31', today)).toBe('Dec 31')
})
