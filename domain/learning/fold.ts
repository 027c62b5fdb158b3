import { EMPTY_MEMORY, type LearningMemory } from './memory.ts'
import { afterProblems, type LearnedProblem } from './update.ts'

/** An attempt as a log holds it, on a device or on the server. */
export type LearnedAttempt = LearnedProblem & {
  readonly sessionId: string
  /** Place among the attempts of its session; with the session's id it names the attempt. */
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

/** By time, then by name. The rest decides only between two versions of one attempt, so that either order of arrival gives one. */
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
 * The memory that a log makes, in whatever order its attempts arrived and however often. `from` is the memory of everything
 * before it, where older answers are no longer kept; none of its attempts may be in the log again.
 */
export function foldLog(log: readonly LearnedAttempt[], from: LearningMemory = EMPTY_MEMORY): LearningMemory {
  // Of each session, which places have been folded.
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
