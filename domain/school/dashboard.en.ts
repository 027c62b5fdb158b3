import { factAt } from '../learning/memory.ts'
import { factName } from './assigned-names.en.ts'
import type { Dashboard, DashboardChild } from './dashboard.ts'
import type { Group } from './groups.ts'
import { SET_NAMES } from './set-names.en.ts'
import { listed, plural } from '../words.en.ts'

const WEEK = 7
const OFTEN = 3
const MAX_NAMES = 5

const childCount = (count: number): string => plural(count, { one: '# child', other: '# children' })

/** On how many of the 14 days shown a child practiced; with indexes, from day `from` up to but not including day `to`. */
export function practicedDays({ rings }: Pick<DashboardChild, 'rings'>, from = 0, to = 2 * WEEK): number {
  return Array.from(rings.slice(from, to)).filter((ring) => ring === 'p').length
}

type Practiced = Pick<Dashboard, 'children' | 'schoolDays' | 'days' | 'today'>

/** How many practiced on three days of the week that begins on day `from`. */
function oftenWords(children: readonly DashboardChild[], from: number): string {
  const often = children.filter((child) => practicedDays(child, from, from + WEEK) >= OFTEN).length
  return `${often} of ${children.length}`
}

/** Who has not practiced this week. Children who were free or away on every day of it so far are left out. */
function notYet({ children, days, today }: Practiced): readonly string[] {
  const soFar = days.indexOf(today) + 1
  return children
    .filter((child) => practicedDays(child, WEEK) === 0 && /[of]/.test(child.rings.slice(WEEK, soFar)))
    .map(({ name }) => name)
}

/**
 * A sentence or two for a teacher: how many children practiced often, last week while this one has not had three school days,
 * and who has not yet this week (by name if they are few).
 */
export function practiceSentences(dashboard: Practiced): readonly string[] {
  const { children, schoolDays } = dashboard
  const isThisWeek = schoolDays >= OFTEN
  const often = oftenWords(children, isThisWeek ? WEEK : 0)
  const names = notYet(dashboard)
  const practiced = children.filter((child) => practicedDays(child, WEEK) > 0).length
  if (names.length === 0 && practiced > 0) {
    const everyone = practiced === children.length ? 'Everyone' : 'Everyone who wasn’t away'
    return isThisWeek
      ? [`${everyone} has practiced this week, ${often} on 3 or more days.`]
      : [`${often} practiced on 3 or more days last week.`, `${everyone} has practiced this week.`]
  }
  return [
    `${often} practiced on 3 or more days ${isThisWeek ? 'this week' : 'last week'}.`,
    names.length === 0
      ? 'No school days yet this week.'
      : `Not yet this week: ${names.length <= MAX_NAMES ? listed(names) : childCount(names.length)}.`,
  ]
}

/** A group's children and its fact set. */
export function groupHeading({ set }: Pick<Group, 'set'>, names: readonly string[]): string {
  return `${listed(names)}: ${SET_NAMES[set]}`
}

/** The fact that is hard for most of a group; '' if none is. */
export function hardSentence({ fact: number, hardFor, studentIds }: Group): string {
  const fact = factAt(number)
  if (!fact || hardFor === 0) return ''
  const all = studentIds.length
  if (all === 1) return `${factName(fact.id)} is hard.`
  const whom = hardFor === all ? (all === 2 ? 'both' : `all ${all}`) : `${hardFor} of ${all}`
  return `${factName(fact.id)} is hard for ${whom}.`
}
