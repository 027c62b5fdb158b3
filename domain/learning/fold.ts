import { EMPTY_MEMORY, type LearningMemory } from './memory.ts'
import { afterProblems, type LearnedProblem } from './update.ts'

/** An attempt as a log holds it, on a device or on the server. */
export type LearnedAttempt = LearnedProblem & {
  readonly sessionId: string
  /** Position among the attempts of its session; together with the session's id, it identifies the attempt. */
  readonly place: number
  /** Which attempt at its problem it was. Only the first one counts. */
  readonly attempt: 1 | 2 | 3
  /** When it was made, in epoch milliseconds. */
  readonly atMs: number
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/**
 * By time, then by identity. The other fields only order different versions of one attempt, so that the order of arrival does
 * not matter.
 */
function compareAttempts(one: LearnedAttempt, other: LearnedAttempt): number {
  return (
    one.atMs - other.atMs ||
    compareText(one.sessionId, other.sessionId) ||
    one.place - other.place ||
    one.attempt - other.attempt ||
    compareText(one.factId, other.factId) ||
    Number(one.correct) - Number(other.correct) ||
    one.responseMs - other.responseMs ||
    one.entryMs - other.entryMs ||
    one.day - other.day ||
    (one.accommodation ?? 1) - (other.accommodation ?? 1)
  )
}

/**
 * Builds the memory from a log, whose attempts may come in any order and more than once. `from` is the memory of everything
 * earlier, for answers that are no longer stored; the log must not repeat any of its attempts.
 */
export function foldLog(log: readonly LearnedAttempt[], from: LearningMemory = EMPTY_MEMORY): LearningMemory {
  // The places already seen, by session.
  const placesOf = new Map<string, boolean[]>()
  let current: string | null = null
  let places: boolean[] = []
  const counted = log.toSorted(compareAttempts).filter(({ sessionId, place, attempt }) => {
    if (sessionId !== current) {
      current = sessionId
      places = placesOf.get(sessionId) ?? []
      placesOf.set(sessionId, places)
    }
    const isRepeat = places[place] === true
    places[place] = true
    return !isRepeat && attempt === 1
  })
  return afterProblems(counted, from)
}
