import { ASSIGNED_PREFIX, factsOfCategory } from '../category.ts'
import { allFacts, OPERATIONS, type Operation } from '../fact.ts'
import type { LeagueId } from '../league.ts'
import { factAt, numberOf, type LearningMemory } from '../learning/memory.ts'
import { fluencyOf } from '../learning/states.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import { teachingOrder } from './teaching-order.ts'
import { firstOpenSet } from './open-set.ts'

/** What is assigned: what each child needs, a league, up to three fact sets, or single facts. */
export type Assigned =
  | { readonly kind: 'needs'; readonly operations: readonly Operation[] }
  | { readonly kind: 'league'; readonly league: LeagueId }
  | { readonly kind: 'sets'; readonly sets: readonly FactSetId[] }
  | { readonly kind: 'facts'; readonly facts: readonly string[] }

export type AmountKind = 'problems' | 'minutes'

/** The least and the most that can be assigned. */
export const AMOUNTS: Readonly<Record<AmountKind, { readonly min: number; readonly max: number }>> = {
  problems: { min: 5, max: 100 },
  minutes: { min: 2, max: 15 },
}
/** How far ahead it can begin, and the most days from the first to the due day, and to the last of what repeats weekly. */
export const MAX_DAYS = { ahead: 400, window: 62, repeating: 400 }
export const MAX_ASSIGNED_SETS = 3
export const MAX_ASSIGNED_FACTS = 30

/** From this share of fluent facts on, a child already knows what is assigned. */
const KNOWS_SHARE = 0.9
/** What a child who already knows it has to do. */
const AMOUNT_IF_KNOWN: Readonly<Record<AmountKind, number>> = { problems: 10, minutes: 2 }
/** An assignment is too hard with fewer right than this share of the first ten first attempts. */
const TOO_HARD = { rightShare: 0.4, of: 10 }

const ascending = (numbers: Iterable<number>): readonly number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

/** The assigned facts, as ascending fact numbers. */
export function factsOfAssigned(assigned: Assigned): readonly number[] {
  switch (assigned.kind) {
    case 'needs':
      return ascending(assigned.operations.flatMap(allFacts).map(({ id }) => numberOf(id)))
    case 'league':
      return ascending(factsOfCategory(assigned.league).map(({ id }) => numberOf(id)))
    case 'sets':
      return ascending(assigned.sets.flatMap(factsOfSet))
    case 'facts':
      return ascending(assigned.facts.map(numberOf))
  }
}

const operationsOf = (numbers: readonly number[]): readonly Operation[] =>
  OPERATIONS.filter((operation) => numbers.some((number) => factAt(number)?.operation === operation))

/** Whether a child already knows what is assigned; never for what each child needs. */
export function knowsAssigned(memory: Pick<LearningMemory, 'facts'>, assigned: Assigned): boolean {
  if (assigned.kind === 'needs') return false
  const numbers = factsOfAssigned(assigned)
  const fluent = numbers.filter((number) => fluencyOf(memory.facts[number] ?? null) === 'fluent')
  return fluent.length >= numbers.length * KNOWS_SHARE
}

/** How much one child has to do. */
export function amountFor(kind: AmountKind, count: number, child: { knows: boolean }): number {
  return child.knows ? Math.min(count, AMOUNT_IF_KNOWN[kind]) : count
}

/** Whether an assignment is too hard, by the results of a child's first attempts, oldest first. */
export function isTooHard(firsts: readonly boolean[]): boolean {
  const first = firsts.slice(0, TOO_HARD.of)
  return first.length === TOO_HARD.of && first.filter(Boolean).length < TOO_HARD.of * TOO_HARD.rightShare
}

/** The set that is taught before what is assigned of an operation. */
function setBefore(operation: Operation, assigned: Assigned): FactSetId | undefined {
  const order = teachingOrder(operation)
  const numbers = factsOfAssigned(assigned)
  const place = order.findIndex((id) =>
    assigned.kind === 'sets'
      ? assigned.sets.includes(id)
      : factsOfSet(id).some((number) => numbers.includes(number)),
  )
  return order[Math.max(0, place - 1)]
}

/**
 * The facts that a child practices: the assigned ones; with those of the next open set if it already knows them, and those of the
 * set before if they are too hard.
 */
export function factsToPractice(
  assigned: Assigned,
  memory: Pick<LearningMemory, 'facts'>,
  child: { readonly knows: boolean; readonly isTooHard: boolean },
): readonly number[] {
  const numbers = factsOfAssigned(assigned)
  const more = operationsOf(numbers).flatMap((operation) => [
    child.knows ? firstOpenSet(memory, operation) : null,
    child.isTooHard ? (setBefore(operation, assigned) ?? null) : null,
  ])
  return ascending([...numbers, ...more.flatMap((id) => (id === null ? [] : factsOfSet(id)))])
}

/** Whether a session's time counts for an assignment: it was started from its card, or all of its facts are assigned. */
export function countsTime(id: string, numbers: readonly number[], sessionType: string): boolean {
  if (sessionType.startsWith(ASSIGNED_PREFIX)) return sessionType === ASSIGNED_PREFIX + id
  return factsOfCategory(sessionType).every((fact) => numbers.includes(numberOf(fact.id)))
}
