import { expect, test } from 'vitest'
import { daysBefore } from '../../../domain/practice-day.ts'
import { afterWeek, dueSlots, dueWeek, isPaused, mailedDays } from '../../../domain/school/weekly-mail.ts'

const HOURS = 3600

test.each([
  ['America/New_York', '2026-03-16', Date.UTC(2026, 2, 22, 20)],
  ['Europe/Berlin', '2026-03-16', Date.UTC(2026, 2, 22, 15)],
  ['Asia/Kolkata', '2026-03-16', Date.UTC(2026, 2, 22, 10, 30)],
  // Clocks changed in the night before.
  ['America/New_York', '2026-03-02', Date.UTC(2026, 2, 8, 20)],
  ['America/New_York', '2026-10-26', Date.UTC(2026, 10, 1, 21)],
  ['Europe/Berlin', '2026-03-23', Date.UTC(2026, 2, 29, 14)],
  ['Europe/Berlin', '2026-10-19', Date.UTC(2026, 9, 25, 15)],
])('[DIG-2] in %s the emails for the week of %s are due on Sunday at 16:00', (zone, monday, atMs) => {
  expect(dueWeek(zone, atMs)).toEqual({ monday, agoSeconds: 0 })
  expect(dueWeek(zone, atMs - 1000).monday < monday).toBe(true)
  expect(dueWeek(zone, atMs + 35 * HOURS * 1000)).toEqual({ monday, agoSeconds: 35 * HOURS })
})

test('[DIG-2] slots become due over half an hour, and are dropped after 36 hours', () => {
  expect(dueSlots(0)).toEqual({ from: 0, to: 0 })
  expect(dueSlots(600)).toEqual({ from: 0, to: 600 })
  expect(dueSlots(20 * HOURS)).toEqual({ from: 0, to: 1799 })
  expect(dueSlots(36 * HOURS + 60)).toEqual({ from: 60, to: 1799 })
  const { from, to } = dueSlots(37 * HOURS)
  expect(from).toBeGreaterThan(to)
})

test('[DIG-12] an email covers the seven days before the day it is due', () => {
  const [from, to] = ['2026-03-15', '2026-03-21']
  expect(mailedDays('America/New_York', '2026-03-16', 'America/New_York')).toEqual({ from, to })
  // Where the child lives, the day is not over yet, or the next one has begun.
  expect(mailedDays('Pacific/Kiritimati', '2026-03-16', 'Pacific/Honolulu').to).toBe('2026-03-20')
  expect(mailedDays('Pacific/Honolulu', '2026-03-16', 'Pacific/Kiritimati').to).toBe('2026-03-22')
})

test.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Honolulu', 'Australia/Sydney'])(
  '[DIG-12] in a year of emails to New York each day of a child in %s is in exactly one email',
  (childZone) => {
    const mondays = Array.from({ length: 53 }, (_, week) => daysBefore('2026-01-05', -7 * week))
    const ranges = mondays.map((monday) => mailedDays('America/New_York', monday, childZone))
    const starts = ranges.slice(1).map(({ from }) => from)
    expect(ranges.slice(0, -1).map(({ to }) => daysBefore(to, -1))).toEqual(starts)
  },
)

test('[DIG-5] emails pause after three weeks without practice, until the next practice', () => {
  let emptyWeeks = 0
  const sent = [false, false, true, false, false, false, false, false, true, false].map((hasPracticed) => {
    const after = afterWeek(emptyWeeks, hasPracticed)
    emptyWeeks = after.emptyWeeks
    return `${after.isSent ? 'sent' : 'none'}${after.isLast ? ' last' : ''}${isPaused(emptyWeeks) ? ' paused' : ''}`
  })
  expect(sent).toEqual([
    'sent',
    'sent',
    'sent',
    'sent',
    'sent',
    'sent last paused',
    'none paused',
    'none paused',
    'sent',
    'sent',
  ])
})
