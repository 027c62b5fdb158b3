import { describe, expect, test } from 'vitest'
import { currentRun } from '../../domain/streak.ts'

const TODAY = '2026-03-18'

describe('practice days in a row, as overviews show them', () => {
  test('[STU-3] a run counts up to today or yesterday, all of its days', () => {
    expect(currentRun({ from: TODAY, to: TODAY }, TODAY)).toBe(1)
    expect(currentRun({ from: '2025-03-18', to: '2026-03-17' }, TODAY)).toBe(365)
    expect(currentRun({ from: '2026-03-01', to: '2026-03-16' }, TODAY)).toBe(0)
  })
})
