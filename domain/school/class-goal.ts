import { daysOfWeek, schoolDaysOf, weekOf, type Calendar } from '../calendar.ts'
import { daysBefore } from '../practice-day.ts'

/** More than last week, within what every child can do. */
const MORE = 1.05
const FIRST_PER_CHILD = 2
const PER_CHILD = { least: 1, most: 3 }
/** A week with fewer school days has no goal. */
const MIN_SCHOOL_DAYS = 2

/** A child of a class. */
export type GoalMember = {
  readonly id: string
  /** Its first day is that on which the child came to the class. */
  readonly calendar: Calendar
  /** Days of practice. */
  readonly days: readonly string[]
}

/** A week as it is stored: with a goal that an adult set, or closed, or both. */
type StoredGoal = {
  readonly monday: string
  readonly goal: number
  /** Whether an adult set it. */
  readonly isSet: boolean
  /** Once the week is closed: how many days were practiced, by how many children who were not away. */
  readonly total: WeekTotal | null
}

type WeekTotal = { readonly days: number; readonly present: number }

/** A class with what its goals depend on. */
export type GoalClass = {
  /** Of the class as a whole. */
  readonly calendar: Calendar
  readonly members: readonly GoalMember[]
  readonly weeks: readonly StoredGoal[]
}

/** The goal of a week, and what was practiced. */
export type WeekGoal = WeekTotal & { readonly monday: string; readonly goal: number; readonly isSet: boolean }

/** The days of a week on which a child practiced since it came to the class. */
export function practicedDays({ calendar, days }: GoalMember, monday: string): number {
  return daysOfWeek(monday).filter((day) => day >= calendar.firstDay && days.includes(day)).length
}

/** Whether a child was in the class before the week was over. */
export function isMemberIn({ calendar }: GoalMember, monday: string): boolean {
  return calendar.firstDay <= daysBefore(monday, -6)
}

/** Days of practice of all children. A child without a school day in the week was away. */
function totalOf(members: readonly GoalMember[], monday: string): WeekTotal {
  const week = daysOfWeek(monday)
  return {
    days: members.reduce((sum, member) => sum + practicedDays(member, monday), 0),
    present: members.filter(({ calendar }) => week.some(schoolDaysOf(calendar))).length,
  }
}

/** The least and the most days that a class may aim for. */
export function goalLimits(present: number): { readonly least: number; readonly most: number } {
  return { least: PER_CHILD.least * present, most: PER_CHILD.most * present }
}

/** The default goal: a little more per child than in the week before. */
function usualGoal(before: WeekTotal | null, present: number): number {
  if (before === null) return FIRST_PER_CHILD * present
  const { least, most } = goalLimits(present)
  const goal = Math.round((MORE * before.days * present) / before.present)
  return Math.min(most, Math.max(least, goal))
}

/** The last week with a goal, from which this week's goal is computed. */
function weekBefore(of: GoalClass, monday: string): WeekTotal | null {
  const closed = of.weeks
    .filter((week) => week.monday < monday && week.total !== null)
    .toSorted((one, other) => (one.monday < other.monday ? 1 : -1))[0]
  return closed?.total ?? null
}

/** The goal of a week; null if it is skipped: with fewer than two school days, or without a child. */
export function goalOfWeek(of: GoalClass, monday: string): WeekGoal | null {
  const schoolDays = daysOfWeek(monday).filter(schoolDaysOf(of.calendar))
  const total = totalOf(of.members, monday)
  if (schoolDays.length < MIN_SCHOOL_DAYS || total.present === 0) return null
  const set = of.weeks.find((week) => week.monday === monday && week.isSet)
  const goal = set?.goal ?? usualGoal(weekBefore(of, monday), total.present)
  return { monday, ...total, goal, isSet: set !== undefined }
}

/** Adds a finished week, on which later goals depend. */
export function withClosedWeek(of: GoalClass, { monday, goal, isSet, days, present }: WeekGoal): GoalClass {
  const others = of.weeks.filter((week) => week.monday !== monday)
  return { ...of, weeks: [...others, { monday, goal, isSet, total: { days, present } }] }
}

/** The class with the week before this day closed, if that has not happened yet. */
export function withLastWeek(of: GoalClass, today: string): GoalClass {
  const last = daysBefore(weekOf(today), 7)
  if (of.weeks.some((week) => week.monday === last && week.total !== null)) return of
  const goal = goalOfWeek(of, last)
  return goal ? withClosedWeek(of, goal) : of
}

/** Whether a class has practiced on as many days as its goal. */
export function isReached({ days, goal }: Pick<WeekGoal, 'days' | 'goal'>): boolean {
  return days >= goal
}

export const GOAL_STATES = ['open', 'reached', 'missed'] as const

/** What to say about the goal of the current week: once no school day is left, a goal that is not reached is missed. */
export function goalState(of: GoalClass, week: WeekGoal, today: string): (typeof GOAL_STATES)[number] {
  if (isReached(week)) return 'reached'
  const isSchoolDay = schoolDaysOf(of.calendar)
  return daysOfWeek(week.monday).some((day) => day >= today && isSchoolDay(day)) ? 'open' : 'missed'
}
