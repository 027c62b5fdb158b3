import { MONDAY_TO_FRIDAY, type Calendar } from '../../../domain/calendar.ts'
import { dayIn } from '../../../domain/day-in-zone.ts'
import { streakOf, type Streak } from '../../../domain/streak.ts'
import type { DurableStore } from '../../lib/storage.ts'
import { readGuestAchievements } from './guest-achievements.ts'

/** The calendar of a guest who practiced on these days: Monday to Friday are school days, from the first of its days on. */
export function guestCalendar(days: readonly string[], zone: string): Calendar {
  return { zone, past: [], schoolDays: MONDAY_TO_FRIDAY, free: [], firstDay: days.toSorted()[0] ?? '' }
}

/** The guest's days of practice and its run, as far as this device has them. */
export function guestStreak(store: DurableStore, zone: string, nowMs: number): Streak {
  const days = readGuestAchievements(store).days.map(({ day }) => day)
  return streakOf(days, guestCalendar(days, zone), dayIn(zone, nowMs))
}
