import { GUEST_SESSION } from '../../../../contract/attempt-log.ts'
import { LEAGUE_IDS } from '../../../../domain/league.ts'
import type { Dialect } from '../../dialect.ts'
import { adding, columnsOf, insertSent, isSent, jsonRows } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { LOG_COLUMNS } from './student-rows.ts'
import { NO_STATE, stateRow } from './student-state.ts'

type Rows = { rows: string }
type OfStudent = { studentId: string }
type OfSession = OfStudent & { sessionId: string }

const SESSION_KEY = { student_id: 'text', session_id: 'text' } as const

const ATTEMPT_COLUMNS = {
  ...SESSION_KEY,
  place: 'integer',
  fact: 'text',
  given: 'integer',
  correct: 'integer',
  attempt: 'integer',
  points: 'integer',
  response_ms: 'integer',
  entry_ms: 'integer',
  time_factor: 'text',
  visual_used: 'integer',
  at_ms: 'integer',
  set_aside: 'text',
} as const

const DAY_SUMS = { seconds: 'integer', sessions: 'integer', points: 'integer', attempts: 'integer' } as const

const DAY_COLUMNS = { student_id: 'text', practice_day: 'text', ...DAY_SUMS } as const

const NOTHING_LOGGED = {
  completed_at_ms: null,
  seconds: 0,
  last_place: -1,
  problems: 0,
  open_fact: null,
  open_misses: 0,
  open_ms: 0,
  answered: 0,
  correct: 0,
  score: 0,
  answered_ms: 0,
  practised_ms: 0,
  aside_answered: 0,
  aside_correct: 0,
  aside_score: 0,
  aside_answered_ms: 0,
}

const NEW_STATE = stateRow(NO_STATE)

const zoneOfHome = (dialect: Dialect, studentId: string) =>
  queryBuilder(dialect)
    .selectFrom('student')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .select('school_class.zone')
    .where('student.user_id', '=', studentId)

/** Statements that begin and complete sessions, and that lock students. */
export const sessionStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Whoever inserts rows of a student first locks the student, and finds none if the student is being deleted.
    lockStudent: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .select('created_at_ms')
        .where('user_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forKeyShare()),
    ),
    addStudent: statement<OfStudent & { atMs: number }>()((values) =>
      db
        .insertInto('student_practice')
        .values({
          student_id: values.studentId,
          first_session_at_ms: values.atMs,
          ...NEW_STATE,
          zones: zoneOfHome(dialect, values.studentId),
        })
        .onConflict((conflict) => conflict.column('student_id').doNothing()),
    ),
    // Locks the students, in order and before any other rows of theirs, to prevent deadlocks. SQLite has only one writer.
    lock: statement<Rows>()((values) =>
      db
        .selectFrom('student_practice')
        .selectAll()
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .orderBy('student_id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    addSession: statement<
      OfSession & {
        sessionType: string
        targetSeconds: number
        totalProblems: number
        startedAtMs: number
        fromMs: number
        untilMs: number | null
      }
    >()((values) =>
      db.insertInto('student_session').values({
        student_id: values.studentId,
        session_id: values.sessionId,
        session_type: values.sessionType,
        target_seconds: values.targetSeconds,
        total_problems: values.totalProblems,
        started_at_ms: values.startedAtMs,
        counts_from_ms: values.fromMs,
        counts_until_ms: values.untilMs,
        ...NOTHING_LOGGED,
      }),
    ),
    findSession: statement<OfSession>()((values) =>
      db
        .selectFrom('student_session')
        .selectAll()
        .where('student_id', '=', values.studentId)
        .where('session_id', '=', values.sessionId),
    ),
    close: statement<OfSession & { completedAtMs: number; seconds: number }>()((values) =>
      db
        .updateTable('student_session')
        .set({ completed_at_ms: values.completedAtMs, seconds: values.seconds })
        .where('student_id', '=', values.studentId)
        .where('session_id', '=', values.sessionId),
    ),
    addToDays: statement<Rows>()((values) =>
      insertSent(dialect, 'student_day', values.rows, DAY_COLUMNS).onConflict((conflict) =>
        conflict
          .columns(['student_id', 'practice_day'])
          .doUpdateSet(adding('student_day', columnsOf(DAY_SUMS))),
      ),
    ),
  }
})

/** Statements that keep the times of a student's sessions from overlapping (domain/session-time.ts). */
export const sessionTimeStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Of several sessions that began at the same moment, all but one have no time of their own.
    findWithin: statement<OfStudent & { atMs: number }>()((values) =>
      db
        .selectFrom('student_session')
        .selectAll()
        .where('student_id', '=', values.studentId)
        .where('counts_from_ms', '<=', values.atMs)
        .where(({ eb, or, ref }) =>
          or([eb('counts_until_ms', 'is', null), eb('counts_until_ms', '>', ref('counts_from_ms'))]),
        )
        .orderBy('counts_from_ms', 'desc')
        .limit(1),
    ),
    findNext: statement<OfStudent & { atMs: number }>()((values) =>
      db
        .selectFrom('student_session')
        .select('counts_from_ms')
        .where('student_id', '=', values.studentId)
        .where('counts_from_ms', '>', values.atMs)
        .orderBy('counts_from_ms')
        .limit(1),
    ),
    endTime: statement<OfSession & { untilMs: number }>()((values) =>
      db
        .updateTable('student_session')
        .set({ counts_until_ms: values.untilMs })
        .where('student_id', '=', values.studentId)
        .where('session_id', '=', values.sessionId),
    ),
  }
})

export const logStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    findSessions: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, SESSION_KEY))
        .innerJoin('student_session', (join) =>
          join
            .onRef('student_session.student_id', '=', 'sent.student_id')
            .onRef('student_session.session_id', '=', 'sent.session_id'),
        )
        .selectAll('student_session'),
    ),
    findFluency: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { student_id: 'text', fact: 'text' }))
        .innerJoin('fact_fluency', (join) =>
          join
            .onRef('fact_fluency.student_id', '=', 'sent.student_id')
            .onRef('fact_fluency.fact', '=', 'sent.fact'),
        )
        .selectAll('fact_fluency'),
    ),
    attemptsOfDays: statement<Rows>()((values) =>
      db
        .selectFrom(jsonRows(dialect, values.rows, { student_id: 'text', practice_day: 'text' }))
        .innerJoin('student_day', (join) =>
          join
            .onRef('student_day.student_id', '=', 'sent.student_id')
            .onRef('student_day.practice_day', '=', 'sent.practice_day'),
        )
        .select(['student_day.student_id', 'student_day.practice_day', 'student_day.attempts']),
    ),
    addAttempts: statement<Rows>()((values) => insertSent(dialect, 'attempt', values.rows, ATTEMPT_COLUMNS)),
    updateSessions: statement<Rows>()((values) =>
      db
        .updateTable('student_session')
        .from(jsonRows(dialect, values.rows, { ...SESSION_KEY, ...LOG_COLUMNS }))
        .set((eb) =>
          Object.fromEntries(columnsOf(LOG_COLUMNS).map((column) => [column, eb.ref(`sent.${column}`)])),
        )
        .whereRef('student_session.student_id', '=', 'sent.student_id')
        .whereRef('student_session.session_id', '=', 'sent.session_id'),
    ),
    updatePace: statement<OfStudent & { paceFullAtMs: number; latePace: string }>()((values) =>
      db
        .updateTable('student_practice')
        .set({ log_full_at_ms: values.paceFullAtMs, late_pace: values.latePace })
        .where('student_id', '=', values.studentId),
    ),
  }
})

/** Statements about announcing achievements. */
export const announcingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // What was announced before keeps its time.
    shown: statement<Rows & { nowMs: number }>()((values) =>
      db
        .updateTable('achievement')
        .set({ shown_at_ms: values.nowMs })
        .where(isSent(dialect, values.rows, { student_id: 'text', id: 'text', level: 'integer' }))
        .where('shown_at_ms', 'is', null),
    ),
    putAnnounces: statement<OfStudent & { announces: number }>()((values) =>
      db.updateTable('student').set({ announces: values.announces }).where('user_id', '=', values.studentId),
    ),
  }
})

export const progressStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    days: statement<OfStudent>()((values) =>
      db
        .selectFrom('student_day')
        .select(['practice_day', 'seconds', 'sessions', 'points', 'attempts'])
        .where('student_id', '=', values.studentId)
        .orderBy('practice_day'),
    ),
    offBoards: statement<OfStudent & { fromMs: number }>()((values) =>
      db
        .selectFrom('student_session')
        .select(['score', 'aside_score'])
        .where('student_id', '=', values.studentId)
        .where('completed_at_ms', '>=', values.fromMs)
        .whereRef('answered', '>', 'aside_answered')
        .where('session_type', 'not in', [...LEAGUE_IDS, GUEST_SESSION]),
    ),
    achievements: statement<OfStudent>()((values) =>
      db
        .selectFrom('achievement')
        .selectAll()
        .where('student_id', '=', values.studentId)
        .orderBy('earned_at_ms', 'desc')
        .orderBy('id')
        .orderBy('level', 'desc'),
    ),
    fact: statement<OfStudent & { fact: string }>()((values) =>
      db
        .selectFrom('fact_fluency')
        .selectAll()
        .where('student_id', '=', values.studentId)
        .where('fact', '=', values.fact),
    ),
    lastAttempt: statement<OfSession>()((values) =>
      db
        .selectFrom('attempt')
        .select('at_ms')
        .where('student_id', '=', values.studentId)
        .where('session_id', '=', values.sessionId)
        .orderBy('place', 'desc')
        .limit(1),
    ),
    attemptsAt: statement<OfStudent & { fact: string; most: number }>()((values) =>
      db
        .selectFrom('attempt')
        .select(['given', 'correct', 'attempt', 'points', 'response_ms', 'visual_used', 'at_ms'])
        .where('student_id', '=', values.studentId)
        .where('fact', '=', values.fact)
        .orderBy('at_ms', 'desc')
        .orderBy('session_id', 'desc')
        .orderBy('place', 'desc')
        .limit(values.most),
    ),
  }
})
