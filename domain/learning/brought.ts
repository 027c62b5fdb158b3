import { FACTS, NEW_FACT, type LearningMemory } from './memory.ts'

/** The best states of the leagues' facts as text: for each fact, an index into `FLUENCY_STATES`. */
export function bestStates({ facts }: LearningMemory): string {
  return FACTS.map((_, number) => facts[number]?.best ?? 0).join('')
}

/** The better state of each fact in two texts of `bestStates`. */
export function betterStates(one: string, other: string): string {
  return FACTS.map((_, number) => Math.max(Number(one[number] ?? 0), Number(other[number] ?? 0))).join('')
}

/** The memory with best states that a guest brought along (`bestStates`). Nothing else changes: only answers show what is known. */
export function withBrought(memory: LearningMemory, states: string): LearningMemory {
  if (states === '') return memory
  const facts = memory.facts.map((fact, number) => {
    const best = Number(states[number] ?? 0)
    return best > (fact?.best ?? 0) ? { ...(fact ?? NEW_FACT), best } : fact
  })
  return { ...memory, facts }
}
