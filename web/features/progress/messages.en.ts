import type { Operation } from '../../../domain/fact.ts'
import type { FluencyState } from '../../../domain/fluency.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'

const number = new Intl.NumberFormat('en')
const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`
}

function minutes(ofSeconds: number): string {
  if (ofSeconds > 0 && ofSeconds < 60) return 'less than 1 minute'
  return count(Math.floor(ofSeconds / 60), 'minute', 'minutes')
}

const STATES: Record<FluencyState, string> = {
  unknown: 'Not tried yet',
  learning: 'Learning',
  known: 'Known',
  fluent: 'Known by heart',
}

const STATE_HINTS: Record<FluencyState, string> = {
  unknown: 'It comes up when this is practiced.',
  learning: 'On the way. Each try helps.',
  known: 'Right again and again, on different days.',
  fluent: 'Right, and quick: it comes by itself.',
}

const OPERATION_NAMES: Record<Operation, string> = {
  addition: 'Addition',
  subtraction: 'Subtraction',
  multiplication: 'Multiplication',
  division: 'Division',
}

const TRIES = ['First try', 'Second try', 'Third try'] as const

/** What stands on a child's progress, for the child and for the adults who look after it. */
export const progressMessages = {
  stale: 'This is from a moment ago. New numbers come when the connection is back.',
  streak: {
    title: 'Days in a row',
    days: (days: number) => count(days, 'day', 'days'),
    cheer: (days: number, today: boolean) => {
      if (today) return days === 1 ? 'A good start!' : 'Today is done. Well done!'
      return days === 0 ? 'A round today starts a new streak.' : 'A round today makes it longer.'
    },
    longest: (longest: number, days: number) =>
      `Longest streak: ${count(longest, 'day', 'days')}. In all: ${count(days, 'day', 'days')} of practice.`,
    frame: (days: number) => `Practice on ${number.format(days)} of the last 10 days`,
    lastTen: 'The last 10 days',
  },
  minutes: {
    title: 'This week',
    of: minutes,
    all: (all: number, rounds: number, points: number) =>
      `In all: ${minutes(all)}, ${count(rounds, 'round', 'rounds')}, ${count(points, 'point', 'points')}.`,
    chart: (days: number) => `Minutes by day: practice on ${number.format(days)} of the last 30 days`,
    lastThirty: 'The last 30 days',
  },
  facts: {
    title: 'Facts',
    choose: 'What do you want to look at?',
    states: STATES,
    stateHints: STATE_HINTS,
    operations: OPERATION_NAMES,
    knownOf: (known: number, total: number) => `${number.format(known)} of ${number.format(total)} known`,
    legend: 'What the signs say',
    grid: (operation: Operation) => `${OPERATION_NAMES[operation]}: all facts`,
    hint: 'Press a fact to see how it went.',
    row: (operation: Operation, value: number) =>
      operation === 'division' ? `÷ ${value}` : `${value} ${operationSymbol(operation)}`,
    column: (operation: Operation, value: number) =>
      operation === 'division' ? `= ${value}` : String(value),
    cell: (fact: string, state: FluencyState) => `${fact}: ${STATES[state]}`,
  },
  fact: (operation: Operation, operand1: number, operand2: number, answer: number) =>
    `${operand1} ${operationSymbol(operation)} ${operand2} = ${answer}`,
  history: {
    firstTries: (right: number, seen: number) =>
      `Right at the first try ${number.format(right)} of ${count(seen, 'time', 'times')}.`,
    attempts: 'The newest first',
    at: (iso: string) => moment.format(new Date(iso)),
    answered: (answer: number) => `Answered ${number.format(answer)}`,
    right: 'Right',
    notYet: 'Not yet',
    attempt: (attempt: number) => TRIES[attempt - 1] ?? '',
    took: (ms: number) => `${seconds.format(ms / 1000)} s`,
    picture: 'With the picture',
    close: 'Close',
  },
} as const
