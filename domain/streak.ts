import { daysBefore, daysBetween } from './practice-day.ts'

export type Streak = {
  /** Practice days in a row up to today, or up to yesterday while today is still to come. */
  readonly current: number
  /** The most there ever were in a row. */
  readonly longest: number
  readonly practisedToday: boolean
}

/** Practice days in a row, both included. */
export type DayRun = { readonly from: string; readonly to: string }

/** How many days a child's last run counts today: all, or none where it was over before yesterday. */
export function currentRun({ from, to }: DayRun, today: string): number {
  return to === today || to === daysBefore(today, 1) ? daysBetween(from, to) + 1 : 0
}

/**
 * The streak of a child who practised on these practice days, in any order. It is worked out from the days alone, so that
 * what arrives late for a missed day mends it. Days after `today`, of a clock that was ahead, do not count.
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
