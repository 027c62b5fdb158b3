import { everybodyPracticed } from '../../../../domain/achievements/together.ts'
import {
  ACHIEVEMENT_RULES,
  ACHIEVEMENTS,
  TOGETHER,
  type Together,
} from '../../../../domain/achievements/catalog.ts'
import { weekOf } from '../../../../domain/calendar.ts'
import { dayIn, dayStartIn } from '../../../../domain/day-in-zone.ts'
import { daysBefore } from '../../../../domain/practice-day.ts'
import { goalOfWeek, isMemberIn, isReached, withClosedWeek } from '../../../../domain/school/class-goal.ts'
import type { Database, Transaction } from '../../database.ts'
import { childIdsOf, closeGoal, readGoalClass } from '../school/goal-rows.ts'
import { isSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { addEarned } from './achievement-writer.ts'
import { CalendarRows, type PracticeCalendar } from './calendar-rows.ts'
import { sessionStatements } from './student-statements.ts'

type OfClass = { classId: string }

/** After a longer pause, only these weeks are closed; nobody practiced while no server ran. */
const MAX_WEEKS = 4
/** No zone is further ahead of UTC. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    open: statement<{ monday: string }>()(({ monday }) =>
      db
        .selectFrom('school_class')
        .select(['id', 'zone'])
        .where('kind', '=', 'class')
        .where('archived_at_ms', 'is', null)
        .where('closed_week', '<', monday)
        .orderBy('id'),
    ),
    lock: statement<OfClass>()(({ classId }) =>
      db
        .selectFrom('school_class')
        .select('closed_week')
        .where('id', '=', classId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    close: statement<OfClass & { monday: string }>()(({ classId, monday }) =>
      db.updateTable('school_class').set({ closed_week: monday }).where('id', '=', classId),
    ),
    earned: statement<{ rows: string }>()(({ rows }) =>
      db
        .selectFrom('achievement')
        .select(({ fn }) => ['student_id', 'id', fn.max<number>('level').as('level')])
        .where(isSent(dialect, rows, { student_id: 'text' }))
        .where('id', 'in', [...TOGETHER])
        .groupBy(['student_id', 'id']),
    ),
  }
})

/** The Monday of the last week that is over in a zone. */
const lastWeek = (zone: string, nowMs: number): string => daysBefore(weekOf(dayIn(zone, nowMs)), 7)

/** The weeks after the last closed one, oldest first; only the last week if none was closed. */
function weeksAfter(closed: string, last: string): readonly string[] {
  if (closed === '') return [last]
  return Array.from({ length: MAX_WEEKS }, (_, ago) => daysBefore(last, 7 * ago))
    .filter((monday) => monday > closed)
    .toReversed()
}

/** The rows of achievements that children earn together. `levels` are those they have, by child and achievement. */
function earnedRows(levels: Map<string, number>, zone: string) {
  return (id: Together, monday: string, studentIds: readonly string[]) => {
    const atMs = dayStartIn(zone, daysBefore(monday, -7))
    return studentIds.map((studentId) => {
      const key = `${id} ${studentId}`
      const level = (levels.get(key) ?? 0) + 1
      levels.set(key, level)
      return {
        student_id: studentId,
        id,
        level,
        about: '',
        amount: level,
        earned_at_ms: atMs,
        earned_day: daysBefore(monday, -6),
        shown_at_ms: ACHIEVEMENTS[id].levels.some((one) => one === level) ? null : atMs,
        rules: ACHIEVEMENT_RULES,
      }
    })
  }
}

const membersOf = (calendars: ReadonlyMap<string, PracticeCalendar>) =>
  [...calendars].map(([id, { calendar, practiced }]) => ({
    id,
    calendar,
    days: practiced.map(({ day }) => day),
  }))

/** Stores the goals of these weeks, and returns the weeks whose goal was reached, with the children of the class. */
async function closeGoals(
  transaction: Transaction,
  classId: string,
  calendars: ReadonlyMap<string, PracticeCalendar>,
  mondays: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  let of = await readGoalClass(transaction, classId, calendars)
  const reached = new Map<string, readonly string[]>()
  for (const monday of mondays) {
    const week = of && goalOfWeek(of, monday)
    if (!of || !week) continue
    of = withClosedWeek(of, week)
    await closeGoal(transaction, classId, week)
    const members = of.members.filter((member) => isMemberIn(member, monday))
    if (isReached(week))
      reached.set(
        monday,
        members.map(({ id }) => id),
      )
  }
  return reached
}

/**
 * Evaluates the achievements and goals of whole classes for each week that is over in the zone of the class, once. The last
 * closed week is stored in the same transaction, so that it can run at any time and in several processes.
 */
export function weekCloser(database: Database): (nowMs: number, signal: AbortSignal) => Promise<void> {
  const statements = statementsFor(database.dialect)
  const students = sessionStatements(database.dialect)
  const calendarRows = new CalendarRows(database.dialect)
  const add = addEarned(database.dialect)

  /** Those of the children who are not being deleted; a child who has never played can hold an achievement too. */
  const whoCanEarn = async (transaction: Transaction, studentIds: ReadonlySet<string>) => {
    const found = new Set<string>()
    for (const studentId of [...studentIds].toSorted()) {
      const student = await transaction.first(students.lockStudent, { studentId })
      if (!student) continue
      transaction.send(students.addStudent, { studentId, atMs: student.created_at_ms })
      found.add(studentId)
    }
    return found
  }

  const close = async (transaction: Transaction, classId: string, zone: string, last: string) => {
    const row = await transaction.first(statements.lock, { classId })
    if (!row || row.closed_week >= last) return
    const ids = await childIdsOf(transaction, classId)
    const rows = toJson(ids.map((id) => ({ student_id: id })))
    const calendars = await calendarRows.read(transaction, ids)
    const earned = await transaction.all(statements.earned, { rows })
    const levels = new Map(
      earned.map(({ student_id: studentId, id, level }) => [`${id} ${studentId}`, level]),
    )
    const mondays = weeksAfter(row.closed_week, last)
    const reached = await closeGoals(transaction, classId, calendars, mondays)
    const earnedBy = earnedRows(levels, zone)
    const added = mondays.flatMap((monday) => [
      ...earnedBy('everybody', monday, everybodyPracticed(membersOf(calendars), monday)),
      ...earnedBy('class-goal', monday, reached.get(monday) ?? []),
    ])
    const able = await whoCanEarn(transaction, new Set(added.map((one) => one.student_id)))
    const kept = added.filter((one) => able.has(one.student_id))
    if (kept.length > 0) transaction.send(add, { rows: toJson(kept) })
    await transaction.run(statements.close, { classId, monday: last })
  }

  return async (nowMs, signal) => {
    const monday = lastWeek(EARLIEST_ZONE, nowMs)
    const open = await database.read((transaction) => transaction.all(statements.open, { monday }))
    for (const { id, zone } of open) {
      if (signal.aborted) return
      const last = lastWeek(zone, nowMs)
      await database.write((transaction) => close(transaction, id, zone, last))
    }
  }
}
