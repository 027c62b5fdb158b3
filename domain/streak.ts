import { daysBefore, daysBetween } from './practice-day.ts'

export type Streak = {
  /** Practice days in a row up to today, or up to yesterday if today has none yet. */
  readonly current: number
  /** The most practice days in a row ever. */
  readonly longest: number
  readonly practisedToday: boolean
}

/** Practice days in a row, both included. */
export type DayRun = { readonly from: string; readonly to: string }

/** How many days a child's last run counts today; 0 if it ended before yesterday. */
export function currentRun({ from, to }: DayRun, today: string): number {
  return to === today || to === daysBefore(today, 1) ? daysBetween(from, to) + 1 : 0
}

/**
 * The streak of a child who practiced on these days, in any order. It is computed from the days alone: a late report for a
 * missed day repairs it. Days after `today`, from a clock that was ahead, do not count.
 */
export function streakOf(days: readonly string[], today: string): Streak {
  const practised = [...new Set(days)].filter((day) => day <= today).toSorted()
  let longest = 0
  let run = 0
  for (const [place, day] of practised.entries()) {
    run = practised[place - 1] === daysBefore(day, 1) ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  const last = practised.at(-1)
  const practisedToday = last === today
  return { current: practisedToday || last === daysBefore(today, 1) ? run : 0, longest, practisedToday }
}
