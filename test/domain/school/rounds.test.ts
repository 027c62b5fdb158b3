import { describe, expect, test } from 'vitest'
import { roundOfChild, roundsOf, stateOfWork, type Schedule } from '../../../domain/school/rounds.ts'

/** Monday, 2 March 2026; `day(6)` is Sunday. */
const day = (after: number): string => new Date(Date.UTC(2026, 2, 2 + after)).toISOString().slice(0, 10)
const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
const except = (from: number, to: number) => (date: string) =>
  isWeekday(date) && !(date >= day(from) && date <= day(to))

const ONCE: Schedule = { firstDay: day(0), dueDay: day(4), lastDay: null, endedDay: null }
const WEEKLY: Schedule = { ...ONCE, lastDay: day(25) }
const HERE = { away: [], joinedDay: '', moreDays: 0 }
const ROUND = { day: day(0), dueDay: day(4) }

describe('rounds of an assignment', () => {
  test('[ASG-2] there is one, or one every week until a last day', () => {
    expect(roundsOf(ONCE, isWeekday, day(-1))).toEqual([])
    expect(roundsOf(ONCE, isWeekday, day(90))).toEqual([ROUND])
    expect(roundsOf(WEEKLY, isWeekday, day(90)).map(({ dueDay }) => dueDay)).toEqual([4, 11, 18, 25].map(day))
    expect(roundsOf(WEEKLY, isWeekday, day(5)).map((round) => round.day)).toEqual([day(0), day(5)])
  })

  test('[ASG-14] a window without a school day has no round; a due date on a free day moves to the next school day', () => {
    expect(roundsOf(WEEKLY, except(5, 11), day(90)).map((round) => round.day)).toEqual([0, 12, 19].map(day))
    expect(roundsOf(ONCE, except(4, 4), day(9))).toEqual([{ day: day(0), dueDay: day(7) }])
    // Even where no school day follows for months.
    expect(roundsOf(ONCE, (date) => date === day(0), day(9))).toEqual([ROUND])
  })

  test('[ASG-15] no round begins after the assignment has ended', () => {
    expect(roundsOf({ ...WEEKLY, endedDay: day(6) }, isWeekday, day(90))).toHaveLength(2)
    expect(roundsOf({ ...WEEKLY, firstDay: day(1), endedDay: day(0) }, isWeekday, day(90))).toEqual([])
  })

  test('[ASG-15] an assignment that ends on its first day keeps its first round', () => {
    expect(roundsOf({ ...WEEKLY, endedDay: day(0) }, isWeekday, day(90))).toHaveLength(1)
  })

  test('[ASG-16] excuses a child away on all school days; moves the due date by the school days away, at most 7', () => {
    const away = (from: number, to: number) => ({ ...HERE, away: [{ from: day(from), to: day(to) }] })
    expect(roundOfChild(ROUND, away(-3, 20), isWeekday)).toBe('away')
    expect(roundOfChild(ROUND, away(0, 1), isWeekday)).toEqual({ ...ROUND, dueDay: day(8) })
    // Days after the due date on which it is still away do not count.
    expect(roundOfChild(ROUND, away(3, 7), isWeekday)).toEqual({ ...ROUND, dueDay: day(9) })
    const long = { day: day(0), dueDay: day(25) }
    expect(roundOfChild(long, away(0, 20), isWeekday)).toEqual({ ...long, dueDay: day(36) })
    expect(roundOfChild(ROUND, { ...HERE, moreDays: 2 }, isWeekday)).toEqual({ ...ROUND, dueDay: day(8) })
  })

  test('[ASG-17] a child that joins takes part if two school days are left', () => {
    const joined = (after: number) => roundOfChild(ROUND, { ...HERE, joinedDay: day(after) }, isWeekday)
    expect([0, 3].map(joined)).toEqual([ROUND, ROUND])
    expect([4, 9].map(joined)).toEqual([null, null])
  })

  test('[ASG-18] stays open until 14 days after it is due, then counts as not done', () => {
    const work = { doneDay: null, count: 3, isExcused: false }
    expect(stateOfWork(ROUND, { ...work, count: 0 }, day(4))).toBe('not_started')
    expect(stateOfWork(ROUND, work, day(18))).toBe('started')
    expect(stateOfWork(ROUND, work, day(19))).toBe('not_done')
    expect(stateOfWork(ROUND, { ...work, isExcused: true }, day(19))).toBe('excused')
    expect(stateOfWork(ROUND, { ...work, doneDay: day(4) }, day(40))).toBe('done')
    expect(stateOfWork(ROUND, { ...work, doneDay: day(5) }, day(40))).toBe('done_later')
    expect(stateOfWork(ROUND, { ...work, doneDay: day(18) }, day(40))).toBe('done_later')
    expect(stateOfWork(ROUND, { ...work, doneDay: day(19) }, day(40))).toBe('not_done')
    expect(stateOfWork('away', work, day(4))).toBe('away')
    expect(stateOfWork('away', { ...work, doneDay: day(4) }, day(4))).toBe('done')
  })
})
