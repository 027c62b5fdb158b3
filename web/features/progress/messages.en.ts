import type { Operation } from '../../../domain/fact.ts'
import type { FactLook } from './fact-look.ts'
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
  known: 'Right many times, on different days.',
  fluent: 'Right and quick, without counting.',
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
  stale: 'You’re offline, so these numbers may be old.',
  streak: {
    title: 'Days in a row',
    days: (days: number) => count(days, 'day', 'days'),
    cheer: (days: number, today: boolean) => {
      if (today) return days === 1 ? 'Good start!' : 'Practiced today. Nice work!'
      return days === 0 ? 'Practice today to start a new streak.' : 'Practice today to keep it going.'
    },
    longest: (longest: number, days: number) =>
      `Longest streak: ${count(longest, 'day', 'days')}. Practiced ${count(days, 'day', 'days')} in all.`,
    frame: (days: number) => `Practiced on ${number.format(days)} of the last 10 days`,
    lastTen: 'The last 10 days',
  },
  minutes: {
    title: 'This week',
    of: minutes,
    all: (all: number, sessions: number, points: number) =>
      `All time: ${minutes(all)}, ${count(sessions, 'session', 'sessions')}, ${count(points, 'point', 'points')}.`,
    chart: (days: number) => `Minutes each day: practiced on ${number.format(days)} of the last 30 days`,
    lastThirty: 'The last 30 days',
  },
  facts: {
    title: 'Facts',
    choose: 'What would you like to see?',
    looks: LOOKS,
    lookHints: LOOK_HINTS,
    operations: OPERATION_NAMES,
    knownOf: (known: number, total: number) => `${number.format(known)} of ${number.format(total)} known`,
    legend: 'What the shapes mean',
    grid: (operation: Operation) => `All ${OPERATION_NAMES[operation].toLowerCase()} facts`,
    hint: 'Pick a fact to see how it went.',
    row: (operation: Operation, value: number) =>
      operation === 'division' ? `÷ ${value}` : `${value} ${operationSymbol(operation)}`,
    column: (operation: Operation, value: number) =>
      operation === 'division' ? `= ${value}` : String(value),
    cell: (fact: string, look: FactLook) => `${fact}: ${LOOKS[look]}`,
  },
  fact: (operation: Operation, operand1: number, operand2: number, answer: number) =>
    `${operand1} ${operationSymbol(operation)} ${operand2} = ${answer}`,
  history: {
    firstTries: (right: number, seen: number) =>
      `Right on the first try ${number.format(right)} of ${count(seen, 'time', 'times')}.`,
    attempts: 'Newest first',
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
