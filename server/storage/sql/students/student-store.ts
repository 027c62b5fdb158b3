import type { Selectable, Updateable } from 'kysely'
import { GUEST_SESSION } from '../../../../contract/attempt-log.ts'
import { isAchievement, type Earned } from '../../../../domain/achievements/catalog.ts'
import { betterStates, withBrought } from '../../../../domain/learning/brought.ts'
import { readZones } from '../../../../domain/calendar.ts'
import { LEAGUE_IDS } from '../../../../domain/league.ts'
import { EMPTY_MEMORY, factAt, type LearningMemory } from '../../../../domain/learning/memory.ts'
import type {
  PastAttempt,
  Progress,
  StudentAchievement,
  StudentDay,
  Completion,
  LateAttempts,
  MeasuredEntry,
  NewAttempt,
  NewSession,
} from '../../../student/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { readCalendars } from './calendar-rows.ts'
import { beginSession, completeSession, findSession, logLateAttempts } from './session-rows.ts'
import { logAttempts } from './student-log.ts'
import { studentOverview } from './student-overview.ts'
import { memoryReading } from './memory-reading.ts'
import { factOf } from './memory-rows.ts'
import { addPractice, lockPractice, lockStudent } from './student-practice-rows.ts'
import { measuredEntries, withEntryTime } from './student-state.ts'
import type { AchievementTable, StudentPracticeTable } from './student-tables.ts'

function achievementOf(row: AchievementTable): StudentAchievement[] {
  const { id, level, about, amount, earned_at_ms: atMs, earned_day: day, shown_at_ms: shownAtMs } = row
  // A later version may know more.
  return isAchievement(id) ? [{ id, level, about, amount, atMs, day, shownAtMs }] : []
}

async function readProgress(
  transaction: Transaction,
  studentId: string,
  { facts }: LearningMemory,
): Promise<Progress> {
  const { db } = transaction
  const [days, calendars, earned] = await Promise.all([
    db
      .selectFrom('student_day')
      .select(['practice_day as practiceDay', 'seconds', 'sessions', 'points', 'attempts'])
      .where('student_id', '=', studentId)
      .orderBy('practice_day')
      .execute(),
    readCalendars(transaction, [studentId]),
    db
      .selectFrom('achievement')
      .selectAll()
      .where('student_id', '=', studentId)
      .orderBy('earned_at_ms', 'desc')
      .orderBy('id')
      .orderBy('level', 'desc')
      .execute(),
  ])
  const own = calendars.get(studentId)
  return {
    achieved: own ? { ...own, achievements: earned.flatMap(achievementOf) } : null,
    days,
    facts: facts.flatMap((fact, number) =>
      fact && fact.best > 0 ? [{ factId: factAt(number)?.id ?? '', fact }] : [],
    ),
  }
}

async function readOwnDay(transaction: Transaction, studentId: string, fromMs: number): Promise<StudentDay> {
  const [sessions, calendars] = await Promise.all([
    transaction.db
      .selectFrom('student_session')
      .select(['score', 'aside_score'])
      .where('student_id', '=', studentId)
      .where('completed_at_ms', '>=', fromMs)
      .whereRef('answered', '>', 'aside_answered')
      .where('session_type', 'not in', [...LEAGUE_IDS, GUEST_SESSION])
      .execute(),
    readCalendars(transaction, [studentId]),
  ])
  return {
    sessions: sessions.length,
    points: sessions.reduce((sum, { score, aside_score: aside }) => sum + score - aside, 0),
    practice: calendars.get(studentId) ?? null,
  }
}

async function readFactHistory({ db }: Transaction, studentId: string, factId: string, most: number) {
  const fact = db.selectFrom('fact_fluency').selectAll().where('student_id', '=', studentId)
  const [row, attempts] = await Promise.all([
    fact.where('fact', '=', factId).executeTakeFirst(),
    db
      .selectFrom('attempt')
      .select(['given', 'correct', 'attempt', 'points', 'response_ms', 'visual_used', 'at_ms'])
      .where('student_id', '=', studentId)
      .where('fact', '=', factId)
      .orderBy('at_ms', 'desc')
      .orderBy('session_id', 'desc')
      .orderBy('place', 'desc')
      .limit(most)
      .execute(),
  ])
  return {
    fact: row ? factOf(row) : null,
    attempts: attempts.map((past): PastAttempt => ({
      given: past.given,
      correct: past.correct === 1,
      attempt: past.attempt === 1 || past.attempt === 2 ? past.attempt : 3,
      points: past.points,
      responseMs: past.response_ms,
      visualUsed: past.visual_used === 1,
      atMs: past.at_ms,
    })),
  }
}

function studentReading(database: Database) {
  const memories = memoryReading(database)

  /** The memory that the child's devices and garden show: with what guests have brought. */
  const memory = async (studentId: string): Promise<LearningMemory> => {
    const found = (await memories([studentId])).get(studentId)
    return found ? withBrought(found.memory, found.brought) : EMPTY_MEMORY
  }

  return {
    find: (studentId: string, sessionId: string) =>
      database.read((transaction) => findSession(transaction, studentId, sessionId)),

    /** The time of the session's last attempt; null for none. */
    lastAttemptAtMs: (studentId: string, sessionId: string) =>
      database.read(async ({ db }) => {
        const log = db.selectFrom('attempt').select('at_ms').where('student_id', '=', studentId)
        const newestFirst = log.where('session_id', '=', sessionId).orderBy('place', 'desc')
        return (await newestFirst.limit(1).executeTakeFirst())?.at_ms ?? null
      }),

    /** Reads only precomputed totals. */
    progress: async (studentId: string) => {
      const shown = await memory(studentId)
      return database.read((transaction) => readProgress(transaction, studentId, shown))
    },

    /** The sessions of no board that ended since then, and their points. */
    ownDay: (studentId: string, fromMs: number) =>
      database.read((transaction) => readOwnDay(transaction, studentId, fromMs)),

    /** Reads only precomputed totals; results are in the order of the ids, as of `today`, a practice day. */
    overview: (studentIds: readonly string[], today: string) =>
      database.read((transaction) => studentOverview(transaction, studentIds, today)),

    memory,

    /** The zones of the student's calendar. */
    zones: (studentId: string) =>
      database.read(async ({ db }) => {
        const row = await db
          .selectFrom('student')
          .innerJoin('school_class', 'school_class.id', 'student.class_id')
          .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
          .select(['school_class.zone', 'student_practice.zones'])
          .where('student.user_id', '=', studentId)
          .executeTakeFirst()
        return readZones(row?.zones ?? row?.zone ?? '')
      }),

    /** Measured entry times by input type. */
    entryTimes: (studentId: string) =>
      database.read(async ({ db }) => {
        const practice = db.selectFrom('student_practice').select('state')
        const row = await practice.where('student_id', '=', studentId).executeTakeFirst()
        return measuredEntries(row?.state ?? '')
      }),

    /** The memory of a fact, and its newest attempts, newest first. */
    factHistory: (studentId: string, factId: string, most: number) =>
      database.read((transaction) => readFactHistory(transaction, studentId, factId, most)),
  }
}

/** Changes a student's practice, which is begun if there is none; does nothing if the student was deleted. */
async function changePractice(
  transaction: Transaction,
  studentId: string,
  nowMs: number,
  change: (row: Selectable<StudentPracticeTable> | undefined) => Updateable<StudentPracticeTable>,
): Promise<void> {
  if (!(await lockStudent(transaction, studentId))) return
  const [, [row]] = await Promise.all([
    addPractice(transaction, studentId, nowMs),
    lockPractice(transaction, [studentId]),
  ])
  const practice = transaction.db.updateTable('student_practice').set(change(row))
  await practice.where('student_id', '=', studentId).execute()
}

/** Stores the practice of students. Every operation is atomic and durable when it resolves. */
export function sqlStudentStore(database: Database) {
  return {
    ...studentReading(database),

    /** Stores the session unless its id exists, and returns the stored one; null if the student was deleted. */
    begin: (session: NewSession) => database.write((transaction) => beginSession(transaction, session)),

    /** Logs attempts in order, all or none. Attempts at places already logged are repeats. */
    log: (studentId: string, attempts: readonly NewAttempt[]) =>
      database.write(async (transaction) => {
        // Attempts of sessions that have ended are refused.
        const { logged } = await logAttempts(transaction, { studentId, attempts }, Number.POSITIVE_INFINITY)
        return logged
      }),

    /**
     * As `log`, also for ended sessions: their totals and boards change in the same transaction. Late attempts count as made no
     * later than the session's end.
     */
    logLate: (late: LateAttempts) => database.write((transaction) => logLateAttempts(transaction, late)),

    /** Ends a session and counts it on its league's board; idempotent. */
    complete: (completion: Completion) =>
      database.write((transaction) => completeSession(transaction, completion)),

    /** Notes which achievements were shown. */
    shown: (studentId: string, shown: readonly Pick<Earned, 'id' | 'level'>[], nowMs: number) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('achievement')
          .set({ shown_at_ms: nowMs })
          .where('student_id', '=', studentId)
          .where(({ and, or }) => or(shown.map(({ id, level }) => and({ id, level }))))
          // What was announced before keeps its time.
          .where('shown_at_ms', 'is', null)
          .execute()
      }),

    /** Stores the child's own setting of announcements. */
    putAnnounces: (studentId: string, announces: boolean) =>
      database.write(async ({ db }) => {
        const student = db.updateTable('student').set({ announces: Number(announces) })
        await student.where('user_id', '=', studentId).execute()
      }),

    /** Adds what a guest's garden has reached (`bestStates`) to the student's; does nothing if the student was deleted. */
    bringGarden: (studentId: string, states: string, nowMs: number) =>
      database.write((transaction) =>
        changePractice(transaction, studentId, nowMs, (row) => ({
          brought: betterStates(row?.brought ?? '', states),
        })),
      ),

    /** Stores a measured entry time; does nothing if the student was deleted. */
    putEntryTime: (studentId: string, { inputType, ...time }: MeasuredEntry) =>
      database.write((transaction) =>
        changePractice(transaction, studentId, time.measuredAtMs, (row) => ({
          state: withEntryTime(row?.state ?? '', inputType, time),
        })),
      ),
  }
}

export type StudentStore = ReturnType<typeof sqlStudentStore>
