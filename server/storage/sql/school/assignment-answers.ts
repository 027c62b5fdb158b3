import { sql } from 'kysely'
import { GUEST_OFF_BOARDS, GUEST_SESSION } from '../../../../contract/attempt-log.ts'
import { EMPTY_MEMORY } from '../../../../domain/learning/memory.ts'
import type { Database, Transaction } from '../../database.ts'
import { memoryReading } from '../students/memory-reading.ts'

/** Sessions that are no work on an assignment: a guest has none. */
const NOT_ASSIGNED = [GUEST_SESSION, GUEST_OFF_BOARDS].map((type) => sql.lit(type))

/** A problem is over with a right answer or the third wrong one. */
const IS_OVER = sql<number>`case when attempt.correct = 1 or attempt.attempt = 3 then 1 else 0 end`
const IS_FIRST = sql<number>`case when attempt.attempt = 1 then 1 else 0 end`
const IS_FIRST_RIGHT = sql<number>`case when attempt.attempt = 1 and attempt.correct = 1 then 1 else 0 end`
const DAY_MS = 86_400_000

type Span = { readonly fromMs: number; readonly untilMs: number }

/**
 * What children answered in a time. Facts that were asked since are found first, so that the cost does not depend on how long a
 * child has practiced. Answers that are set aside, and those given as a guest, do not count.
 */
function answersOf({ db }: Transaction, studentIds: readonly string[], { fromMs, untilMs }: Span) {
  return (
    db
      .selectFrom('fact_fluency')
      .innerJoin('attempt', (join) =>
        join
          .onRef('attempt.student_id', '=', 'fact_fluency.student_id')
          .onRef('attempt.fact', '=', 'fact_fluency.fact'),
      )
      .innerJoin('student_session', (join) =>
        join
          .onRef('student_session.student_id', '=', 'attempt.student_id')
          .onRef('student_session.session_id', '=', 'attempt.session_id'),
      )
      .where('fact_fluency.student_id', 'in', studentIds)
      // The day of an answer is the practice day, which may be one less than the day in UTC.
      .where(sql<number>`(fact_fluency.asked_day + 2) * ${sql.lit(DAY_MS)}`, '>=', fromMs)
      .where('attempt.at_ms', '>=', fromMs)
      .where('attempt.at_ms', '<', untilMs)
      .where('student_session.session_type', 'not in', NOT_ASSIGNED)
      .where('attempt.set_aside', 'is', null)
  )
}

async function countAnswers(transaction: Transaction, studentIds: readonly string[], span: Span) {
  if (studentIds.length === 0) return []
  const rows = await answersOf(transaction, studentIds, span)
    .select(({ fn }) => [
      'attempt.student_id',
      'attempt.fact',
      fn.sum<number>(IS_OVER).as('problems'),
      fn.sum<number>(IS_FIRST).as('firsts'),
      fn.sum<number>(IS_FIRST_RIGHT).as('firsts_right'),
    ])
    .groupBy(['attempt.student_id', 'attempt.fact'])
    .execute()
  return rows.map((row) => ({
    studentId: row.student_id,
    factId: row.fact,
    problems: Number(row.problems),
    firsts: Number(row.firsts),
    firstsRight: Number(row.firsts_right),
  }))
}

async function readAnswers(transaction: Transaction, studentId: string, span: Span) {
  const rows = await answersOf(transaction, [studentId], span)
    .select(['attempt.fact', 'attempt.at_ms', 'attempt.correct', 'attempt.attempt'])
    .orderBy('attempt.at_ms')
    .orderBy('attempt.session_id')
    .orderBy('attempt.place')
    .execute()
  return rows.map((row) => ({
    factId: row.fact,
    atMs: row.at_ms,
    isFirst: row.attempt === 1,
    isRight: row.correct === 1,
    isOver: row.correct === 1 || row.attempt === 3,
  }))
}

async function readTimes({ db }: Transaction, studentIds: readonly string[], { fromMs, untilMs }: Span) {
  if (studentIds.length === 0) return []
  const rows = await db
    .selectFrom('student_session')
    .select(['student_id', 'session_type', 'started_at_ms', 'seconds'])
    .where('student_id', 'in', studentIds)
    .where('started_at_ms', '>=', fromMs)
    .where('started_at_ms', '<', untilMs)
    .where('session_type', 'not in', NOT_ASSIGNED)
    .orderBy('started_at_ms')
    .orderBy('session_id')
    .execute()
  return rows.map((row) => ({
    studentId: row.student_id,
    sessionType: row.session_type,
    startedAtMs: row.started_at_ms,
    seconds: row.seconds,
  }))
}

/** The pace of the newest days, because that of a class changes over a year, and the facts tried. */
async function practiced({ db }: Transaction, studentIds: readonly string[], fromDay: string) {
  if (studentIds.length === 0) return { problemMs: null, factIds: [] }
  const [pace, tried] = await Promise.all([
    db
      .selectFrom('student_day')
      .select(({ fn }) => [
        fn.sum<number>('seconds').as('seconds'),
        fn.sum<number>('attempts').as('attempts'),
      ])
      .where('student_id', 'in', studentIds)
      .where('practice_day', '>=', fromDay)
      .executeTakeFirst(),
    db.selectFrom('fact_fluency').select('fact').distinct().where('student_id', 'in', studentIds).execute(),
  ])
  const [seconds, attempts] = [Number(pace?.seconds ?? 0), Number(pace?.attempts ?? 0)]
  return {
    problemMs: attempts > 0 ? Math.round((seconds * 1000) / attempts) : null,
    factIds: tried.map(({ fact }) => fact),
  }
}

/** Reads what the children of assignments answered. */
export function assignmentAnswers(database: Database) {
  const memories = memoryReading(database)
  return {
    /** By child and fact. */
    counts: (studentIds: readonly string[], span: Span) =>
      database.read((transaction) => countAnswers(transaction, studentIds, span)),

    answers: (studentId: string, span: Span) =>
      database.read((transaction) => readAnswers(transaction, studentId, span)),

    /** Sessions that began in this time, oldest first. */
    times: (studentIds: readonly string[], span: Span) =>
      database.read((transaction) => readTimes(transaction, studentIds, span)),

    memory: async (studentId: string) => (await memories([studentId])).get(studentId)?.memory ?? EMPTY_MEMORY,

    /** How long a problem has taken these children since a practice day, and the facts that any of them has tried. */
    practiced: (studentIds: readonly string[], fromDay: string) =>
      database.read((transaction) => practiced(transaction, studentIds, fromDay)),
  }
}
