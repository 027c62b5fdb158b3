import type { Fact } from '../../../domain/fact.ts'
import type { PracticeState } from '../../../domain/practice-state.ts'

/** The fact of the problem that is up, or null when none is. */
export function currentFact(state: PracticeState): Fact | null {
  switch (state.stage) {
    case 'asking':
    case 'retry':
    case 'revealed':
      return state.session.facts[state.index] ?? null
    default:
      return null
  }
}
