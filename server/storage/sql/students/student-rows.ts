import { FLUENCY_STATES, type FluencyState } from '../../../../domain/learning/states.ts'
import { summed, type SessionSums } from '../../../../domain/session-log.ts'
import type { StudentSession } from '../../../student/port.ts'
import type { StudentSessionTable } from './student-tables.ts'

/** The columns of a session that logging changes. */
export const LOG_COLUMNS = {
  seconds: 'integer',
  last_place: 'integer',
  problems: 'integer',
  open_fact: 'text',
  open_misses: 'integer',
  open_ms: 'integer',
  answered: 'integer',
  correct: 'integer',
  score: 'integer',
  answered_ms: 'integer',
  practised_ms: 'integer',
  aside_answered: 'integer',
  aside_correct: 'integer',
  aside_score: 'integer',
  aside_answered_ms: 'integer',
} as const

/** A session's sums without attempts that are set aside. */
export function countedSums({ log, aside }: Pick<StudentSession, 'log' | 'aside'>): SessionSums {
  return summed(log, aside, -1)
}

export function logRow({ log, aside, seconds }: Pick<StudentSession, 'log' | 'aside' | 'seconds'>) {
  return {
    seconds,
    last_place: log.lastPlace,
    problems: log.problems,
    open_fact: log.open?.factId ?? null,
    open_misses: log.open?.misses ?? 0,
    open_ms: log.open?.shownMs ?? 0,
    answered: log.answered,
    correct: log.correct,
    score: log.score,
    answered_ms: log.answeredMs,
    practised_ms: log.practicedMs,
    aside_answered: aside.answered,
    aside_correct: aside.correct,
    aside_score: aside.score,
    aside_answered_ms: aside.answeredMs,
  }
}

export function sessionOf(row: StudentSessionTable): StudentSession {
  const { open_fact: factId, open_misses: misses, open_ms: shownMs } = row
  return {
    studentId: row.student_id,
    sessionId: row.session_id,
    sessionType: row.session_type,
    targetSeconds: row.target_seconds,
    totalProblems: row.total_problems,
    startedAtMs: row.started_at_ms,
    completedAtMs: row.completed_at_ms,
    seconds: row.seconds,
    time: { fromMs: row.counts_from_ms, untilMs: row.counts_until_ms },
    aside: {
      answered: row.aside_answered,
      correct: row.aside_correct,
      score: row.aside_score,
      answeredMs: row.aside_answered_ms,
    },
    log: {
      lastPlace: row.last_place,
      problems: row.problems,
      open: factId === null ? null : { factId, misses, shownMs },
      answered: row.answered,
      correct: row.correct,
      score: row.score,
      answeredMs: row.answered_ms,
      practicedMs: row.practised_ms,
    },
  }
}

/** Parses a stored fluency state; anything invalid is `unknown`. */
export function stateOf(text: string): FluencyState {
  return FLUENCY_STATES.find((state) => state === text) ?? 'unknown'
}
