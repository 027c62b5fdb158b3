import {
  countersText,
  factCountersText,
  NO_COUNTERS,
  NO_FACT_COUNTERS,
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
import {
  EMPTY_MEMORY,
  numberOf,
  type FactMemory,
  type LearningMemory,
  type Verdict,
} from '../../../../domain/learning/memory.ts'
import { FLUENCY_STATES, KNOWN_LEVEL, fluencyOf } from '../../../../domain/learning/states.ts'
import { readMemory, storeMemory } from '../../../../domain/learning/stored.ts'
import { intervalOf } from '../../../../domain/learning/update.ts'
import { NO_LETTERS } from '../../../../domain/school/fact-letters.ts'
import { NO_LATELY, withLatest, type Lately } from '../../../../domain/school/lately.ts'
import { learnedAttempt, WRONG, type LoggedRow, type StudentMemory } from './memory-rows.ts'
import type { FactFluencyTable } from './student-tables.ts'

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
  const from = { ...retainedCounters(counters, kept), memory: kept }
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

const DAY_MS = 86_400_000

/** Attempts that were deleted before there were achievements: what is known of them counts from now on. */
function countersOfMemory({ facts }: LearningMemory): Omit<AchievingStart, 'memory'> {
  const seen = facts.flatMap((fact, number) => (fact ? [{ number, fact, state: fluencyOf(fact) }] : []))
  const numbersOf = (states: readonly string[]) =>
    new Set(seen.filter(({ state }) => states.includes(state)).map(({ number }) => number))
  const counters = {
    ...NO_COUNTERS,
    factsSeen: seen.length,
    known: numbersOf(['known', 'fluent']),
    goal: numbersOf(['fluent']),
  }
  const counted = seen.map(({ number, fact: { last } }) => {
    const seenMs = last * DAY_MS
    return [
      number,
      { ...NO_FACT_COUNTERS, seenMs, rightDay: new Date(seenMs).toISOString().slice(0, 10) },
    ] as const
  })
  return { counters, facts: new Map(counted) }
}

function retainedCounters(text: string | null, memory: LearningMemory): Omit<AchievingStart, 'memory'> {
  if (text === null) return countersOfMemory(memory)
  const { counters, facts } = JSON.parse(text) as { counters: string; facts: [number, string][] }
  return {
    counters: readCounters(counters),
    facts: new Map(facts.map(([number, fact]) => [number, readFactCounters(fact)])),
  }
}

function retainedMemory(text: string | null): LearningMemory {
  return (text === null ? null : readMemory(JSON.parse(text))) ?? EMPTY_MEMORY
}

/** Levels for the fluency states of versions without levels. */
const LEVEL_OF_STATE: ReadonlyMap<string, number> = new Map([
  ['learning', 1],
  ['known', KNOWN_LEVEL],
  ['fluent', KNOWN_LEVEL + 2],
])

/** Recent first attempts in the old format: a dash, or the time in thousandths of the goal. */
function legacyRecent(text: string): Verdict[] {
  return text
    .split(' ')
    .filter((pace) => pace !== '')
    .map((pace) => (pace === WRONG ? 0 : Number(pace) < 1000 ? 2 : 1))
}

/**
 * The memory of attempts that were deleted before the server stored memories, as JSON: derived from old rows of facts that were
 * asked more often than the log shows. Null if the log is complete.
 */
export function memoryOfDeletedAttempts(
  rows: readonly FactFluencyTable[],
  log: readonly Pick<LoggedRow, 'fact' | 'attempt' | 'correct'>[],
): string | null {
  const first = log.filter(({ attempt }) => attempt === 1)
  const facts: (FactMemory | null)[] = [...EMPTY_MEMORY.facts]
  let [problems, day] = [0, 0]
  for (const row of rows) {
    const logged = first.filter(({ fact }) => fact === row.fact)
    const seen = row.seen - logged.length
    const number = numberOf(row.fact)
    if (seen <= 0 || number < 0) continue
    const right = Math.min(
      seen,
      Math.max(0, row.right_count - logged.filter(({ correct }) => correct === 1).length),
    )
    const level = LEVEL_OF_STATE.get(row.state) ?? 0
    const { first_right: firstRight, last_right: last } = row
    const former = legacyRecent(row.recent)
    const isFluent = row.state === 'fluent'
    facts[number] = {
      level,
      due: last + intervalOf(level),
      last,
      at: 0,
      missed: false,
      seen,
      right,
      firstRight,
      lastRight: last,
      recent: former.slice(0, Math.max(0, former.length - logged.length)),
      timed: isFluent ? [true, true, true] : [],
      best: Math.max(
        0,
        FLUENCY_STATES.findIndex((state) => state === row.state),
      ),
    }
    problems += seen
    day = Math.max(day, last)
  }
  return problems === 0 ? null : JSON.stringify(storeMemory({ ...EMPTY_MEMORY, facts, problems, day }))
}
