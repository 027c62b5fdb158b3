import type { Selectable } from 'kysely'
import { NO_FACT_COUNTERS, type FactCounters } from '../../../../domain/achievements/counters.ts'
import {
  afterStep,
  comesAfter,
  END_PLACE,
  evaluationOf,
  type Evaluation,
} from '../../../../domain/achievements/evaluate.ts'
import type { AchievingAttempt, SessionEnd } from '../../../../domain/achievements/fold.ts'
import { calendarDay, readZones, type Zones } from '../../../../domain/calendar.ts'
import { findFact } from '../../../../domain/fact.ts'
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
  type FactMemory,
  type LearningMemory,
} from '../../../../domain/learning/memory.ts'
import { fluencyOf } from '../../../../domain/learning/states.ts'
import { afterProblem } from '../../../../domain/learning/update.ts'
import { withLetters } from '../../../../domain/school/fact-letters.ts'
import { withLatest, type Lately } from '../../../../domain/school/lately.ts'
import { NO_STATE, readState, stateRow, type EntryTimes, type StudentState } from './student-state.ts'
import type {
  AttemptTable,
  FactFluencyTable,
  StudentPracticeTable,
  StudentSessionTable,
} from './student-tables.ts'

/** The columns of `student_practice` with a student's memory. */
type LearningRow = Pick<Selectable<StudentPracticeTable>, 'state_version' | 'state' | 'lately' | 'letters'>

/** The part of a student's memory that a call reads and changes. */
export type StudentMemory = {
  readonly memory: LearningMemory
  /** The last folded attempt. */
  readonly folded: Pick<LearnedAttempt, 'atMs' | 'sessionId' | 'place'>
  /** Whether the whole log must be folded: an attempt arrived late, or the stored state is of another version or damaged. */
  readonly isStale: boolean
  /** Indexes of the changed facts. */
  readonly changed: ReadonlySet<number>
  readonly zones: Zones
  /** What the attempts add to the achievements. */
  readonly achieving: Evaluation
  readonly lately: Lately
  /** Of all facts before these changes, as stored (domain/school/fact-letters.ts). */
  readonly letters: string
  readonly entryTimes: EntryTimes
}

/** How a wrong first attempt is stored in `recent`. */
export const WRONG = '0'

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
    recent: JSON.parse(row.recent) as FactMemory['recent'],
    timed: JSON.parse(row.timed) as FactMemory['timed'],
    best: row.best,
  }
}

function factCountersOf(row: FactFluencyTable): FactCounters {
  return {
    missedFirst: row.missed_first === 1,
    rightDays: row.right_days,
    rightDay: row.right_day,
    pictureDay: row.picture_day,
    isAlone: row.is_alone === 1,
    isHard: row.is_hard === 1,
    fell: row.fell === 1,
    isAgain: row.is_again === 1,
    isStill: row.is_still === 1,
    seenMs: row.seen_at_ms,
    session: row.session,
    knownDay: row.known_day,
  }
}

function factRow(
  studentId: string,
  number: number,
  fact: FactMemory,
  counters: FactCounters,
): FactFluencyTable {
  return {
    student_id: studentId,
    fact: factAt(number)?.id ?? '',
    seen: fact.seen,
    right_count: fact.right,
    recent: JSON.stringify(fact.recent),
    timed: JSON.stringify(fact.timed),
    state: fluencyOf(fact),
    best: fact.best,
    level: fact.level,
    due: fact.due,
    asked_day: fact.last,
    asked_at: fact.at,
    missed: Number(fact.missed),
    first_right: fact.firstRight,
    last_right: fact.lastRight,
    known_day: counters.knownDay,
    missed_first: Number(counters.missedFirst),
    right_days: counters.rightDays,
    right_day: counters.rightDay,
    picture_day: counters.pictureDay,
    is_alone: Number(counters.isAlone),
    is_hard: Number(counters.isHard),
    fell: Number(counters.fell),
    is_again: Number(counters.isAgain),
    is_still: Number(counters.isStill),
    seen_at_ms: counters.seenMs,
    session: counters.session,
  }
}

/** A student's memory with these facts; all others appear as never asked. */
export function memoryOf(state: StudentState, rows: readonly FactFluencyTable[]): LearningMemory {
  const facts = [...EMPTY_MEMORY.facts]
  for (const row of rows) {
    const number = numberOf(row.fact)
    if (number >= 0) facts[number] = factOf(row)
  }
  const { abilities, problems, day, unknownMet } = state
  return { facts, abilities, problems, day, unknownMet }
}

export function studentMemory(
  row: LearningRow & { readonly zones: string },
  facts: readonly FactFluencyTable[],
): StudentMemory {
  const current = readState(row)
  const state = current ?? NO_STATE
  return {
    memory: memoryOf(state, facts),
    folded: state.folded,
    isStale: current === null,
    changed: new Set(),
    zones: readZones(row.zones),
    achieving: evaluationOf(
      state.counters,
      new Map(facts.map((fact) => [numberOf(fact.fact), factCountersOf(fact)])),
    ),
    lately: JSON.parse(row.lately) as Lately,
    letters: row.letters,
    entryTimes: state.entryTimes,
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
    if (!fact) return []
    return [factRow(studentId, number, fact, achieving.facts.get(number) ?? NO_FACT_COUNTERS)]
  })
}

export function learningRow(student: StudentMemory): LearningRow {
  const { memory, changed, folded, achieving, lately, letters, entryTimes } = student
  const { abilities, problems, day, unknownMet } = memory
  const { counters } = achieving
  return {
    ...stateRow({ abilities, problems, day, unknownMet, folded, counters, entryTimes }),
    lately: JSON.stringify(lately),
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
