import { isAchievement, type Earned } from '../../../../domain/achievements/catalog.ts'
import type { Calendar } from '../../../../domain/calendar.ts'
import { EMPTY_MEMORY, type LearningMemory } from '../../../../domain/learning/memory.ts'
import type { WeekSum } from '../../../../domain/school/report.ts'
import type { Database, Transaction } from '../../database.ts'
import { byStudent, readCalendars } from '../students/calendar-rows.ts'
import { memoryReading } from '../students/memory-reading.ts'

/** What is stored of a child's practice, for its report. */
export type PrintRecord = {
  readonly studentId: string
  readonly name: string
  readonly classId: string
  /** The name of its class; '' for a family. */
  readonly className: string
  readonly calendar: Calendar
  /** Days of practice, oldest first. */
  readonly practiced: readonly string[]
  readonly memory: LearningMemory
  /** The day on which each fact was known first, by fact id; '' if that is not known. */
  readonly knownDays: ReadonlyMap<string, string>
  /** Practice days on which the child practiced for so long. */
  readonly days: readonly { readonly practiceDay: string; readonly seconds: number }[]
  /** Oldest first. */
  readonly weeks: readonly WeekSum[]
  /** Newest first. */
  readonly achievements: readonly Earned[]
}

/** What is stored of children, besides their memories and calendars. */
function readRecords({ db }: Transaction, studentIds: readonly string[]) {
  return Promise.all([
    db
      .selectFrom('student')
      .innerJoin('school_class', 'school_class.id', 'student.class_id')
      .select(['student.user_id as student_id', 'student.display_name', 'student.class_id'])
      .select('school_class.name as class_name')
      .where('student.user_id', 'in', studentIds)
      .execute(),
    db
      .selectFrom('student_day')
      .select(['student_id', 'practice_day as practiceDay', 'seconds'])
      .where('student_id', 'in', studentIds)
      .execute(),
    db
      .selectFrom('student_week')
      .select(['student_id', 'week', 'known', 'fluent'])
      .where('student_id', 'in', studentIds)
      .orderBy('week')
      .execute(),
    db
      .selectFrom('achievement')
      .selectAll()
      .where('student_id', 'in', studentIds)
      .orderBy('earned_at_ms', 'desc')
      .orderBy('id')
      .orderBy('level', 'desc')
      .execute(),
  ])
}

/** Reads what reports are made of, with eleven queries for any number of children. */
export function sqlPrintStore(database: Database) {
  const memoriesOf = memoryReading(database)
  return {
    /** Of these children, in their order; deleted ones are left out. Reads no answers. */
    records: async (studentIds: readonly string[]) => {
      if (studentIds.length === 0) return []
      const memories = await memoriesOf(studentIds)
      return database.read(async (transaction) => {
        const [[children, days, weeks, achievements], calendars] = await Promise.all([
          readRecords(transaction, studentIds),
          readCalendars(transaction, studentIds),
        ])
        const [daysOf, weeksOf, earnedBy] = [byStudent(days), byStudent(weeks), byStudent(achievements)]
        const childOf = byStudent(children)
        return studentIds.flatMap((studentId) => {
          const [child] = childOf.get(studentId) ?? []
          const home = calendars.get(studentId)
          if (!child || !home) return []
          const learning = memories.get(studentId)
          return [
            {
              studentId,
              name: child.display_name,
              classId: child.class_id,
              className: child.class_name,
              calendar: home.calendar,
              practiced: home.practiced.map(({ day }) => day),
              knownDays: new Map(learning?.facts.map((one) => [one.fact, one.known_day])),
              memory: learning?.memory ?? EMPTY_MEMORY,
              days: daysOf.get(studentId) ?? [],
              weeks: weeksOf.get(studentId) ?? [],
              achievements: (earnedBy.get(studentId) ?? []).flatMap(
                ({ id, earned_at_ms: atMs, earned_day: day, ...own }) =>
                  // A later version may know more.
                  isAchievement(id)
                    ? [{ id, level: own.level, about: own.about, amount: own.amount, atMs, day }]
                    : [],
              ),
            },
          ]
        })
      })
    },
  }
}

export type PrintStore = ReturnType<typeof sqlPrintStore>
