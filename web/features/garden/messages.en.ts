import type { Fact, Operation } from '../../../domain/fact.ts'
import type { GardenFact, Stage } from '../../../domain/garden.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import type { FactLook } from './fact-look.ts'

const number = new Intl.NumberFormat('en')
const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`
}

/** Who reads: the child whose garden it is, or an adult who looks after the child. */
export type Reader = 'child' | 'adult'

type CellState = Pick<GardenFact, 'stage' | 'ready' | 'needsHelp'>

const READY = 'ready to practice'
const NEEDS_HELP = 'needs help'

const OPERATION_NAMES: Record<Operation, string> = {
  addition: 'Addition',
  subtraction: 'Subtraction',
  multiplication: 'Multiplication',
  division: 'Division',
}

const STAGE_NAMES: Record<Stage, string> = { soil: 'soil', sprout: 'sprout', leaf: 'leaf', flower: 'flower' }

const MEANINGS: Record<Reader, Record<Stage, string>> = {
  child: {
    soil: 'not tried yet',
    sprout: 'you’re learning it',
    leaf: 'you know it',
    flower: 'you know it by heart',
  },
  adult: { soil: 'not tried yet', sprout: 'learning', leaf: 'known', flower: 'known by heart' },
}

const STORIES: Record<Stage, string> = {
  soil: 'This one isn’t planted yet. It will come up in practice.',
  sprout: 'It’s growing! You’re learning this one.',
  leaf: 'You know this one!',
  flower: 'In full bloom! You know this one by heart.',
}

const LOOKS: Record<FactLook, string> = {
  unknown: 'Not tried yet',
  needs_help: 'Needs help',
  learning: 'Learning',
  known: 'Known',
  fluent: 'Known by heart',
}

const LOOK_HINTS: Record<FactLook, string> = {
  needs_help: 'Missed at least 3 of the last 4 times. A picture can help.',
  unknown: 'Will come up in practice.',
  learning: 'Getting there. Every try helps.',
  known: 'Right on different days.',
  fluent: 'Right and quick, without counting.',
}

const TRIES = ['First try', 'Second try', 'Third try'] as const

const times = (value: number): string => (value === 1 ? 'once' : `${number.format(value)} times`)

/** The first attempts of a fact, as a child would tell them. */
function tries(seen: number, right: number): string {
  if (seen === 1) return right === 1 ? 'You tried it once and got it right.' : 'You tried it once.'
  if (right === seen) return `You got it on the first try all ${number.format(seen)} times!`
  if (right === 0) return `You tried it ${times(seen)}. Every try helps.`
  return `You tried it ${times(seen)} and got it on the first try ${times(right)}.`
}

/** When a fact comes next. */
function next(dueIn: number): string {
  if (dueIn === 0) return 'It’s ready for you now.'
  return dueIn === 1 ? 'It comes back tomorrow.' : `It comes back in ${number.format(dueIn)} days.`
}

const written = ({ operation, operand1, operand2 }: Fact): string =>
  `${operand1} ${operationSymbol(operation)} ${operand2}`

/** What stands in the garden, for the child and for the adults who look after it. */
export const gardenMessages = {
  title: 'The garden',
  operations: OPERATION_NAMES,
  choose: 'Which bed would you like to see?',
  knownOf: (known: number, total: number) => `${number.format(known)} of ${number.format(total)} known`,
  bed: (operation: Operation) => `${OPERATION_NAMES[operation]} bed`,
  frame: (place: number, isKeepsake: boolean) => `Frame ${place}${isKeepsake ? ', in full bloom' : ''}`,
  cell: (fact: Fact, { stage, ready, needsHelp }: CellState, reader: Reader) =>
    [
      `${written(fact)}, ${STAGE_NAMES[stage]}: ${MEANINGS[reader][stage]}`,
      ready && READY,
      needsHelp && NEEDS_HELP,
    ]
      .filter(Boolean)
      .join(', '),
  /** A fact in a cell of a frame. */
  short: ({ operation, operand1, operand2 }: Fact) => `${operand1}${operationSymbol(operation)}${operand2}`,
  solved: (fact: Fact) => `${written(fact)} = ${fact.answer}`,
  legend: 'What the plants mean',
  meanings: MEANINGS,
  ready: READY,
  needsHelp: NEEDS_HELP,
  empty: {
    child: 'Nothing has sprouted yet. Answer one problem and your first plant comes up!',
    adult: 'No facts tried yet.',
  } satisfies Record<Reader, string>,
  grown: {
    sprouts: (plants: number) => count(plants, 'sprout', 'sprouts'),
    leaves: (plants: number) => count(plants, 'leaf', 'leaves'),
    flowers: (plants: number) => count(plants, 'flower', 'flowers'),
    keepsakes: (frames: number) => count(frames, 'frame in full bloom', 'frames in full bloom'),
    ready: (plants: number) => `${number.format(plants)} ready to practice`,
  },
  asTable: 'View as table',
  asGarden: 'View as garden',
  story: {
    about: STORIES,
    /** Of a plant that has grown further than what is known at present. */
    comeBack: 'A little practice will bring it back.',
    tries,
    next,
    adult: (right: number, seen: number) =>
      `Right on the first try ${number.format(right)} of ${count(seen, 'time', 'times')}.`,
    adultNext: (dueIn: number) =>
      dueIn === 0 ? 'Due for review now.' : `Due for review in ${count(dueIn, 'day', 'days')}.`,
    close: 'Close',
  },
  answers: {
    title: 'All answers',
    list: 'Newest first',
    none: 'No answers are stored.',
    at: (iso: string) => moment.format(new Date(iso)),
    answered: (answer: number) => `Answered ${number.format(answer)}`,
    right: 'Right',
    notYet: 'Not yet',
    attempt: (attempt: number) => TRIES[attempt - 1] ?? '',
    took: (ms: number) => `${seconds.format(ms / 1000)} s`,
    picture: 'With the picture',
  },
  table: {
    looks: LOOKS,
    lookHints: LOOK_HINTS,
    legend: 'What the shapes mean',
    grid: (operation: Operation) => `All ${OPERATION_NAMES[operation].toLowerCase()} facts`,
    row: (operation: Operation, value: number) =>
      operation === 'division' ? `÷ ${value}` : `${value} ${operationSymbol(operation)}`,
    column: (operation: Operation, value: number) =>
      operation === 'division' ? `= ${value}` : String(value),
    cell: (fact: string, look: FactLook) => `${fact}: ${LOOKS[look]}`,
  },
} as const
