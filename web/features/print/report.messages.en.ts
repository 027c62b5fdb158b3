import type { Fact, Operation } from '../../../domain/fact.ts'
import type { FluencyState } from '../../../domain/learning/states.ts'
import { GAME_TEXTS } from '../../../domain/games.en.ts'
import { SET_NAMES } from '../../../domain/school/set-names.en.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { LOCALE, counted, enumerated, plural } from '../../../domain/words.en.ts'

const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const shortDate = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const STATES: Readonly<Record<FluencyState, string>> = {
  unknown: 'Not tried yet',
  learning: 'Learning',
  known: 'Known',
  fluent: 'Known from memory',
}

const OPERATIONS: Readonly<Record<Operation, string>> = {
  addition: 'Addition',
  subtraction: 'Subtraction',
  multiplication: 'Multiplication',
  division: 'Division',
}

/** The printed report on a child. */
export const reportMessages = {
  title: 'Math facts report',
  period: (className: string, from: string, to: string) =>
    `${className === '' ? '' : `${className} · `}${date.formatRange(dayOf(from), dayOf(to))}`,
  printed: (today: string) => date.format(dayOf(today)),
  knows: 'Knows',
  learning: 'Is learning',
  next: 'Next',
  set: (id: keyof typeof SET_NAMES) => SET_NAMES[id],
  sets: (ids: readonly (keyof typeof SET_NAMES)[], most: number) => {
    const names = ids.slice(0, most).map((id) => SET_NAMES[id])
    return ids.length > most ? `${enumerated(names)} and ${ids.length - most} more` : enumerated(names)
  },
  game: (id: keyof typeof GAME_TEXTS) => GAME_TEXTS[id],
  newest: 'Newest:',
  nothingKnown: 'Nothing yet. A fact counts as known once it was right on different days.',
  nothingLearning: 'Nothing right now.',
  allKnown: 'All sets are known. A little practice keeps them fresh.',
  playIt: 'A game to practice it:',
  needs: 'You need:',
  tooFew: (name: string, days: number) =>
    days === 0
      ? `${name} didn’t practice in this period, so this page shows only what ${name} knows.`
      : `${name} practiced on ${plural(days, { one: '# day', other: '# days' })} in this period, so this page shows only what ${name} knows.`,
  none: 'No facts tried yet.',
  practice: 'Practice',
  practiced: (days: number, minutes: number) =>
    `On ${plural(days, { one: '# day', other: '# days' })}${minutes === 0 ? '' : `, ${plural(minutes, { one: '# minute', other: '# minutes' })} in all`}.`,
  weekdays: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
  rings: {
    practiced: 'practiced',
    missed: 'no practice',
    free: 'free or away',
  },
  ringsLabel: (weeks: readonly { readonly monday: string; readonly practiced: number }[]) =>
    weeks
      .map(
        ({ monday, practiced }) =>
          `Week of ${date.format(dayOf(monday))}: ${plural(practiced, { one: '# day', other: '# days' })}`,
      )
      .join('. '),
  growth: 'Growth',
  growthTable: 'Facts known at the end of each week',
  knownFacts: (facts: number) => `${counted(facts)} known`,
  fluentFacts: (facts: number) => `${counted(facts)} from memory`,
  week: 'Week of',
  weekOf: (monday: string) => shortDate.format(dayOf(monday)),
  operations: OPERATIONS,
  knownOf: (known: number, total: number) => `${counted(known)} of ${counted(total)} known`,
  states: STATES,
  achieved: (name: string) => `What ${name} achieved:`,
  quoted: (sentence: string) => `“${sentence}”`,
  meanings: [
    'Known: right on the first try, on two days or more.',
    'Known from memory (fluent): known, and right without counting.',
  ],
  written: ({ operand1, operand2, operation }: Fact) =>
    `${operand1} ${operationSymbol(operation)} ${operand2}`,
} as const
