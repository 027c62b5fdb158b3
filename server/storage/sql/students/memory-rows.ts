import type { Selectable } from 'kysely'
import { findFact, OPERATIONS, type Operation } from '../../../../domain/fact.ts'
import { entryMs as estimatedEntryMs, UNKNOWN_ENTRY } from '../../../../domain/learning/entry-time.ts'
import { foldLog, type LearnedAttempt } from '../../../../domain/learning/fold.ts'
import {
  dayNumber,
  EMPTY_MEMORY,
  FACTS,
  numberOf,
  type Ability,
  type FactMemory,
  type LearningMemory,
  type Verdict,
} from '../../../../domain/learning/memory.ts'
import { FLUENCY_STATES, fluencyOf, KNOWN_LEVEL } from '../../../../domain/learning/states.ts'
import { MEMORY_VERSION, readMemory, storeMemory } from '../../../../domain/learning/stored.ts'
import { afterProblem, intervalOf } from '../../../../domain/learning/update.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import type { AttemptTable, FactFluencyTable, StudentPracticeTable } from './student-tables.ts'

/** The columns of `student_practice` with a student's memory, except `retained`, which only retention writes. */
export const LEARNING_COLUMNS = {
  problems: 'integer',
  learned_day: 'integer',
  unknown_met: 'integer',
  abilities: 'text',
  folded_at_ms: 'integer',
  folded_session: 'text',
  folded_place: 'integer',
  folded_version: 'integer',
} as const

export const LEARNING_NAMES = Object.keys(LEARNING_COLUMNS) as (keyof typeof LEARNING_COLUMNS)[]

export type LearningRow = Pick<Selectable<StudentPracticeTable>, keyof typeof LEARNING_COLUMNS>

export const FLUENCY_COLUMNS = {
  student_id: 'text',
  fact: 'text',
  seen: 'integer',
  right_count: 'integer',
  recent: 'text',
  timed: 'text',
  level: 'integer',
  due: 'integer',
  asked_day: 'integer',
  asked_at: 'integer',
  missed: 'integer',
  first_right: 'integer',
  last_right: 'integer',
  state: 'text',
  best: 'integer',
} as const

/** The part of a student's memory that a call reads and changes. */
export type StudentMemory = {
  readonly memory: LearningMemory
  /** The last folded attempt. */
  readonly folded: Pick<LearnedAttempt, 'atMs' | 'sessionId' | 'place'>
  /** Whether the whole log must be folded, because an attempt arrived late or the log was never folded. */
  readonly isStale: boolean
  /** Indexes of the changed facts. */
  readonly changed: ReadonlySet<number>
}

/** How recent first attempts are stored: wrong, right but not in time, in time. */
const VERDICTS = ['-', '1', '2']
export const WRONG = '-'

/** Parses recent first attempts, oldest first. */
export function recentOf(text: string): readonly Verdict[] {
  return Array.from(text, (sign) => Math.max(0, VERDICTS.indexOf(sign)) as Verdict)
}

export function factOf(row: Omit<FactFluencyTable, 'student_id' | 'fact' | 'state'>): FactMemory {
  return {
    level: row.level,
    due: row.due,
    last: row.asked_day,
    at: row.asked_at,
    missed: row.missed === 1,
    seen: row.seen,
    right: row.right_count,
    firstRight: row.first_right,
    lastRight: row.last_right,
    recent: recentOf(row.recent),
    timed: Array.from(row.timed, (sign) => sign === '1'),
    best: row.best,
  }
}

function factRow(studentId: string, number: number, fact: FactMemory): FactFluencyTable {
  return {
    student_id: studentId,
    fact: FACTS[number]?.id ?? '',
    seen: fact.seen,
    right_count: fact.right,
    recent: fact.recent.map((verdict) => VERDICTS[verdict]).join(''),
    timed: fact.timed.map(Number).join(''),
    level: fact.level,
    due: fact.due,
    asked_day: fact.last,
    asked_at: fact.at,
    missed: fact.missed ? 1 : 0,
    first_right: fact.firstRight,
    last_right: fact.lastRight,
    state: fluencyOf(fact),
    best: fact.best,
  }
}

function abilitiesOf(text: string): LearningMemory['abilities'] {
  const numbers = text === '' ? [] : text.split(' ').map(Number)
  const abilities: Record<Operation, Ability> = { ...EMPTY_MEMORY.abilities }
  OPERATIONS.forEach((operation, place) => {
    const [ability, met] = numbers.slice(2 * place)
    if (ability !== undefined && met !== undefined) abilities[operation] = { ability, met }
  })
  return abilities
}

/** A student's memory with these facts; all others appear as never asked. */
export function memoryOf(
  row: LearningRow,
  facts: readonly Omit<FactFluencyTable, 'student_id' | 'state'>[],
): LearningMemory {
  const known: (FactMemory | null)[] = [...EMPTY_MEMORY.facts]
  for (const fact of facts) {
    const number = numberOf(fact.fact)
    if (number >= 0) known[number] = factOf(fact)
  }
  return {
    facts: known,
    abilities: abilitiesOf(row.abilities),
    problems: row.problems,
    day: row.learned_day,
    unknownMet: row.unknown_met,
  }
}

export function studentMemory(
  row: LearningRow,
  facts: readonly Omit<FactFluencyTable, 'student_id' | 'state'>[],
): StudentMemory {
  return {
    memory: memoryOf(row, facts),
    folded: { atMs: row.folded_at_ms, sessionId: row.folded_session, place: row.folded_place },
    isStale: row.folded_version !== MEMORY_VERSION,
    changed: new Set(),
  }
}

/** Folds one more attempt into the memory. An attempt older than the last folded one makes the memory stale. */
export function withAttempt(student: StudentMemory, attempt: LearnedAttempt): StudentMemory {
  if (student.isStale) return student
  const { folded } = student
  if (!isAfter(attempt, folded)) return { ...student, isStale: true }
  const { atMs, sessionId, place } = attempt
  const next = { ...student, folded: { atMs, sessionId, place } }
  if (attempt.attempt !== 1) return next
  const changed = new Set(student.changed).add(numberOf(attempt.factId))
  return { ...next, memory: afterProblem(student.memory, attempt), changed }
}

function isAfter(attempt: LearnedAttempt, folded: StudentMemory['folded']): boolean {
  if (attempt.atMs !== folded.atMs) return attempt.atMs > folded.atMs
  if (attempt.sessionId !== folded.sessionId) return attempt.sessionId > folded.sessionId
  return attempt.place > folded.place
}

export function changedRows(studentId: string, { memory, changed }: StudentMemory): FactFluencyTable[] {
  return [...changed].flatMap((number) => {
    const fact = memory.facts[number]
    return fact ? [factRow(studentId, number, fact)] : []
  })
}

export function learningRow({ memory, folded }: StudentMemory): LearningRow {
  return {
    problems: memory.problems,
    learned_day: memory.day,
    unknown_met: memory.unknownMet,
    abilities: OPERATIONS.map((operation) => {
      const { ability, met } = memory.abilities[operation]
      return `${ability} ${met}`
    }).join(' '),
    folded_at_ms: folded.atMs,
    folded_session: folded.sessionId,
    folded_place: folded.place,
    folded_version: MEMORY_VERSION,
  }
}

export type LoggedRow = Pick<
  AttemptTable,
  'session_id' | 'place' | 'fact' | 'correct' | 'attempt' | 'response_ms' | 'entry_ms' | 'at_ms'
>

/** A log row as input to the fold. If the entry time was not measured, a typical child's is used. */
export function learnedAttempt(row: LoggedRow): LearnedAttempt {
  const digits = String(findFact(row.fact)?.answer ?? 0).length
  return {
    sessionId: row.session_id,
    place: row.place,
    factId: row.fact,
    correct: row.correct === 1,
    attempt: row.attempt === 1 || row.attempt === 2 ? row.attempt : 3,
    responseMs: row.response_ms,
    entryMs: row.entry_ms ?? estimatedEntryMs(UNKNOWN_ENTRY, digits),
    atMs: row.at_ms,
    day: dayNumber(practiceDay(row.at_ms)),
  }
}

/** Folds a whole log, in order, onto the memory of attempts that retention has deleted. Marks all facts as changed. */
export function foldedMemory(log: readonly LoggedRow[], retained: string | null): StudentMemory {
  const memory = foldLog(log.map(learnedAttempt), retainedMemory(retained))
  const last = log.at(-1)
  return {
    memory,
    folded: { atMs: last?.at_ms ?? 0, sessionId: last?.session_id ?? '', place: last?.place ?? 0 },
    isStale: false,
    changed: new Set(memory.facts.flatMap((fact, number) => (fact ? [number] : []))),
  }
}

/** The memory to retain, as JSON, when these attempts (in the log's order) are deleted. */
export function retainedAfter(log: readonly LoggedRow[], retained: string | null): string {
  return JSON.stringify(storeMemory(foldLog(log.map(learnedAttempt), retainedMemory(retained))))
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
