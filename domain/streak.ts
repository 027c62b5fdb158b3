import { daysOfWeek, schoolDaysOf, weekOf, type Calendar } from './calendar.ts'
import { daysBefore } from './practice-day.ts'

/** What makes a day count as practiced: this many counted problems, or one and this much time. */
const PRACTICED = { problems: 10, ms: 180_000 }
/** School days that may be missed each week. */
const REST_DAYS = 1

/** A day of the current week: practiced, past without practice, or today or later without practice yet. */
export const RINGS = ['practiced', 'rest', 'open'] as const

type Ring = (typeof RINGS)[number]

export type Streak = {
  /** Days of practice, ever. */
  readonly days: number
  /** Practiced days since the last one that ended a run. */
  readonly run: number
  readonly longest: number
  readonly practicedToday: boolean
  /** Monday to Sunday of the current week. */
  readonly week: readonly Ring[]
}

/** Whether a day with this many counted problems, and this long with problems on the screen, counts as practiced. */
export function isPracticed({ problems, ms }: { readonly problems: number; readonly ms: number }): boolean {
  return problems >= PRACTICED.problems || (problems >= 1 && ms >= PRACTICED.ms)
}

function runsOf(
  practiced: ReadonlySet<string>,
  calendar: Calendar,
  today: string,
): Pick<Streak, 'run' | 'longest'> {
  const isSchoolDay = schoolDaysOf(calendar)
  let [run, longest, missed, week] = [0, 0, 0, '']
  const first = [...practiced].toSorted()[0] ?? today
  // Today is not missed until it is over.
  for (let day = first; day <= today; day = daysBefore(day, -1)) {
    if (weekOf(day) !== week) {
      week = weekOf(day)
      missed = 0
    }
    if (practiced.has(day)) run += 1
    else if (day < today && isSchoolDay(day)) {
      missed += 1
      if (missed > REST_DAYS) run = 0
    }
    longest = Math.max(longest, run)
  }
  return { run, longest }
}

/**
 * The streak of a child who practiced on these days, in any order. It is computed from the days and the calendar alone: answers
 * that arrive late, or a holiday entered afterward, repair it. Days after `today`, from a clock that was ahead, do not count.
 */
export function streakOf(days: readonly string[], calendar: Calendar, today: string): Streak {
  const practiced = new Set(days.filter((day) => day <= today))
  const ringOf = (day: string): Ring => {
    if (practiced.has(day)) return 'practiced'
    return day < today ? 'rest' : 'open'
  }
  return {
    days: practiced.size,
    ...runsOf(practiced, calendar, today),
    practicedToday: practiced.has(today),
    week: daysOfWeek(weekOf(today)).map(ringOf),
  }
}
