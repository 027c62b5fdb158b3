import { TOGETHER } from '../../../../domain/achievements/catalog.ts'
import { outageDays, type DayRange, type Weekday } from '../../../../domain/calendar.ts'
import { dayIn } from '../../../../domain/day-in-zone.ts'
import type { GoalClass, WeekGoal } from '../../../../domain/school/class-goal.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { replacing } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import type { PracticeCalendar } from '../students/calendar-rows.ts'

type OfClass = { classId: string }
type OfWeek = OfClass & { monday: string; goal: number }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    home: statement<OfClass>()(({ classId }) =>
      db
        .selectFrom('school_class')
        .select(['zone', 'school_days', 'created_at_ms'])
        .where('id', '=', classId)
        .where('kind', '=', 'class')
        .where('archived_at_ms', 'is', null),
    ),
    children: statement<OfClass>()(({ classId }) =>
      db.selectFrom('student').select('user_id').where('class_id', '=', classId).orderBy('user_id'),
    ),
    classOf: statement<{ studentId: string }>()(({ studentId }) =>
      db.selectFrom('student').select('class_id').where('user_id', '=', studentId),
    ),
    announceable: statement<{ studentId: string }>()(({ studentId }) =>
      db
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
        .orderBy('achievement.id'),
    ),
    holidays: statement<OfClass>()(({ classId }) =>
      db
        .selectFrom('class_holiday')
        .select(['from_day as from', 'to_day as to'])
        .where('class_id', '=', classId),
    ),
    outages: statement<Record<never, never>>()(() =>
      db.selectFrom('outage').select(['from_ms as fromMs', 'until_ms as untilMs']),
    ),
    weeks: statement<OfClass>()(({ classId }) =>
      db.selectFrom('class_goal').selectAll().where('class_id', '=', classId).orderBy('monday'),
    ),
    lock: statement<OfClass>()(({ classId }) =>
      db
        .selectFrom('school_class')
        .select('id')
        .where('id', '=', classId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    set: statement<OfWeek>()(({ classId, monday, goal }) =>
      db
        .insertInto('class_goal')
        .values({ class_id: classId, monday, goal, is_set: 1, days: null, present: null })
        .onConflict((conflict) => conflict.columns(['class_id', 'monday']).doNothing()),
    ),
    close: statement<OfWeek & { isSet: number; days: number; present: number }>()((values) =>
      db
        .insertInto('class_goal')
        .values({
          class_id: values.classId,
          monday: values.monday,
          goal: values.goal,
          is_set: values.isSet,
          days: values.days,
          present: values.present,
        })
        .onConflict((conflict) =>
          conflict.columns(['class_id', 'monday']).doUpdateSet(replacing(['goal', 'days', 'present'])),
        ),
    ),
  }
})

/** Reads and writes the goals of classes. */
export class GoalRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  async childIds(transaction: Transaction, classId: string): Promise<string[]> {
    return (await transaction.all(this.#statements.children, { classId })).map(({ user_id: id }) => id)
  }

  async classOf(transaction: Transaction, studentId: string): Promise<string | null> {
    return (await transaction.first(this.#statements.classOf, { studentId }))?.class_id ?? null
  }

  /** What the child achieved together with its class and was not shown, newest first, unless announcements are off. */
  async announceable(transaction: Transaction, studentId: string) {
    const rows = await transaction.all(this.#statements.announceable, { studentId })
    return rows.flatMap(({ id: stored, ...row }) => {
      const id = TOGETHER.find((each) => each === stored)
      return id ? [{ ...row, id }] : []
    })
  }

  /** Null for a family, and for a class that is archived or does not exist. `children` are those of the class. */
  async read(
    transaction: Transaction,
    classId: string,
    children: ReadonlyMap<string, PracticeCalendar>,
  ): Promise<GoalClass | null> {
    const [home, holidays, outages, weeks] = await Promise.all([
      transaction.first(this.#statements.home, { classId }),
      transaction.all(this.#statements.holidays, { classId }),
      transaction.all(this.#statements.outages, {}),
      transaction.all(this.#statements.weeks, { classId }),
    ])
    if (!home) return null
    const { zone } = home
    const free: DayRange[] = [
      ...holidays,
      ...outageDays(zone, outages).map((day) => ({ from: day, to: day })),
    ]
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
  async set(transaction: Transaction, classId: string, monday: string, goal: number): Promise<boolean> {
    await transaction.first(this.#statements.lock, { classId })
    return (await transaction.run(this.#statements.set, { classId, monday, goal })) === 1
  }

  /** Stores a week that is over. */
  close(transaction: Transaction, classId: string, { isSet, ...week }: WeekGoal): void {
    transaction.send(this.#statements.close, { classId, isSet: Number(isSet), ...week })
  }
}
