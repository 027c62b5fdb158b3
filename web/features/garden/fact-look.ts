import type { FluencyState } from '../../../domain/learning/states.ts'

/** How a fact is shown: as it is known, and apart from the other facts that are being learned those that need help. */
export const FACT_LOOKS = ['unknown', 'needs_help', 'learning', 'known', 'fluent'] as const

export type FactLook = (typeof FACT_LOOKS)[number]

export function lookOf({ state, needsHelp }: { state: FluencyState; needsHelp: boolean }): FactLook {
  return needsHelp ? 'needs_help' : state
}
