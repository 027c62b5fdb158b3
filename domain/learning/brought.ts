import { FACTS, type FactMemory, type LearningMemory } from './memory.ts'

/** A plant that has grown somewhere else and was not asked here. */
const ONLY_GROWN: FactMemory = {
  level: 0,
  due: 0,
  last: 0,
  at: 0,
  missed: false,
  seen: 0,
  right: 0,
  firstRight: 0,
  lastRight: 0,
  recent: [],
  timed: [],
  best: 0,
}

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
    return best > (fact?.best ?? 0) ? { ...(fact ?? ONLY_GROWN), best } : fact
  })
  return { ...memory, facts }
}
