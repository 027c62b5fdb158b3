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
import { addEarned } from './achievement-writer.ts'
import { readCalendars, type PracticeCalendar } from './calendar-rows.ts'
import { addPractice, lockStudent } from './student-practice-rows.ts'
import type { AchievementTable } from './student-tables.ts'

/** After a longer pause, only these weeks are closed; nobody practiced while no server ran. */
const MAX_WEEKS = 4
/** No zone is further ahead of UTC. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

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

/** The levels that children have of achievements that they earn together, by achievement and child. */
async function levelsOf({ db }: Transaction, studentIds: readonly string[]): Promise<Map<string, number>> {
  if (studentIds.length === 0) return new Map()
  const earned = await db
    .selectFrom('achievement')
    .select(({ fn }) => ['student_id', 'id', fn.max<number>('level').as('level')])
    .where('student_id', 'in', studentIds)
    .where('id', 'in', [...TOGETHER])
    .groupBy(['student_id', 'id'])
    .execute()
  return new Map(earned.map((row) => [`${row.id} ${row.student_id}`, row.level]))
}

/** Adds what children earned, unless they are being deleted. A child who has never played can hold an achievement too. */
async function addTogether(transaction: Transaction, earned: readonly AchievementTable[]): Promise<void> {
  const able = new Set<string>()
  for (const studentId of [...new Set(earned.map((row) => row.student_id))].toSorted()) {
    const student = await lockStudent(transaction, studentId)
    if (!student) continue
    await addPractice(transaction, studentId, student.created_at_ms)
    able.add(studentId)
  }
  await addEarned(
    transaction,
    earned.filter((row) => able.has(row.student_id)),
  )
}

async function closeWeeks(
  transaction: Transaction,
  classId: string,
  zone: string,
  last: string,
): Promise<void> {
  const { db, dialect } = transaction
  const home = db.selectFrom('school_class').select('closed_week').where('id', '=', classId)
  const row = await home.$if(dialect === 'postgres', (query) => query.forUpdate()).executeTakeFirst()
  if (!row || row.closed_week >= last) return
  const ids = await childIdsOf(transaction, classId)
  const calendars = await readCalendars(transaction, ids)
  const earnedBy = earnedRows(await levelsOf(transaction, ids), zone)
  const mondays = weeksAfter(row.closed_week, last)
  const reached = await closeGoals(transaction, classId, calendars, mondays)
  const earned = mondays.flatMap((monday) => [
    ...earnedBy('everybody', monday, everybodyPracticed(membersOf(calendars), monday)),
    ...earnedBy('class-goal', monday, reached.get(monday) ?? []),
  ])
  await addTogether(transaction, earned)
  await db.updateTable('school_class').set({ closed_week: last }).where('id', '=', classId).execute()
}

/**
 * Evaluates the achievements and goals of whole classes for each week that is over in the zone of the class, once. The last
 * closed week is stored in the same transaction, so that it can run at any time and in several processes.
 */
export function weekCloser(database: Database): (nowMs: number, signal: AbortSignal) => Promise<void> {
  return async (nowMs, signal) => {
    const open = await database.read(({ db }) =>
      db
        .selectFrom('school_class')
        .select(['id', 'zone'])
        .where('kind', '=', 'class')
        .where('archived_at_ms', 'is', null)
        .where('closed_week', '<', lastWeek(EARLIEST_ZONE, nowMs))
        .orderBy('id')
        .execute(),
    )
    for (const { id, zone } of open) {
      if (signal.aborted) return
      const last = lastWeek(zone, nowMs)
      await database.write((transaction) => closeWeeks(transaction, id, zone, last))
    }
  }
}
