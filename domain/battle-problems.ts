import { operationsOfCategory } from './category.ts'
import { leagueOf, type BattleType } from './division.ts'
import { allFacts, type Operation } from './fact.ts'
import { splitEvenly, type Random } from './fact-selection.ts'

/** One problem, as it is sent. */
export type BattleProblem = {
  readonly operand1: number
  readonly operand2: number
  readonly operation: Operation
  readonly answer: number
}

/** The facts of an operation as problems, built once: thousands of battles share these few hundred objects. */
function problemsOf(operation: Operation): readonly BattleProblem[] {
  return allFacts(operation).map(({ operand1, operand2, answer }) => ({
    operand1,
    operand2,
    operation,
    answer,
  }))
}

const PROBLEMS: Readonly<Record<Operation, readonly BattleProblem[]>> = {
  addition: problemsOf('addition'),
  subtraction: problemsOf('subtraction'),
  multiplication: problemsOf('multiplication'),
  division: problemsOf('division'),
}

/** A shuffled copy. Fisher-Yates, which is faster than `shuffle`: thousands of battles may begin at once. */
function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const mixed = [...items]
  for (let left = mixed.length; left > 1; left -= 1) {
    const drawn = Math.floor(random() * left)
    const item = mixed[drawn]
    const last = mixed[left - 1]
    if (item === undefined || last === undefined) continue
    mixed[drawn] = last
    mixed[left - 1] = item
  }
  return mixed
}

/** Deals problems of one operation like cards: each comes once before any comes again, and none follows itself. */
function deal(operation: Operation, count: number, random: Random): BattleProblem[] {
  const dealt: BattleProblem[] = []
  while (dealt.length < count) {
    const cards = shuffled(PROBLEMS[operation], random)
    if (cards[0] === dealt.at(-1)) cards.reverse()
    dealt.push(...cards.slice(0, count - dealt.length))
  }
  return dealt
}

/**
 * The problems of a battle, the same for all its players. A mixed battle takes half of each operation. No problem follows
 * itself, and within an operation the counts differ by one at most.
 */
export function drawProblems(type: BattleType, count: number, random: Random): BattleProblem[] {
  const shares = splitEvenly(count, operationsOfCategory(leagueOf(type)))
  const dealt = new Map([...shares].map(([operation, share]) => [operation, deal(operation, share, random)]))
  const turns = [...shares].flatMap(([operation, share]) => Array.from({ length: share }, () => operation))
  const place = new Map<Operation, number>()
  return shuffled(turns, random).flatMap((operation) => {
    const at = place.get(operation) ?? 0
    place.set(operation, at + 1)
    return dealt.get(operation)?.[at] ?? []
  })
}
