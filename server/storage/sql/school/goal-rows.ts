import { TOGETHER } from '../../../../domain/achievements/catalog.ts'
import { outageDays, type DayRange, type Weekday } from '../../../../domain/calendar.ts'
import { dayIn } from '../../../../domain/day-in-zone.ts'
import type { GoalClass, WeekGoal } from '../../../../domain/school/class-goal.ts'
import type { Transaction } from '../../database.ts'
import type { PracticeCalendar } from '../students/calendar-rows.ts'

/** The children of a class. */
export async function childIdsOf({ db }: Transaction, classId: string): Promise<string[]> {
  const children = db.selectFrom('student').select('user_id').where('class_id', '=', classId)
  return (await children.orderBy('user_id').execute()).map(({ user_id: id }) => id)
}

/** What the child achieved together with its class and was not shown, newest first, unless announcements are off. */
export async function announceable({ db }: Transaction, studentId: string) {
  const rows = await db
    .selectFrom('achievement')
    .innerJoin('student', 'student.user_id', 'achievement.student_id')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .select(['achievement.id', 'level', 'earned_at_ms as atMs'])
    .where('student_id', '=', studentId)
    .where('achievement.id', 'in', [...TOGETHER])
    .where('shown_at_ms', 'is', null)
    .where('student.announces', '=', 1)
    .where('student.adult_announces', '=', 1)
    .where('school_class.announces', '=', 1)
    .orderBy('earned_at_ms', 'desc')
    .orderBy('achievement.id')
    .execute()
  return rows.flatMap(({ id: stored, ...row }) => {
    const id = TOGETHER.find((each) => each === stored)
    return id ? [{ ...row, id }] : []
  })
}

/** Null for a family, and for a class that is archived or does not exist. `children` are those of the class. */
export async function readGoalClass(
  { db }: Transaction,
  classId: string,
  children: ReadonlyMap<string, PracticeCalendar>,
): Promise<GoalClass | null> {
  const [home, holidays, outages, weeks] = await Promise.all([
    db
      .selectFrom('school_class')
      .select(['zone', 'school_days', 'created_at_ms'])
      .where('id', '=', classId)
      .where('kind', '=', 'class')
      .where('archived_at_ms', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('class_holiday')
      .select(['from_day as from', 'to_day as to'])
      .where('class_id', '=', classId)
      .execute(),
    db.selectFrom('outage').select(['from_ms as fromMs', 'until_ms as untilMs']).execute(),
    db.selectFrom('class_goal').selectAll().where('class_id', '=', classId).orderBy('monday').execute(),
  ])
  if (!home) return null
  const { zone } = home
  const free: DayRange[] = [...holidays, ...outageDays(zone, outages).map((day) => ({ from: day, to: day }))]
  const schoolDays = Array.from(home.school_days, (digit) => Number(digit) as Weekday)
  return {
    calendar: { zone, past: [], schoolDays, free, firstDay: dayIn(zone, home.created_at_ms) },
    members: [...children].map(([id, { calendar, joinedDay, practiced }]) => ({
      id,
      calendar: { ...calendar, firstDay: joinedDay },
      days: practiced.map(({ day }) => day),
    })),
    weeks: weeks.map(({ monday, goal, is_set: isSet, days, present }) => ({
      monday,
      goal,
      isSet: isSet === 1,
      total: days === null || present === null ? null : { days, present },
    })),
  }
}

/** Stores a goal that an adult set; false if there is one. */
export async function setGoal(
  { db, dialect }: Transaction,
  classId: string,
  monday: string,
  goal: number,
): Promise<boolean> {
  const home = db.selectFrom('school_class').select('id').where('id', '=', classId)
  await home.$if(dialect === 'postgres', (query) => query.forUpdate()).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('class_goal')
    .values({ class_id: classId, monday, goal, is_set: 1, days: null, present: null })
    .onConflict((conflict) => conflict.columns(['class_id', 'monday']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a week that is over. */
export async function closeGoal({ db }: Transaction, classId: string, week: WeekGoal): Promise<void> {
  const { monday, isSet, ...total } = week
  await db
    .insertInto('class_goal')
    .values({ class_id: classId, monday, is_set: Number(isSet), ...total })
    .onConflict((conflict) => conflict.columns(['class_id', 'monday']).doUpdateSet(total))
    .execute()
}
