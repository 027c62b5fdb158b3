import type { Selectable } from 'kysely'
import {
  countersText,
  factCountersText,
  NO_COUNTERS,
  readCounters,
  readFactCounters,
  type FactCounters,
} from '../../../../domain/achievements/counters.ts'
import {
  afterStep,
  comesAfter,
  END_PLACE,
  evaluationOf,
  type Evaluation,
} from '../../../../domain/achievements/evaluate.ts'
import type { AchievingAttempt, SessionEnd } from '../../../../domain/achievements/fold.ts'
import { calendarDay, readZones, type Zones } from '../../../../domain/calendar.ts'
import { findFact, OPERATIONS, type Operation } from '../../../../domain/fact.ts'
import {
  entryMs as estimatedEntryMs,
  goalFactor,
  UNKNOWN_ENTRY,
} from '../../../../domain/learning/entry-time.ts'
import type { LearnedAttempt } from '../../../../domain/learning/fold.ts'
import {
  dayNumber,
  EMPTY_MEMORY,
  factAt,
  memoryOf as factMemoryOf,
  numberOf,
  type Ability,
  type FactMemory,
  type LearningMemory,
  type Verdict,
} from '../../../../domain/learning/memory.ts'
import { fluencyOf } from '../../../../domain/learning/states.ts'
import { MEMORY_VERSION } from '../../../../domain/learning/stored.ts'
import { afterProblem } from '../../../../domain/learning/update.ts'
import { withLetters } from '../../../../domain/school/fact-letters.ts'
import { latelyText, readLately, withLatest, type Lately } from '../../../../domain/school/lately.ts'
import type {
  AttemptTable,
  FactFluencyTable,
  StudentPracticeTable,
  StudentSessionTable,
} from './student-tables.ts'

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
  counters: 'text',
  lately: 'text',
  letters: 'text',
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
  known_day: 'text',
  counters: 'text',
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
  readonly zones: Zones
  /** What the attempts add to the achievements. */
  readonly achieving: Evaluation
  readonly lately: Lately
  /** Of all facts before these changes, as stored (domain/school/fact-letters.ts). */
  readonly letters: string
}

/** How recent first attempts are stored: wrong, right but not in time, in time. */
const VERDICTS = ['-', '1', '2']
export const WRONG = '-'

/** Parses recent first attempts, oldest first. */
export function recentOf(text: string): readonly Verdict[] {
  return Array.from(text, (sign) => Math.max(0, VERDICTS.indexOf(sign)) as Verdict)
}

export function factOf(
  row: Omit<FactFluencyTable, 'student_id' | 'fact' | 'state' | 'known_day' | 'counters'>,
): FactMemory {
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

function factRow(
  studentId: string,
  number: number,
  fact: FactMemory,
  counters: FactCounters | undefined,
): FactFluencyTable {
  return {
    student_id: studentId,
    fact: factAt(number)?.id ?? '',
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
    known_day: counters?.knownDay ?? '',
    counters: counters ? factCountersText(counters) : '',
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

function achievingOf(
  counters: string,
  facts: readonly Pick<FactFluencyTable, 'fact' | 'counters'>[],
): Evaluation {
  const read = facts.map((row) => [numberOf(row.fact), readFactCounters(row.counters)] as const)
  return evaluationOf(counters === '' ? NO_COUNTERS : readCounters(counters), new Map(read))
}

/** A student's memory with these facts; all others appear as never asked. */
export function memoryOf(
  row: Omit<LearningRow, 'counters' | 'lately' | 'letters'>,
  facts: readonly Omit<FactFluencyTable, 'student_id' | 'state' | 'known_day' | 'counters'>[],
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
  row: LearningRow & { readonly zones: string },
  facts: readonly Omit<FactFluencyTable, 'student_id' | 'state'>[],
): StudentMemory {
  const folded = { atMs: row.folded_at_ms, sessionId: row.folded_session, place: row.folded_place }
  const achieving = achievingOf(row.counters, facts)
  const isBehind = row.counters === '' || row.lately === '' || comesAfter(folded, achieving.counters.position)
  return {
    memory: memoryOf(row, facts),
    folded,
    isStale: row.folded_version !== MEMORY_VERSION || isBehind,
    changed: new Set(),
    zones: readZones(row.zones),
    achieving,
    lately: readLately(row.lately),
    letters: row.letters,
  }
}

/** Folds one more attempt into the memory. An attempt older than the last folded one makes the memory stale. */
export function withAttempt(student: StudentMemory, attempt: AchievingAttempt): StudentMemory {
  if (student.isStale) return student
  const { folded, zones, achieving, lately } = student
  if (!comesAfter(attempt, folded) || !comesAfter(attempt, achieving.counters.position)) {
    return { ...student, isStale: true }
  }
  const { atMs, sessionId, place } = attempt
  const isFirst = attempt.attempt === 1
  const memory = isFirst ? afterProblem(student.memory, attempt) : student.memory
  const day = calendarDay(zones, atMs)
  const step = {
    ...attempt,
    kind: 'attempt',
    day,
    before: factMemoryOf(student.memory, attempt.factId),
    after: factMemoryOf(memory, attempt.factId),
  } as const
  const next = {
    ...student,
    folded: { atMs, sessionId, place },
    achieving: afterStep(achieving, step),
    lately: withLatest(lately, { ...attempt, day }),
  }
  if (!isFirst) return next
  const changed = new Set(student.changed).add(numberOf(attempt.factId))
  return { ...next, memory, changed }
}

/** The session is over. An end that is older than the last folded entry makes the memory stale. */
export function withEnd(student: StudentMemory, end: SessionEnd): StudentMemory {
  if (student.isStale) return student
  const step = { ...end, kind: 'end', place: END_PLACE, day: calendarDay(student.zones, end.atMs) } as const
  const { achieving } = student
  return comesAfter(step, achieving.counters.position)
    ? { ...student, achieving: afterStep(achieving, step) }
    : { ...student, isStale: true }
}

export function changedRows(
  studentId: string,
  { memory, changed, achieving }: StudentMemory,
): FactFluencyTable[] {
  return [...new Set([...changed, ...achieving.changed])].flatMap((number) => {
    const fact = memory.facts[number]
    return fact ? [factRow(studentId, number, fact, achieving.facts.get(number))] : []
  })
}

export function learningRow({
  memory,
  changed,
  folded,
  achieving,
  lately,
  letters,
}: StudentMemory): LearningRow {
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
    counters: countersText(achieving.counters),
    lately: latelyText(lately),
    letters: withLetters(letters, changed, memory),
  }
}

export type LoggedRow = Pick<
  AttemptTable,
  | 'session_id'
  | 'place'
  | 'fact'
  | 'correct'
  | 'attempt'
  | 'response_ms'
  | 'entry_ms'
  | 'time_factor'
  | 'visual_used'
  | 'at_ms'
> &
  Pick<StudentSessionTable, 'session_type'>

/** A log row as input to the fold, on the child's own day. If the entry time was not measured, a typical child's is used. */
export function learnedAttempt(row: LoggedRow, zones: Zones): AchievingAttempt {
  const digits = String(findFact(row.fact)?.answer ?? 0).length
  return {
    sessionId: row.session_id,
    place: row.place,
    factId: row.fact,
    correct: row.correct === 1,
    attempt: row.attempt === 1 || row.attempt === 2 ? row.attempt : 3,
    responseMs: row.response_ms,
    picture: row.visual_used === 1,
    entryMs: row.entry_ms ?? estimatedEntryMs(UNKNOWN_ENTRY, digits),
    accommodation: goalFactor(row.time_factor ?? '1'),
    atMs: row.at_ms,
    day: dayNumber(calendarDay(zones, row.at_ms)),
  }
}
