import { FLUENCY_STATES, type FactHistory, type FluencyState } from '../../../domain/fluency.ts'
import type { SessionLog } from '../../../domain/session-log.ts'
import type { StudentSession } from '../../student/port.ts'
import type { FactFluencyTable, StudentSessionTable } from './schema.ts'

/** Columns of a session that its log changes. */
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
} as const

export const FLUENCY_COLUMNS = {
  student_id: 'text',
  fact: 'text',
  seen: 'integer',
  right_count: 'integer',
  recent: 'text',
  first_right_day: 'text',
  last_right_day: 'text',
  state: 'text',
} as const

const WRONG = '-'

/** The changing columns of a session with this log, of which so many seconds were counted. */
export function logRow(log: SessionLog, seconds: number) {
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
    practised_ms: log.practisedMs,
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
    time: { fromMs: row.counts_from_ms ?? row.started_at_ms, untilMs: row.counts_until_ms },
    log: {
      lastPlace: row.last_place,
      problems: row.problems,
      open: factId === null ? null : { factId, misses, shownMs },
      answered: row.answered,
      correct: row.correct,
      score: row.score,
      answeredMs: row.answered_ms,
      practisedMs: row.practised_ms,
    },
  }
}

/** What a stored text says of how well a fact is known; what no version writes is `unknown`. */
export function stateOf(text: string): FluencyState {
  return FLUENCY_STATES.find((state) => state === text) ?? 'unknown'
}

export function historyOf(row: Omit<FactFluencyTable, 'student_id' | 'fact' | 'state'>): FactHistory {
  const recent = row.recent.split(' ').filter((item) => item !== '')
  return {
    seen: row.seen,
    right: row.right_count,
    recent: recent.map((item) => (item === WRONG ? null : Number(item))),
    firstRightDay: row.first_right_day,
    lastRightDay: row.last_right_day,
  }
}

export function historyRow(history: FactHistory, state: FluencyState) {
  return {
    seen: history.seen,
    right_count: history.right,
    recent: history.recent.map((pace) => pace ?? WRONG).join(' '),
    first_right_day: history.firstRightDay,
    last_right_day: history.lastRightDay,
    state,
  }
}
