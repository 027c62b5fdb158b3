import { expect, test } from 'vitest'
import { afterWeek, dueSlots, dueWeek, isPaused } from '../../../domain/school/weekly-mail.ts'

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
