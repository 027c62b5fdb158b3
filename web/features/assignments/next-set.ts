import type { Assignment } from '../../../contract/assignments.ts'
import { factAt } from '../../../domain/learning/memory.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { teachingOrder } from '../../../domain/school/teaching-order.ts'

/** The set that is taught after the assigned ones; null after the last one, and for anything but sets. */
export function setAfter(assigned: Assignment['assigned']): FactSetId | null {
  const [first] = assigned.kind === 'sets' ? assigned.sets : []
  if (assigned.kind !== 'sets' || first === undefined) return null
  const operation = factAt(factsOfSet(first)[0] ?? -1)?.operation ?? 'addition'
  const order = teachingOrder(operation)
  const last = Math.max(...assigned.sets.map((set) => order.indexOf(set)))
  return last < 0 ? null : (order[last + 1] ?? null)
}
