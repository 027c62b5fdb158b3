import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  noFrames,
  openMarks,
  problemsLeft,
  PROGRESS_MARKS,
  withMarks,
  type DayFrames,
} from '../../domain/todays-ten.ts'

const DAY = '2026-11-24'
const sets = fc.array(fc.array(fc.constantFrom(...PROGRESS_MARKS), { maxLength: 20 }), { maxLength: 10 })

const after = (marksOfSets: readonly DayFrames['marks'][], day = DAY): DayFrames =>
  marksOfSets.reduce<DayFrames>(
    (frames, marks) => withMarks(frames, { day, marks, readyTomorrow: 3 }),
    noFrames(day),
  )

test('[TEN-3] sets fill frames one after another, and the next set has as many problems as there are empty cells', () => {
  fc.assert(
    fc.property(sets, (marksOfSets) => {
      const all = marksOfSets.flat()
      const frames = after(marksOfSets)
      expect(frames.filled).toBe(Math.floor(all.length / 10))
      expect(openMarks(frames)).toEqual(all.slice(frames.filled * 10))
      expect(problemsLeft(frames)).toBe(10 - (all.length % 10))
      // A full frame stays on the screen until the next problem.
      if (all.length > 0) expect(frames.marks.length).toBeGreaterThan(0)
    }),
  )
})

test('[TEN-4] another practice day starts with an empty frame', () => {
  const yesterday = after([['first', 'later', 'missed']], '2026-11-23')
  const today = withMarks(yesterday, { day: DAY, marks: ['first'], readyTomorrow: 0 })
  expect(today).toEqual({ day: DAY, filled: 0, marks: ['first'], readyTomorrow: 0 })
})
