import { operationsOfCategory } from '../category.ts'
import { splitEvenly, type Random } from '../fact-selection.ts'
import type { Fact, Operation } from '../fact.ts'
import { DIFFICULTIES, PARTNERS, RELATIVES } from './difficulty.ts'
import {
  FACTS,
  factAt,
  numberOf,
  shownBy,
  type DayNumber,
  type FactMemory,
  type LearningMemory,
} from './memory.ts'
import { KNOWN_LEVEL } from './states.ts'
import { chanceKnown, intervalOf, isDue } from './update.ts'

/** Why a fact is asked. */
export const REASONS = ['easy', 'missed', 'review', 'learning', 'new', 'again'] as const

export type Reason = (typeof REASONS)[number]

export type Choice = { readonly fact: Fact; readonly reason: Reason }

/** A finished problem of this session: whether its first attempt was right, and why it was asked. */
export type AskedProblem = { readonly factId: string; readonly correct: boolean; readonly reason?: Reason }

/** Fact numbers by operation. */
export type FactNumbers = ReadonlyMap<Operation, readonly number[]>

/** How a session's problems differ from the engine's usual choice. */
export type Leaning = {
  /** Problems of each operation in the whole session; without it, an even split. */
  readonly shares?: ReadonlyMap<Operation, number>
  /** Whether a new fact comes before those that are due, or only if there is no other. */
  readonly newFacts?: 'first' | 'last'
  /** The chance of knowing a new fact near which it is chosen. */
  readonly edge?: number
  /** Only these facts are asked, by operation; at least one. */
  readonly only?: FactNumbers
}

type ChoiceInput = {
  readonly memory: LearningMemory
  readonly category: string
  /** Problems in the whole session, for the even split over operations. */
  readonly count: number
  readonly asked: readonly AskedProblem[]
  /** Without it, the usual rules. */
  readonly leaning?: Leaning
  readonly day: DayNumber
  readonly random: Random
}

/** A fact does not return within this many problems if the set is large enough. */
const APART = 3
/** This many misses among the last problems call for something easy. */
const MISSES = { many: 2, of: 4 }
/** How often a missed fact comes back in a session. */
const MAX_RETURNS = 2
/** The edge of what a child knows: new facts are chosen so that the chance of knowing them is near this. */
const EDGE = 0.45
/** New facts are easier than that for a child of whom little is known, so that it starts with success. */
export const KIND_EDGE = 0.75
/** So many first encounters with facts of an operation tell where its edge is. */
const MIN_MET = 5
/**
 * Every so many problems, a new fact that the child likely knows comes before those being learned, which are due every day and
 * would leave little room for it. It takes a few seconds.
 */
const LIKELY_KNOWN = { every: 25, chance: 0.65 }
/** No more new facts on a day on which this many turned out to be unknown. */
const MAX_UNKNOWN_A_DAY = 30
/** Sorts facts asked today, and easy ones that are not due, behind all others of the same rule. */
const LAST = 1_000_000
/** How what is known about related facts changes the chance that an unseen fact is known, as log-odds. */
const PARTNER = { known: 2, learning: -1 }
const RELATIVE = { known: 0.7, learning: -0.4 }

const NUMBERS_OF: Readonly<Record<Operation, readonly number[]>> = {
  addition: numbersOf('addition'),
  subtraction: numbersOf('subtraction'),
  multiplication: numbersOf('multiplication'),
  division: numbersOf('division'),
}

function numbersFor(operation: Operation, leaning?: Leaning): readonly number[] {
  return leaning?.only?.get(operation) ?? NUMBERS_OF[operation]
}

function numbersOf(operation: Operation): number[] {
  return FACTS.flatMap((fact, number) => (fact.operation === operation ? [number] : []))
}

/** The evidence of related facts about an unseen fact, as log-odds. */
function relativesBonus({ facts }: LearningMemory, number: number): number {
  const partner = shownBy(facts[PARTNERS[number] ?? -1])
  let bonus = 0
  if (partner) bonus += partner.level >= KNOWN_LEVEL ? PARTNER.known : PARTNER.learning
  for (const relative of RELATIVES[number] ?? []) {
    const known = shownBy(facts[relative])
    if (known) bonus += known.level >= KNOWN_LEVEL ? RELATIVE.known : RELATIVE.learning
  }
  return bonus
}

/** The number with the lowest score so far; of equals, the first. */
class Best {
  number = -1
  #score = Infinity

  offer(number: number, score: number): void {
    if (score >= this.#score) return
    this.#score = score
    this.number = number
  }
}

/** The best candidates of an operation for each rule, found in one pass. */
class Candidates {
  readonly easy = new Best()
  readonly review = new Best()
  readonly learning = new Best()
  readonly fresh = new Best()
  /** The new fact least likely to be known, of those that are likely known. */
  readonly likelyKnown = new Best()
  readonly oldest = new Best()
  readonly oldestLearning = new Best()
  hasLearning = false
  readonly #edge: number

  /** Leaves out facts asked within the last `apart` problems. */
  constructor(input: ChoiceInput, operation: Operation, start: number, apart: number) {
    const { memory, asked, day, leaning } = input
    const numbers = numbersFor(operation, leaning)
    const latest = new Set(apart === 0 ? [] : asked.slice(-apart).map(({ factId }) => numberOf(factId)))
    const { ability, met } = memory.abilities[operation]
    this.#edge = leaning?.edge ?? (met < MIN_MET ? KIND_EDGE : EDGE)
    const from = Math.floor(start * numbers.length)
    for (let step = 0; step < numbers.length; step += 1) {
      const number = numbers[(from + step) % numbers.length] ?? 0
      const asked = memory.facts[number] ?? null
      const known = shownBy(asked)
      if (known && known.level < KNOWN_LEVEL) this.hasLearning = true
      if (latest.has(number) || (asked && memory.problems - asked.at < apart)) continue
      if (known) this.#offerKnown(memory, number, known, day)
      else if (asked?.last === day) this.oldest.offer(number, asked.at)
      else this.#offerNew(memory, number, ability)
    }
  }

  #offerNew(memory: LearningMemory, number: number, ability: number): void {
    const chance = chanceKnown(ability, DIFFICULTIES[number] ?? 0, relativesBonus(memory, number))
    this.fresh.offer(number, Math.abs(chance - this.#edge))
    if (chance >= LIKELY_KNOWN.chance) this.likelyKnown.offer(number, chance)
  }

  #offerKnown(memory: LearningMemory, number: number, known: FactMemory, day: DayNumber): void {
    const { level, due, at, last } = known
    const late = last === day ? LAST : 0
    const isReady = isDue(known, day)
    this.oldest.offer(number, at)
    if (level < KNOWN_LEVEL) this.oldestLearning.offer(number, at)
    else this.easy.offer(number, isReady ? at : at + LAST)
    // After 7 + 8, 8 + 7 waits for another day.
    if (!isReady || memory.facts[PARTNERS[number] ?? -1]?.last === day) return
    if (level < KNOWN_LEVEL) {
      this.learning.offer(number, late - level)
      return
    }
    const overdue = Math.max(0, day - due + 1) / intervalOf(level)
    this.review.offer(number, late - overdue)
  }
}

/**
 * Of the facts that were wrong when last asked in this session and have had three others since, the one missed longest ago; -1
 * for none. A fact comes back at most twice in a session.
 */
function missedEarlier(asked: readonly AskedProblem[], isAllowed: (number: number) => boolean): number {
  const times = new Map<string, number>()
  for (const { factId, reason } of asked) {
    if (reason === 'missed') times.set(factId, (times.get(factId) ?? 0) + 1)
  }
  const seen = new Set<string>()
  let missed = -1
  for (let place = asked.length - 1; place >= 0; place -= 1) {
    const problem = asked[place]
    if (!problem || seen.has(problem.factId)) continue
    seen.add(problem.factId)
    const number = numberOf(problem.factId)
    const isTired = (times.get(problem.factId) ?? 0) >= MAX_RETURNS
    if (!problem.correct && !isTired && asked.length - place > APART && isAllowed(number)) missed = number
  }
  return missed
}

/** How many problems of each operation are left in this session. */
function sharesLeft({ category, count, asked, leaning }: ChoiceInput): Map<Operation, number> {
  const operations = leaning?.only ? [...leaning.only.keys()] : operationsOfCategory(category)
  const shares = leaning?.shares ?? splitEvenly(Math.max(count, asked.length + 1), operations)
  const left = new Map(shares)
  for (const { factId } of asked) {
    const operation = factAt(numberOf(factId))?.operation
    if (operation) left.set(operation, (left.get(operation) ?? 0) - 1)
  }
  for (const [operation, share] of left) if (share <= 0) left.delete(operation)
  return left
}

function drawn(shares: ReadonlyMap<Operation, number>, at: number): Operation {
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0)
  let rest = at * all
  for (const [operation, share] of shares) {
    rest -= share
    if (rest < 0) return operation
  }
  return [...shares.keys()][0] ?? 'addition'
}

function needsEase(asked: readonly AskedProblem[]): boolean {
  return asked.slice(-MISSES.of).filter(({ correct }) => !correct).length >= MISSES.many
}

function mayReview(asked: readonly AskedProblem[], hasLearning: boolean): boolean {
  return !hasLearning || !asked.slice(-2).some(({ reason }) => reason === 'review')
}

/** Applies the rules in order; the first that has a fact wins. */
function byRules(input: ChoiceInput, found: Candidates): readonly [number, Reason] | null {
  const { memory, asked, day, leaning } = input
  const { easy, review, learning, fresh, likelyKnown, oldest, oldestLearning, hasLearning } = found
  if (needsEase(asked)) {
    if (easy.number >= 0) return [easy.number, 'easy']
  } else if (leaning?.newFacts === 'first' && fresh.number >= 0) return [fresh.number, 'new']
  if (review.number >= 0 && mayReview(asked, hasLearning)) return [review.number, 'review']
  const isWithinDay = memory.day !== day || memory.unknownMet < MAX_UNKNOWN_A_DAY
  const hasRoom = isWithinDay && leaning?.newFacts !== 'last'
  if (learning.number >= 0) {
    const isTurn = hasRoom && (memory.problems + 1) % LIKELY_KNOWN.every === 0
    return isTurn && likelyKnown.number >= 0 ? [likelyKnown.number, 'new'] : [learning.number, 'learning']
  }
  if (fresh.number >= 0 && (hasRoom || oldest.number < 0)) return [fresh.number, 'new']
  const isOdd = memory.problems % 2 === 1
  if (isOdd && oldestLearning.number >= 0) return [oldestLearning.number, 'again']
  if (oldest.number >= 0) return [oldest.number, 'again']
  return null
}

/**
 * The problem to ask next (the engine's rules: easy, missed, review, learning, new, again). One pass over the operation's
 * facts; the same input with the same random numbers gives the same problem.
 */
export function nextProblem(input: ChoiceInput): Choice {
  const { memory, asked, random } = input
  const shares = sharesLeft(input)
  const [drawnAt, start] = [random(), random()]
  const isAllowed = (number: number): boolean => {
    const operation = factAt(number)?.operation
    if (operation === undefined || !shares.has(operation)) return false
    return numbersFor(operation, input.leaning).includes(number)
  }
  const chosen = ((): readonly [number, Reason] => {
    const missed = missedEarlier(asked, isAllowed)
    const missedOperation = factAt(missed)?.operation
    const operation = missedOperation ?? drawn(shares, drawnAt)
    for (let apart = APART; apart >= 0; apart -= 1) {
      const found = new Candidates(input, operation, start, apart)
      const choice = byRules(input, found)
      if (missed >= 0 && choice?.[1] !== 'easy') return [missed, 'missed']
      if (choice) return choice
    }
    return [numbersFor(operation, input.leaning)[0] ?? 0, 'new']
  })()
  const fact = factAt(chosen[0])
  if (!fact) throw new Error(`no fact ${chosen[0]} for a memory of ${memory.problems} problems`)
  return { fact, reason: chosen[1] }
}
