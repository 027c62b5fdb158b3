import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysOfWeek, MONDAY_TO_FRIDAY, weekOf, type Calendar } from '../../../domain/calendar.ts'
import { dayIn } from '../../../domain/day-in-zone.ts'
import { daysBefore } from '../../../domain/practice-day.ts'
import {
  goalLimits,
  goalOfWeek,
  goalState,
  isMemberIn,
  withClosedWeek,
  withLastWeek,
  type GoalClass,
  type GoalMember,
} from '../../../domain/school/class-goal.ts'

const MON = '2026-03-02'
const day = (number: number): string => daysBefore(MON, -number)
const CALENDAR: Calendar = {
  zone: 'Europe/Berlin',
  past: [],
  schoolDays: MONDAY_TO_FRIDAY,
  free: [],
  firstDay: '2025-09-01',
}
const child = (id: string, days: readonly string[], changes: Partial<Calendar> = {}): GoalMember => ({
  id,
  days,
  calendar: { ...CALENDAR, ...changes },
})
const classOf = (members: readonly GoalMember[], changes: Partial<GoalClass> = {}): GoalClass => ({
  calendar: CALENDAR,
  members,
  weeks: [],
  ...changes,
})
const closed = (monday: string, days: number, present: number) => ({
  monday,
  goal: 1,
  isSet: false,
  total: { days, present },
})

describe('the goal of a class', () => {
  test("[GOA-1] counts all children's days of practice, whatever they practiced and on any day of the week", () => {
    const of = classOf([child('ana', [day(0), day(1), day(6)]), child('ben', [day(2), day(-1), day(7)])])
    expect(goalOfWeek(of, MON)).toMatchObject({ days: 4, present: 2 })
  })

  test('[GOA-1] a child who was away all week does not raise the goal, but its practice counts', () => {
    const away = { free: [{ from: day(0), to: day(4) }] }
    const of = classOf([child('ana', [day(0)]), child('ben', [day(5)], away)])
    expect(goalOfWeek(of, MON)).toMatchObject({ days: 2, present: 1, goal: 2 })
    const partly = classOf([child('ana', []), child('ben', [], { free: [{ from: day(0), to: day(3) }] })])
    expect(goalOfWeek(partly, MON)).toMatchObject({ present: 2 })
  })

  test.each([
    ['the first week: 2 days per child', [], 3, 6],
    ['5 % more than last week', [closed(day(-7), 40, 20)], 20, 42],
    ['per child who is there', [closed(day(-7), 40, 20)], 10, 21],
    ['at least 1 day per child', [closed(day(-7), 0, 20)], 20, 20],
    ['at most 3 days per child', [closed(day(-7), 80, 20)], 20, 60],
    ['the week before a skipped one', [closed(day(-14), 40, 20)], 20, 42],
    ['the newest week', [closed(day(-7), 30, 20), closed(day(-14), 40, 20)], 20, 32],
  ])('[GOA-2] %s', (_what, weeks, children, goal) => {
    const members = Array.from({ length: children }, (_, place) => child(String(place), []))
    expect(goalOfWeek(classOf(members, { weeks }), MON)?.goal).toBe(goal)
  })

  test('[GOA-2] a week with fewer than two school days, or a class without children, has no goal', () => {
    const holiday = (to: string) => ({ ...CALENDAR, free: [{ from: day(0), to }] })
    const members = [child('ana', [])]
    expect(goalOfWeek(classOf(members, { calendar: holiday(day(3)) }), MON)).toBeNull()
    expect(goalOfWeek(classOf(members, { calendar: holiday(day(2)) }), MON)).not.toBeNull()
    expect(goalOfWeek(classOf([]), MON)).toBeNull()
  })

  test('[GOA-2] a goal set by an adult applies to that week, and the next one follows from what was practiced', () => {
    const set = { monday: MON, goal: 5, isSet: true, total: null }
    const of = classOf([child('ana', [day(0), day(1)]), child('ben', [day(0)])], { weeks: [set] })
    expect(goalOfWeek(of, MON)).toMatchObject({ goal: 5, isSet: true })
    expect(goalOfWeek(of, day(7))).toMatchObject({ goal: 4, isSet: false })
    expect(goalOfWeek(withLastWeek(of, day(7)), day(7))).toMatchObject({ goal: 3, isSet: false })
  })

  test('[GOA-3] stays open until it is reached, or until no school day is left', () => {
    const of = classOf([child('ana', [day(0)])])
    const week = goalOfWeek(of, MON)
    if (!week) throw new Error('it has a goal')
    expect(goalState(of, week, day(0))).toBe('open')
    expect(goalState(of, week, day(4))).toBe('open')
    expect(goalState(of, week, day(5))).toBe('missed')
    expect(goalState(of, { ...week, days: 2 }, day(5))).toBe('reached')
  })

  test('[RET-5] a closed week keeps its number after a child is deleted', () => {
    const of = classOf([child('ana', [day(0), day(1)]), child('ben', [day(0), day(1)])])
    const week = goalOfWeek(of, MON)
    if (!week) throw new Error('it has a goal')
    const later = withClosedWeek(of, week)
    const without = { ...later, members: [child('ana', [day(0), day(1)])] }
    expect(withLastWeek(without, day(8)).weeks).toEqual(later.weeks)
    expect(without.weeks[0]?.total).toEqual({ days: 4, present: 2 })
    expect(goalOfWeek(without, day(7))?.goal).toBe(2)
  })

  test('[GOA-1] a child counts from the day it joined', () => {
    const moved = child('ana', [day(0), day(3)], { firstDay: day(2) })
    expect(goalOfWeek(classOf([moved]), MON)).toMatchObject({ days: 1, present: 1 })
    expect(isMemberIn(moved, MON)).toBe(true)
    expect(isMemberIn(child('ben', [], { firstDay: day(7) }), MON)).toBe(false)
  })

  test.each(['America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe'])(
    '[GOA-1] in %s every instant of a year is in one week, through both clock changes',
    (zone) => {
      for (let atMs = Date.UTC(2026, 0, 1); atMs < Date.UTC(2027, 0, 1); atMs += 3_600_000) {
        const today = dayIn(zone, atMs)
        const of = classOf([child('ana', [today], { zone })], { calendar: { ...CALENDAR, zone } })
        const weeks = [-7, 0, 7].map((days) => goalOfWeek(of, daysBefore(weekOf(today), days)))
        expect(weeks.map((week) => week?.days)).toEqual([0, 1, 0])
      }
    },
  )

  test('[GOA-2] any goal is whole days, one to three per child, and more practice never lowers the next one', () => {
    const days = fc.array(fc.subarray([...daysOfWeek(MON)]), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(days, (practiced) => {
        const of = classOf(practiced.map((own, place) => child(String(place), own)))
        const week = goalOfWeek(of, MON)
        const next = goalOfWeek(withLastWeek(of, day(7)), day(7))
        if (!week || !next) throw new Error('both have a goal')
        const { least, most } = goalLimits(practiced.length)
        expect(Number.isInteger(next.goal)).toBe(true)
        expect(next.goal).toBeGreaterThanOrEqual(least)
        expect(next.goal).toBeLessThanOrEqual(most)
        const more = classOf(practiced.map((_, place) => child(String(place), daysOfWeek(MON))))
        expect(goalOfWeek(withLastWeek(more, day(7)), day(7))?.goal).toBeGreaterThanOrEqual(next.goal)
      }),
    )
  })
})
