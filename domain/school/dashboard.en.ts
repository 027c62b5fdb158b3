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

/** How many practiced on three days: this week, or last week while this one has not had three school days. */
function oftenSentence({ children, schoolDays }: Practiced): string {
  const isThisWeek = schoolDays >= OFTEN
  const [from, to] = isThisWeek ? [WEEK, 2 * WEEK] : [0, WEEK]
  const often = children.filter((child) => practicedDays(child, from, to) >= OFTEN).length
  const week = isThisWeek ? 'this week' : 'last week'
  return `${often} of ${children.length} practiced on 3 or more days ${week}.`
}

/** Children who were free or away on every day of this week so far are left out. */
function notYetSentence({ children, days, today }: Practiced): string {
  const soFar = days.indexOf(today) + 1
  const names = children
    .filter((child) => practicedDays(child, WEEK) === 0 && /[of]/.test(child.rings.slice(WEEK, soFar)))
    .map(({ name }) => name)
  if (names.length === 0) {
    const practiced = children.filter((child) => practicedDays(child, WEEK) > 0).length
    if (practiced === children.length) return 'Everyone has practiced this week.'
    return practiced === 0
      ? 'No school days yet this week.'
      : 'Everyone who wasn’t away has practiced this week.'
  }
  return `Not yet this week: ${names.length <= MAX_NAMES ? listed(names) : childCount(names.length)}.`
}

/** Two sentences for a teacher: how many children practiced often, and who has not yet (by name if they are few). */
export function practiceSentences(dashboard: Practiced): readonly string[] {
  return [oftenSentence(dashboard), notYetSentence(dashboard)]
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
