import { allFacts, OPERATIONS, type Fact, type Operation } from './fact.ts'
import { findLeague } from './league.ts'

/** The operations of a league; for any other category, all four (specification §9, Categories). */
export function operationsOfCategory(category: string): readonly Operation[] {
  return findLeague(category)?.operations ?? OPERATIONS
}

/** The facts of a league; for any other category, those of all four operations. */
export function factsOfCategory(category: string): readonly Fact[] {
  return operationsOfCategory(category).flatMap(allFacts)
}
