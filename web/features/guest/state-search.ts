import { US_STATES } from '../../../domain/location.ts'

export type UsState = (typeof US_STATES)[number]

/** How well a state fits: 0 for its code, 1 for the start of its name, 2 for the start of a later word, 3 for not at all. */
function fit({ code, name }: UsState, typed: string): number {
  const lower = name.toLowerCase()
  if (code.toLowerCase() === typed) return 0
  if (lower.startsWith(typed)) return 1
  return lower.includes(` ${typed}`) ? 2 : 3
}

/** The states whose two-letter code is typed, or a word of whose name begins so, the best first; all when nothing is typed. */
export function findStates(text: string): readonly UsState[] {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (typed === '') return US_STATES
  return [0, 1, 2].flatMap((wanted) => US_STATES.filter((state) => fit(state, typed) === wanted))
}
