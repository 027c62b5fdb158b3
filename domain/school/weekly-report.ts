import { weekOf } from '../calendar.ts'
import { dayIn } from '../day-in-zone.ts'
import { findFact } from '../fact.ts'
import type { GameId } from '../games.ts'
import { daysBefore } from '../practice-day.ts'
import { gameOfWeek } from './game-of-week.ts'
import { nextSet } from './need-order.ts'
import type { AmountKind, Assigned } from './assignment.ts'

/** How many weeks a parent can look back. */
const REPORTED_WEEKS = 8

const MOST = { newFacts: 5, hardFacts: 3 }
/** A fact is hard with at least this many misses, if they are at least half of its first attempts. */
const HARD_MISSES = 2
const MANY_DAYS = 3

/** A first attempt that counts. */
type FirstAttempt = { readonly factId: string; readonly atMs: number; readonly isRight: boolean }

/** What a child's reports follow from. */
export type ChildHistory = {
  /** Of its class or family. */
  readonly zone: string
  /** The days of practice on the child's calendar. */
  readonly practicedDays: readonly string[]
  /** Oldest first. */
  readonly firstAttempts: readonly FirstAttempt[]
  /** The facts that were known once, and the day on which each first was; '' where it is not stored. */
  readonly known: readonly { readonly factId: string; readonly day: string }[]
  /** One per fact, as they are today (`lettersOn`). */
  readonly letters: string
}

/** Something the child did that the report praises. */
export const WEEK_PRAISES = ['kept_at', 'new_facts', 'days', 'right', 'practiced'] as const

/** One week of a child, for its parents. Without points, ranks, minutes and percentages. */
export type WeekReport = {
  readonly monday: string
  readonly hasPracticed: boolean
  /** Days on which it practiced enough for its streak. */
  readonly practicedDays: number
  /** Facts that it knew for the first time, and how many more there are. */
  readonly newFacts: readonly string[]
  readonly moreNewFacts: number
  readonly hardFacts: readonly string[]
  /** Null for a week without practice. `factId` is the fact of `kept_at` and `right`; '' for others. */
  readonly praise: { readonly kind: (typeof WEEK_PRAISES)[number]; readonly factId: string } | null
  readonly game: GameId
}

/** The same for facts that differ only in the order of their operands, such as 7 + 8 and 8 + 7; '' for an unknown fact. */
function turnedKey(id: string): string {
  const fact = findFact(id)
  if (!fact) return ''
  const { operation, operand1, operand2 } = fact
  const isOrdered = operation === 'subtraction' || operation === 'division'
  const operands = isOrdered ? [operand1, operand2] : [operand1, operand2].toSorted((a, b) => a - b)
  return `${operation} ${operands.join(' ')}`
}

/** Without facts that differ from an earlier one only in the order of their operands. */
function withoutTurned(factIds: readonly string[]): string[] {
  const seen = new Set([''])
  return factIds.filter((id) => {
    const key = turnedKey(id)
    return !seen.has(key) && Boolean(seen.add(key))
  })
}

type Asked = { readonly factId: string; misses: number; rights: number; isLastRight: boolean }

/** What was asked, the most missed first. */
function askedFacts(attempts: readonly FirstAttempt[]): readonly Asked[] {
  const asked = new Map<string, Asked>()
  for (const { factId, isRight } of attempts) {
    const fact = asked.get(factId) ?? { factId, misses: 0, rights: 0, isLastRight: false }
    asked.set(factId, fact)
    fact.isLastRight = isRight
    if (isRight) fact.rights += 1
    else fact.misses += 1
  }
  return [...asked.values()].toSorted((one, other) => other.misses - one.misses)
}

const isHard = ({ misses, rights }: Asked): boolean => misses >= HARD_MISSES && misses >= rights

/** What a week is praised for; never a fact that the report calls hard, or the same one turned. */
function praiseOf(asked: readonly Asked[], newFacts: number, practicedDays: number): WeekReport['praise'] {
  if (asked.length === 0) return null
  const hard = new Set(asked.filter(isHard).map(({ factId }) => turnedKey(factId)))
  const gotRight = asked.filter(({ factId, isLastRight }) => isLastRight && !hard.has(turnedKey(factId)))
  const kept = gotRight.find(({ misses }) => misses > 0)
  if (kept) return { kind: 'kept_at', factId: kept.factId }
  if (newFacts > 0) return { kind: 'new_facts', factId: '' }
  if (practicedDays >= MANY_DAYS) return { kind: 'days', factId: '' }
  const right = gotRight.at(-1)
  return right ? { kind: 'right', factId: right.factId } : { kind: 'practiced', factId: '' }
}

/** The report of the week that begins on this Monday, on the child's calendar. */
export function weekReport(history: ChildHistory, monday: string): WeekReport {
  const { zone, practicedDays, firstAttempts, known, letters } = history
  const sunday = daysBefore(monday, -6)
  const isWithin = (day: string): boolean => day >= monday && day <= sunday
  const attempts = firstAttempts.filter(({ atMs }) => isWithin(dayIn(zone, atMs)))
  const asked = askedFacts(attempts)
  const newFacts = withoutTurned(known.filter(({ day }) => isWithin(day)).map(({ factId }) => factId))
  const days = practicedDays.filter(isWithin).length
  return {
    monday,
    hasPracticed: attempts.length > 0 || days > 0,
    practicedDays: days,
    newFacts: newFacts.slice(0, MOST.newFacts),
    moreNewFacts: Math.max(0, newFacts.length - MOST.newFacts),
    // A fact whose turned one is known now is not named as hard beside it.
    hardFacts: withoutTurned([...newFacts, ...asked.filter(isHard).map(({ factId }) => factId)]).slice(
      newFacts.length,
      newFacts.length + MOST.hardFacts,
    ),
    praise: praiseOf(asked, newFacts.length, days),
    game: gameOfWeek(nextSet(letters), monday),
  }
}

/** The Mondays of the weeks that a parent can look at, this one first. */
export function reportedMondays(today: string): readonly string[] {
  const monday = weekOf(today)
  return Array.from({ length: REPORTED_WEEKS }, (_, place) => daysBefore(monday, 7 * place))
}

/** Practice that is assigned for the next days. */
export type NextAssignment = {
  readonly assigned: Assigned
  readonly amountKind: AmountKind
  readonly amount: number
  readonly dueDay: string
}
