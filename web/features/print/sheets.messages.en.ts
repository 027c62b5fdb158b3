import type { Fact } from '../../../domain/fact.ts'
import { GAME_TIPS } from '../../../domain/games.en.ts'
import { factAt } from '../../../domain/learning/memory.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { SET_NAMES } from '../../../domain/school/set-names.en.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { LOCALE } from '../../../domain/words.en.ts'

const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

const written = ({ operand1, operand2, operation }: Fact): string =>
  `${operand1} ${operationSymbol(operation)} ${operand2}`

const ALL: Readonly<Partial<Record<FactSetId, string>>> = {
  add_all: 'addition',
  sub_all: 'subtraction',
  mul_all: 'multiplication',
  div_all: 'division',
}

function knows(set: FactSetId): string {
  const all = ALL[set]
  const facts = factsOfSet(set)
  if (all !== undefined) return `knows all ${facts.length} ${all} facts.`
  const example = factAt(facts.at(-1) ?? -1)
  const such = example ? `, such as ${written(example)} = ${example.answer}` : ''
  return `knows every fact in “${SET_NAMES[set]}”${such}.`
}

/** Practice and group sheets, and certificates. */
export const sheetMessages = {
  on: (day: string) => date.format(Date.parse(`${day}T00:00:00Z`)),
  set: (id: FactSetId) => SET_NAMES[id],
  equation: (fact: Fact) => `${written(fact)} =`,
  solved: (fact: Fact) => `${written(fact)} = ${fact.answer}`,
  picture: (fact: Fact) => `A picture of ${written(fact)}`,
  practice: {
    title: 'Practice sheet',
    lead: 'Take your time. The pictures can help.',
    key: 'Answer key',
    keyLead: 'For the teacher',
  },
  group: {
    title: 'Group sheet',
    chooseSet: 'Facts to teach',
    lead: 'Look at the pictures together, and say how you see them.',
    game: 'To finish, a game:',
    needs: 'You need:',
    together: 'For ten minutes together',
  },
  certificate: {
    title: 'Certificate',
    knows,
    date: 'Date',
    signed: 'Signed',
    back: (name: string) => `A game to play at home, for ${name} and the family`,
    tips: GAME_TIPS,
    needs: 'You need:',
    play: 'How to play:',
    easier: 'Easier:',
    harder: 'Harder:',
    which: 'Choose which to print',
    onlyNew: 'Only certificates not printed on this device yet',
    none: 'No certificates yet. A child gets one for knowing every fact in a set.',
    noneNew: 'All certificates were printed on this device. Turn off the switch to print them again.',
  },
} as const
