import { lengthOf, type DayRange } from '../calendar.ts'
import { daysBefore } from '../practice-day.ts'

/** When an assignment is to be done. */
export type Schedule = {
  readonly firstDay: string
  readonly dueDay: string
  /** It repeats every week until this day; null for never. */
  readonly lastDay: string | null
  /** It ended on this day; null if it did not. */
  readonly endedDay: string | null
}

/** One occurrence of an assignment. Its first day identifies it. */
export type Round = { readonly day: string; readonly dueDay: string }

/** What decides how a round applies to a child. */
type ChildInRound = {
  readonly away: readonly DayRange[]
  /** When it came to the class. */
  readonly joinedDay: string
  /** School days that an adult has added to its time. */
  readonly moreDays: number
}

type IsSchoolDay = (day: string) => boolean

const WEEK = 7
/** A round stays open for this many days after it is due. */
const OPEN_AFTER_DUE_DAYS = 14
/** Most school days by which a due date moves because a child was away. */
const MAX_AWAY_MOVE = 7
/** A child who joins needs this many school days to be part of a round. */
const MIN_DAYS_LEFT = 2
/** A due date does not move further than this to a school day. */
const MAX_HOLIDAY_DAYS = 60

const after = (day: string, days: number): string => daysBefore(day, -days)

const minDay = (one: string, other: string): string => (one < other ? one : other)

function daysOf(from: string, to: string): readonly string[] {
  return Array.from({ length: lengthOf({ from, to }) }, (_, place) => after(from, place))
}

/** The day itself, or the first school day after it. */
function onSchoolDay(day: string, isSchoolDay: IsSchoolDay): string {
  const next = daysOf(day, after(day, MAX_HOLIDAY_DAYS)).find(isSchoolDay)
  return next ?? day
}

/** The school day that is so many school days after a day. */
function schoolDaysAfter(day: string, count: number, isSchoolDay: IsSchoolDay): string {
  const days = daysOf(after(day, 1), after(day, MAX_HOLIDAY_DAYS)).filter(isSchoolDay)
  return count === 0 ? day : (days[count - 1] ?? day)
}

/**
 * The rounds that have begun by `today`, oldest first. A window without a school day has none; a due date on a free day is the
 * next school day. After the assignment ended, no round begins; its first one stays if it ended on the first day.
 */
export function roundsOf(schedule: Schedule, isSchoolDay: IsSchoolDay, today: string): readonly Round[] {
  const { firstDay, dueDay, lastDay, endedDay } = schedule
  const rounds: Round[] = []
  const lastBeginning =
    endedDay === null ? today : minDay(today, endedDay === firstDay ? firstDay : after(endedDay, -1))
  let [from, due] = [firstDay, dueDay]
  for (; from <= lastBeginning;) {
    if (daysOf(from, due).some(isSchoolDay)) rounds.push({ day: from, dueDay: onSchoolDay(due, isSchoolDay) })
    if (lastDay === null) break
    from = after(due, 1)
    due = after(due, WEEK)
    if (due > lastDay) break
  }
  return rounds
}

/**
 * The round as it is for a child: `away` if the child is away on all of its school days, null if it joined too late. A due date
 * moves by the school days that the child was away, at most 7, and by those that an adult has added.
 */
export function roundOfChild(
  round: Round,
  child: ChildInRound,
  isSchoolDay: IsSchoolDay,
): Round | 'away' | null {
  const { away, joinedDay, moreDays } = child
  const isAway = (day: string): boolean => away.some(({ from, to }) => from <= day && day <= to)
  const schoolDays = daysOf(round.day, round.dueDay).filter(isSchoolDay)
  if (joinedDay > round.day && schoolDays.filter((day) => day >= joinedDay).length < MIN_DAYS_LEFT)
    return null
  const missed = schoolDays.filter(isAway).length
  if (missed > 0 && missed === schoolDays.length) return 'away'
  const moved = Math.min(missed, MAX_AWAY_MOVE) + moreDays
  return { ...round, dueDay: schoolDaysAfter(round.dueDay, moved, (day) => isSchoolDay(day) && !isAway(day)) }
}

/** The last day on which a round can be done. */
export function lastOpenDay({ dueDay }: Round): string {
  return after(dueDay, OPEN_AFTER_DUE_DAYS)
}

/** The state of a round for a child. */
export const WORK_STATES = [
  'not_started',
  'started',
  'done',
  'done_later',
  'away',
  'excused',
  'not_done',
] as const

export type WorkState = (typeof WORK_STATES)[number]

/** The state of a round for a child on a day. `doneDay` is null until it is done; `count` is what was done so far. */
export function stateOfWork(
  round: Round | 'away',
  work: { readonly doneDay: string | null; readonly count: number; readonly isExcused: boolean },
  today: string,
): WorkState {
  const { doneDay } = work
  if (doneDay !== null && (round === 'away' || doneDay <= lastOpenDay(round)))
    return round === 'away' || doneDay <= round.dueDay ? 'done' : 'done_later'
  if (work.isExcused) return 'excused'
  if (round === 'away') return 'away'
  if (today > lastOpenDay(round)) return 'not_done'
  return work.count > 0 ? 'started' : 'not_started'
}
