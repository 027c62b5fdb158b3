import { leagueOf, type BattleType } from './division.ts'
import { allFacts, OPERATIONS, type Operation } from './fact.ts'
import { selectFacts, type Random } from './fact-selection.ts'

/** One problem as it crosses the wire. */
export type BattleProblem = {
  readonly operand1: number
  readonly operand2: number
  readonly operation: Operation
  readonly answer: number
}

/** Each fact as a problem, made once: thousands of battles point to the same few hundred. */
const PROBLEMS: ReadonlyMap<string, BattleProblem> = new Map(
  OPERATIONS.flatMap(allFacts).map(({ id, operand1, operand2, operation, answer }) => [
    id,
    { operand1, operand2, operation, answer },
  ]),
)

/**
 * The problems of a battle, the same for all its players: facts of its (division, preference), half of each operation
 * where it is mixed; none directly follows itself, and within an operation each comes as often as any other, give or
 * take one.
 */
export function drawProblems(type: BattleType, count: number, random: Random): BattleProblem[] {
  return selectFacts({ category: leagueOf(type), count, shownToday: [], random }).flatMap(
    ({ id }) => PROBLEMS.get(id) ?? [],
  )
}
