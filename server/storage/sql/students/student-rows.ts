import { summed, type SessionSums } from '../../../../domain/session-log.ts'
import type { StudentSession } from '../../../student/port.ts'
import type { StudentSessionTable } from './student-tables.ts'

/** A session's sums without attempts that are set aside. */
export function countedSums({ log, aside }: Pick<StudentSession, 'log' | 'aside'>): SessionSums {
  return summed(log, aside, -1)
}

/** The columns of a session that logging changes. */
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
