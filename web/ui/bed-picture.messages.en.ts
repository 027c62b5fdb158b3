import type { Operation } from '../../domain/fact.ts'
import type { Stage } from '../../domain/garden.ts'
import { counted, plural } from '../../domain/words.en.ts'

/** The names of the operations, and of their beds. */
export const OPERATION_NAMES: Readonly<Record<Operation, string>> = {
  addition: 'Addition',
  subtraction: 'Subtraction',
  multiplication: 'Multiplication',
  division: 'Division',
}

/** How many facts of a bed are known or, before the first one is, how many have sprouted, if any. */
export function progressIn(stages: readonly Stage[]): string {
  const known = stages.filter((stage) => stage === 'leaf' || stage === 'flower').length
  const sprouts = stages.filter((stage) => stage === 'sprout').length
  if (known > 0) return `${counted(known)} of ${counted(stages.length)} known`
  return sprouts > 0 ? plural(sprouts, { one: '# sprout', other: '# sprouts' }) : 'Not started'
}
