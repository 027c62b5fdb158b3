import { findFact, type Operation } from '../fact.ts'
import { LEAGUE_NAMES } from '../league-names.en.ts'
import type { Assigned } from './assignment.ts'
import { SET_NAMES } from './set-names.en.ts'
import { LOCALE, enumerated } from '../words.en.ts'

const SIGNS: Readonly<Record<Operation, string>> = {
  addition: '+',
  subtraction: '−',
  multiplication: '×',
  division: '÷',
}

/** A fact as a problem, such as "7 + 8", on one line. */
export function factName(id: string): string {
  const fact = findFact(id)
  return fact ? `${fact.operand1}\u00a0${SIGNS[fact.operation]}\u00a0${fact.operand2}` : id
}

const SHOWN_FACTS = 2

/** What is assigned, in a few words. `needs` says what each child needs; without it, as teachers read it. */
export function assignedName(assigned: Assigned, needs = 'What each child needs'): string {
  switch (assigned.kind) {
    case 'needs':
      return needs
    case 'league':
      return LEAGUE_NAMES[assigned.league]
    case 'sets':
      return enumerated(assigned.sets.map((id) => SET_NAMES[id]))
    case 'facts': {
      const names = assigned.facts.slice(0, SHOWN_FACTS).map(factName)
      const more = assigned.facts.length - names.length
      return more > 0 ? `${enumerated(names)} and ${more} more` : enumerated(names)
    }
  }
}

const DAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })
const DATE = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** "Friday" within a week, else "Fri, Mar 13". */
export function dayName(day: string, today: string): string {
  const [at, now] = [Date.parse(day), Date.parse(today)]
  if (at === now) return 'today'
  if (at - now === DAY_MS) return 'tomorrow'
  return at > now && at - now < WEEK_MS ? DAY.format(at) : DATE.format(at)
}
