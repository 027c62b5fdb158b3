import { daysOfWeek, schoolDaysOf, type Calendar } from '../calendar.ts'

/** Smaller classes would show who has not practiced. */
const MIN_CHILDREN = 3

type Member = {
  readonly id: string
  readonly calendar: Calendar
  /** Days of practice. */
  readonly days: readonly string[]
}

/**
 * The children of a class who practiced in the week that begins on this Monday, if everybody did who was not away; else nobody.
 * A child without a school day in the week was away.
 */
export function everybodyPracticed(members: readonly Member[], monday: string): readonly string[] {
  const week = daysOfWeek(monday)
  const practiced = members.filter(({ days }) => week.some((day) => days.includes(day)))
  const isAway = ({ calendar }: Member): boolean => !week.some(schoolDaysOf(calendar))
  const isComplete = members.every((member) => practiced.includes(member) || isAway(member))
  return isComplete && members.length >= MIN_CHILDREN ? practiced.map(({ id }) => id) : []
}
