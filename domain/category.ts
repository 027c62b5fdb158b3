import { allFacts, OPERATIONS, type Fact, type Operation } from './fact.ts'
import { findLeague } from './league.ts'

/** The type of a session that is started from the card of an assignment: this and the assignment's id (ADR 0052). */
export const ASSIGNED_PREFIX = 'work-'

/** The operations of a league; for any other category, all four (specification §9, Categories). */
export function operationsOfCategory(category: string): readonly Operation[] {
  return findLeague(category)?.operations ?? OPERATIONS
}

/** Whether a session of this category may ask a fact. */
export function allowsFact(category: string, fact: Fact): boolean {
  return operationsOfCategory(category).includes(fact.operation)
}

/** The facts of a league; for any other category, those of all four operations. */
export function factsOfCategory(category: string): readonly Fact[] {
  return operationsOfCategory(category).flatMap(allFacts)
}
