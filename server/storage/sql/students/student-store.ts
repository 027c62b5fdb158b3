import { isAchievement } from '../../../../domain/achievements/catalog.ts'
import { betterStates, withBrought } from '../../../../domain/learning/brought.ts'
import { readZones } from '../../../../domain/calendar.ts'
import { EMPTY_MEMORY, factAt } from '../../../../domain/learning/memory.ts'
import type { StudentAchievement, StudentStore } from '../../../student/port.ts'
import type { Database } from '../../database.ts'
import { toJson } from '../json-rows.ts'
import { CalendarRows } from './calendar-rows.ts'
import { StudentSessionRows } from './session-rows.ts'
import { StudentLogRows } from './student-log.ts'
import { studentOverview } from './student-overview.ts'
import { memoryReading } from './memory-reading.ts'
import { factOf } from './memory-rows.ts'
import { memoryStatements } from './memory-statements.ts'
import { measuredEntries, withEntryTime } from './student-state.ts'
import { announcingStatements, progressStatements, sessionStatements } from './student-statements.ts'
import type { AchievementTable } from './student-tables.ts'

function achievementOf(row: AchievementTable): StudentAchievement[] {
  const { id, level, about, amount, earned_at_ms: atMs, earned_day: day, shown_at_ms: shownAtMs } = row
  // A later version may know more.
  return isAchievement(id) ? [{ id, level, about, amount, atMs, day, shownAtMs }] : []
}

/** Reads the memory that the child's devices and garden show: with what guests have brought. */
function shownMemories(database: Database): StudentStore['memory'] {
  const read = memoryReading(database)
  return async (studentId) => {
    const found = (await read([studentId])).get(studentId)
    return found ? withBrought(found.memory, found.brought) : EMPTY_MEMORY
  }
}

function studentReading(database: Database) {
  const reads = progressStatements(database.dialect)
  const memories = memoryStatements(database.dialect)
  const calendarRows = new CalendarRows(database.dialect)
  const shownMemory = shownMemories(database)
  return {
    lastAttemptAtMs: (studentId, sessionId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reads.lastAttempt, { studentId, sessionId })
        return row?.at_ms ?? null
      }),

    progress: async (studentId) => {
      const { facts } = await shownMemory(studentId)
      return database.read(async (transaction) => {
        const [days, calendars, earned] = await Promise.all([
          transaction.all(reads.days, { studentId }),
          calendarRows.read(transaction, [studentId]),
          transaction.all(reads.achievements, { studentId }),
        ])
        const own = calendars.get(studentId)
        return {
          achieved: own ? { ...own, achievements: earned.flatMap(achievementOf) } : null,
          days: days.map(({ practice_day: practiceDay, ...sums }) => ({ practiceDay, ...sums })),
          facts: facts.flatMap((fact, number) =>
            fact && fact.best > 0 ? [{ factId: factAt(number)?.id ?? '', fact }] : [],
          ),
        }
      })
    },

    ownDay: (studentId, fromMs) =>
      database.read(async (transaction) => {
        const [sessions, calendars] = await Promise.all([
          transaction.all(reads.offBoards, { studentId, fromMs }),
          calendarRows.read(transaction, [studentId]),
        ])
        return {
          sessions: sessions.length,
          points: sessions.reduce((sum, { score, aside_score: aside }) => sum + score - aside, 0),
          practice: calendars.get(studentId) ?? null,
        }
      }),

    overview: studentOverview(database),

    memory: shownMemory,

    zones: (studentId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(memories.zones, { studentId })
        return readZones(row?.zones ?? row?.zone ?? '')
      }),

    entryTimes: (studentId) =>
      database.read(async (transaction) =>
        measuredEntries((await transaction.first(memories.state, { studentId }))?.state ?? ''),
      ),

    factHistory: (studentId, factId, most) =>
      database.read(async (transaction) => {
        const [row, attempts] = await Promise.all([
          transaction.first(reads.fact, { studentId, fact: factId }),
          transaction.all(reads.attemptsAt, { studentId, fact: factId, most }),
        ])
        return {
          fact: row ? factOf(row) : null,
          attempts: attempts.map((past) => ({
            given: past.given,
            correct: past.correct === 1,
            attempt: past.attempt === 1 || past.attempt === 2 ? past.attempt : 3,
            points: past.points,
            responseMs: past.response_ms,
            visualUsed: past.visual_used === 1,
            atMs: past.at_ms,
          })),
        }
      }),
  } satisfies Partial<StudentStore>
}

/** Stores students' practice. */
export function sqlStudentStore(database: Database): StudentStore {
  const statements = sessionStatements(database.dialect)
  const announcing = announcingStatements(database.dialect)
  const memories = memoryStatements(database.dialect)
  const logRows = new StudentLogRows(database.dialect)
  const sessions = new StudentSessionRows(database.dialect, logRows)

  return {
    ...studentReading(database),

    begin: (session) => database.write((transaction) => sessions.begin(transaction, session)),

    find: (studentId, sessionId) =>
      database.read((transaction) => sessions.find(transaction, studentId, sessionId)),

    log: (studentId, attempts) =>
      database.write((transaction) => logRows.log(transaction, { studentId, attempts })),

    logLate: (late) => database.write((transaction) => sessions.logLate(transaction, late)),

    complete: (completion) => database.write((transaction) => sessions.complete(transaction, completion)),

    shown: (studentId, shown, nowMs) =>
      database.write(async (transaction) => {
        const rows = toJson(shown.map(({ id, level }) => ({ student_id: studentId, id, level })))
        await transaction.run(announcing.shown, { rows, nowMs })
      }),

    putAnnounces: (studentId, announces) =>
      database.write(async (transaction) => {
        await transaction.run(announcing.putAnnounces, { studentId, announces: announces ? 1 : 0 })
      }),

    bringGarden: (studentId, states, nowMs) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(statements.lockStudent, { studentId }))) return
        transaction.send(statements.addStudent, { studentId, atMs: nowMs })
        const [row] = await transaction.all(statements.lock, { rows: toJson([{ student_id: studentId }]) })
        const brought = betterStates(row?.brought ?? '', states)
        await transaction.run(memories.putBrought, { studentId, brought })
      }),

    putEntryTime: (studentId, { inputType, ...time }) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(statements.lockStudent, { studentId }))) return
        transaction.send(statements.addStudent, { studentId, atMs: time.measuredAtMs })
        const [row] = await transaction.all(statements.lock, { rows: toJson([{ student_id: studentId }]) })
        const state = withEntryTime(row?.state ?? '', inputType, time)
        await transaction.run(memories.putState, { studentId, state })
      }),
  }
}
