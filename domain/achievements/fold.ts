import { calendarDay, type Calendar, type Zones } from '../calendar.ts'
import type { LearnedAttempt } from '../learning/fold.ts'
import { EMPTY_MEMORY, memoryOf, type LearningMemory } from '../learning/memory.ts'
import { afterProblem } from '../learning/update.ts'
import { earnedByDays } from './by-day.ts'
import type { Earned } from './catalog.ts'
import { NO_COUNTERS, type Counters, type FactCounters } from './counters.ts'
import {
  addReturns,
  addStep,
  comesAfter,
  END_PLACE,
  evaluationOf,
  USUAL_RULES,
  type Evaluation,
  type NewDay,
  type Rules,
} from './evaluate.ts'

/** An attempt with everything that achievements depend on. */
export type AchievingAttempt = LearnedAttempt & { readonly picture: boolean }

/** The end of a session. */
export type SessionEnd = { readonly sessionId: string; readonly atMs: number; readonly totalProblems: number }

/** What a fold continues from: the counters and the memory of everything earlier. */
export type AchievingStart = {
  readonly counters: Counters
  readonly facts: ReadonlyMap<number, FactCounters>
  readonly memory: LearningMemory
}

export const NOTHING_YET: AchievingStart = { counters: NO_COUNTERS, facts: new Map(), memory: EMPTY_MEMORY }

type Position = Parameters<typeof comesAfter>[0]

const inOrder = (one: Position, other: Position): number =>
  comesAfter(one, other) ? 1 : comesAfter(other, one) ? -1 : 0

/** Evaluates a whole log, whose entries may come in any order and more than once. */
export function foldAchievements(
  log: readonly AchievingAttempt[],
  ends: readonly SessionEnd[],
  zones: Zones,
  from: AchievingStart = NOTHING_YET,
  rules: Rules = USUAL_RULES,
): Evaluation {
  const into = evaluationOf(from.counters, from.facts)
  let { memory } = from
  const entries = [...log, ...ends.map((end) => ({ ...end, place: END_PLACE }))].toSorted(inOrder)
  let last: Position | null = null
  for (const entry of entries) {
    const isRepeat = last !== null && !comesAfter(entry, last)
    last = entry
    if (isRepeat) continue
    const day = calendarDay(zones, entry.atMs)
    if (!('factId' in entry)) {
      addStep(into, { kind: 'end', ...entry, day }, rules)
      continue
    }
    const before = memoryOf(memory, entry.factId)
    if (entry.attempt === 1) memory = afterProblem(memory, entry)
    const after = memoryOf(memory, entry.factId)
    addStep(into, { ...entry, kind: 'attempt', day, before, after }, rules)
  }
  return into
}

/** Everything that the evaluation has earned, with what follows from all days of practice. Adds to the evaluation's counters. */
export function allEarned(
  into: Evaluation,
  practiced: readonly NewDay[],
  calendar: Calendar,
): readonly Earned[] {
  addReturns(
    into,
    practiced.map(({ day }) => day),
    calendar,
  )
  return [...into.earned, ...earnedByDays(practiced, calendar)]
}
