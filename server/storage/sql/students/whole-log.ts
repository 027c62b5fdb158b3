import {
  countersText,
  factCountersText,
  NO_COUNTERS,
  readCounters,
  readFactCounters,
} from '../../../../domain/achievements/counters.ts'
import {
  foldAchievements,
  type AchievingStart,
  type SessionEnd,
} from '../../../../domain/achievements/fold.ts'
import { calendarDay, type Zones } from '../../../../domain/calendar.ts'
import { foldLog } from '../../../../domain/learning/fold.ts'
import { EMPTY_MEMORY, type LearningMemory } from '../../../../domain/learning/memory.ts'
import { readMemory, storeMemory } from '../../../../domain/learning/stored.ts'
import { NO_LETTERS } from '../../../../domain/school/fact-letters.ts'
import { NO_LATELY, withLatest, type Lately } from '../../../../domain/school/lately.ts'
import { learnedAttempt, type LoggedRow, type StudentMemory } from './memory-rows.ts'

/** What retention has kept of deleted attempts. */
type Retained = { readonly memory: string | null; readonly counters: string | null }

type WholeLog = {
  /** In the order of the log. */
  readonly attempts: readonly LoggedRow[]
  readonly ends: readonly SessionEnd[]
  readonly zones: Zones
}

function foldOf({ attempts, ends, zones }: WholeLog, { memory, counters }: Retained) {
  const kept = retainedMemory(memory)
  const from = { ...retainedCounters(counters), memory: kept }
  const log = attempts.map((row) => learnedAttempt(row, zones))
  return { ...foldAchievements(log, ends, zones, from), memory: foldLog(log, kept) }
}

function latelyOf({ attempts, zones }: WholeLog): Lately {
  return attempts.reduce((lately, row) => {
    const attempt = learnedAttempt(row, zones)
    return withLatest(lately, { ...attempt, day: calendarDay(zones, attempt.atMs) })
  }, NO_LATELY)
}

/** Folds a whole log onto what is kept of deleted attempts. Marks all facts as changed. */
export function foldedMemory(log: WholeLog, retained: Retained): StudentMemory {
  const { memory, ...achieving } = foldOf(log, retained)
  const last = log.attempts.at(-1)
  return {
    memory,
    folded: { atMs: last?.at_ms ?? 0, sessionId: last?.session_id ?? '', place: last?.place ?? 0 },
    isStale: false,
    changed: new Set(memory.facts.flatMap((fact, number) => (fact ? [number] : []))),
    zones: log.zones,
    achieving,
    lately: latelyOf(log),
    letters: NO_LETTERS,
  }
}

/** What to keep, as JSON, when these attempts and the ends of their sessions are deleted. */
export function retainedAfter(
  log: WholeLog,
  retained: Retained,
): { readonly memory: string; readonly counters: string } {
  const { memory, counters, facts } = foldOf(log, retained)
  return {
    memory: JSON.stringify(storeMemory(memory)),
    counters: JSON.stringify({
      counters: countersText(counters),
      facts: [...facts].map(([number, fact]) => [number, factCountersText(fact)]),
    }),
  }
}

function retainedCounters(text: string | null): Omit<AchievingStart, 'memory'> {
  if (text === null) return { counters: NO_COUNTERS, facts: new Map() }
  const { counters, facts } = JSON.parse(text) as { counters: string; facts: [number, string][] }
  return {
    counters: readCounters(counters),
    facts: new Map(facts.map(([number, fact]) => [number, readFactCounters(fact)])),
  }
}

function retainedMemory(text: string | null): LearningMemory {
  return (text === null ? null : readMemory(JSON.parse(text))) ?? EMPTY_MEMORY
}
