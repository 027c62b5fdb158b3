import { daysOfWeek, schoolDaysOf, weekOf, type Calendar } from '../calendar.ts'
import { daysBefore } from '../practice-day.ts'
import { ACHIEVEMENTS, type Earned } from './catalog.ts'
import type { NewDay } from './evaluate.ts'

/** A good week has this many days of practice, or all its school days if they are fewer. */
const GOOD_WEEK_DAYS = 3
/** A week with fewer school days is left out. */
const MIN_SCHOOL_DAYS = 2
/** One week in so many may be missed. */
const SPARE_WEEK_EVERY = 4

type Week = {
  /** The day on which the week became good; null if it has not. */
  readonly goodOn: NewDay | null
  /** The days of practice that make it good. */
  readonly needed: number
}

/** The weeks that could be good, from the first to the last with practice. */
function weeksOf(days: readonly NewDay[], calendar: Calendar): readonly Week[] {
  const isSchoolDay = schoolDaysOf(calendar)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const byWeek = new Map<string, NewDay[]>()
  for (const day of days) {
    const week = weekOf(day.day)
    byWeek.set(week, [...(byWeek.get(week) ?? []), day])
  }
  const weeks: Week[] = []
  for (let week = weekOf(first.day); week <= last.day; week = daysBefore(week, -7)) {
    const schoolDays = daysOfWeek(week).filter(isSchoolDay).length
    if (schoolDays < MIN_SCHOOL_DAYS) continue
    const needed = Math.min(GOOD_WEEK_DAYS, schoolDays)
    weeks.push({ goodOn: byWeek.get(week)?.[needed - 1] ?? null, needed })
  }
  return weeks
}

function sorted(days: readonly NewDay[]): readonly NewDay[] {
  return days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/** How many good weeks a child has had. */
export function goodWeeks(days: readonly NewDay[], calendar: Calendar): number {
  return weeksOf(sorted(days), calendar).filter(({ goodOn }) => goodOn !== null).length
}

function weekAfterWeek(weeks: readonly Week[]): Earned[] {
  return ACHIEVEMENTS['week-after-week'].levels.flatMap((level): Earned[] => {
    const range = level + Math.floor(level / SPARE_WEEK_EVERY)
    const reached = weeks.find(({ goodOn }, place) => {
      const latest = weeks.slice(Math.max(0, place + 1 - range), place + 1)
      return goodOn !== null && latest.filter((week) => week.goodOn !== null).length >= level
    })?.goodOn
    return reached ? [{ id: 'week-after-week', level, about: '', amount: level, ...reached }] : []
  })
}

/** The achievements that follow from days of practice, in any order, and the calendar. */
export function earnedByDays(practiced: readonly NewDay[], calendar: Calendar): readonly Earned[] {
  const days = sorted(practiced)
  const weeks = weeksOf(days, calendar)
  const first = weeks.find(({ goodOn }) => goodOn !== null)
  return [
    ...ACHIEVEMENTS.days.levels.flatMap((level): Earned[] => {
      const reached = days[level - 1]
      return reached ? [{ id: 'days', level, about: '', amount: level, ...reached }] : []
    }),
    ...(first?.goodOn
      ? [{ id: 'good-week', level: 1, about: '', amount: first.needed, ...first.goodOn } as const]
      : []),
    ...weekAfterWeek(weeks),
  ]
}
