import { isAchievement } from '../../../../domain/achievements/catalog.ts'
import { EMPTY_MEMORY } from '../../../../domain/learning/memory.ts'
import type { PrintStore } from '../../../school/report-port.ts'
import type { Database } from '../../database.ts'
import { isSent, jsonRows, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { byStudent, CalendarRows } from '../students/calendar-rows.ts'
import { memoryReading } from '../students/memory-reading.ts'

type Rows = { rows: string }

const reportStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const OF_STUDENT = { student_id: 'text' } as const
  return {
    children: statement<Rows>()(({ rows }) =>
      db
        .selectFrom(jsonRows(dialect, rows, OF_STUDENT))
        .innerJoin('student', 'student.user_id', 'sent.student_id')
        .innerJoin('school_class', 'school_class.id', 'student.class_id')
        .select([
          'sent.student_id',
          'student.display_name',
          'student.class_id',
          'school_class.name as class_name',
        ]),
    ),
    days: statement<Rows>()(({ rows }) =>
      db
        .selectFrom('student_day')
        .select(['student_id', 'practice_day as practiceDay', 'seconds'])
        .where(isSent(dialect, rows, OF_STUDENT)),
    ),
    weeks: statement<Rows>()(({ rows }) =>
      db
        .selectFrom('student_week')
        .select(['student_id', 'week', 'known', 'fluent'])
        .where(isSent(dialect, rows, OF_STUDENT))
        .orderBy('week'),
    ),
    achievements: statement<Rows>()(({ rows }) =>
      db
        .selectFrom('achievement')
        .selectAll()
        .where(isSent(dialect, rows, OF_STUDENT))
        .orderBy('earned_at_ms', 'desc')
        .orderBy('id')
        .orderBy('level', 'desc'),
    ),
  }
})

/** Reads what reports are made of, with eleven statements for any number of children. */
export function sqlPrintStore(database: Database): PrintStore {
  const reads = reportStatements(database.dialect)
  const calendarRows = new CalendarRows(database.dialect)
  const memoriesOf = memoryReading(database)
  return {
    records: async (studentIds) => {
      const memories = await memoriesOf(studentIds)
      return database.read(async (transaction) => {
        const rows = toJson(studentIds.map((id) => ({ student_id: id })))
        const [children, days, weeks, achievements, calendars] = await Promise.all([
          transaction.all(reads.children, { rows }),
          transaction.all(reads.days, { rows }),
          transaction.all(reads.weeks, { rows }),
          transaction.all(reads.achievements, { rows }),
          calendarRows.read(transaction, studentIds),
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
