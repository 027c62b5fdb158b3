import type { Fact, Operation } from '../../../domain/fact.ts'
import type { GardenFact, Stage } from '../../../domain/garden.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { OPERATION_NAMES } from '../../ui/bed-picture.messages.en.ts'
import type { FactLook } from './fact-look.ts'
import { LOCALE, counted, plural } from '../../../domain/words.en.ts'

const seconds = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

/** The reader: the child whose garden it is, or an adult who looks after the child. */
export type Reader = 'child' | 'adult'

type CellState = Pick<GardenFact, 'stage' | 'ready' | 'needsHelp'>

const READY = 'ready to practice'
const NEEDS_HELP = 'needs help'

const STAGE_NAMES: Record<Stage, string> = { soil: 'soil', sprout: 'sprout', leaf: 'leaf', flower: 'flower' }

const MEANINGS: Record<Reader, Record<Stage, string>> = {
  child: {
    soil: 'not tried yet',
    sprout: 'you’re learning it',
    leaf: 'you know it',
    flower: 'you know it by heart',
  },
  adult: { soil: 'not tried yet', sprout: 'learning', leaf: 'known', flower: 'known from memory' },
}

const STORIES: Record<Stage, string> = {
  soil: 'Not planted yet. You’ll meet it soon.',
  sprout: 'It’s growing! You’re learning this one.',
  leaf: 'You know this one!',
  flower: 'In full bloom! You know this one by heart.',
}

const LOOKS: Record<FactLook, string> = {
  unknown: 'Not tried yet',
  needs_help: 'Needs help',
  learning: 'Learning',
  known: 'Known',
  fluent: 'Known from memory',
}

const LOOK_HINTS: Record<FactLook, string> = {
  needs_help: 'Missed at least 3 of the last 4 times. A picture can help.',
  unknown: 'Will come up in practice.',
  learning: 'Getting there. Every try helps.',
  known: 'Right on different days.',
  fluent: 'Right and quick, without counting.',
}

const TRIES = ['First try', 'Second try', 'Third try'] as const

const times = (value: number): string => plural(value, { one: 'once', other: '# times' })

/** How often the first attempt at a fact was right, in words for a child. */
function tries(seen: number, right: number): string {
  if (seen === 1) return right === 1 ? 'You tried it once and got it right.' : 'You tried it once.'
  if (right === seen) return `You got it on the first try all ${counted(seen)} times!`
  if (right === 0) return `You tried it ${times(seen)}. Every try helps.`
  return `You tried it ${times(seen)} and got it on the first try ${times(right)}.`
}

/** When a fact is asked next. `dueIn` is in days. */
function next(dueIn: number): string {
  if (dueIn === 0) return 'It’s ready for you now.'
  return plural(dueIn, { one: 'It comes back tomorrow.', other: 'It comes back in # days.' })
}

const written = ({ operation, operand1, operand2 }: Fact): string =>
  `${operand1} ${operationSymbol(operation)} ${operand2}`

/** Text of the garden, for the child and for the adults who look after the child. */
export const gardenMessages = {
  title: 'The garden',
  operations: OPERATION_NAMES,
  choose: 'Which bed would you like to see?',
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
    sprouts: (plants: number) => plural(plants, { one: '# sprout', other: '# sprouts' }),
    leaves: (plants: number) => plural(plants, { one: '# leaf', other: '# leaves' }),
    flowers: (plants: number) => plural(plants, { one: '# flower', other: '# flowers' }),
    keepsakes: (frames: number) =>
      plural(frames, { one: '# frame in full bloom', other: '# frames in full bloom' }),
    ready: (plants: number) => `${counted(plants)} ready to practice`,
  },
  allFrames: (count: number) => `Show all ${counted(count)} frames`,
  onlyGrown: 'Show fewer frames',
  asTable: 'View as table',
  asGarden: 'View as garden',
  story: {
    about: STORIES,
    /** For a plant whose best stage is above the child's present knowledge. */
    comeBack: 'A little practice will bring it back.',
    /** Of a plant that grew before the child signed in. */
    brought: {
      child: 'You grew this one before you signed in.',
      adult: 'Grown before signing in. Not asked since.',
    } satisfies Record<Reader, string>,
    tries,
    next,
    adult: (right: number, seen: number) =>
      `Right on the first try ${counted(right)} of ${plural(seen, { one: '# time', other: '# times' })}.`,
    adultNext: (dueIn: number) =>
      dueIn === 0
        ? 'Due for review now.'
        : `Due for review in ${plural(dueIn, { one: '# day', other: '# days' })}.`,
    close: 'Close',
  },
  answers: {
    title: 'All answers',
    list: 'Newest first',
    none: 'No answers are stored.',
    at: (iso: string) => moment.format(new Date(iso)),
    answered: (answer: number) => `Answered ${counted(answer)}`,
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
