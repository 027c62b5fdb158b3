import { sql } from 'kysely'
import { weekOf } from '../../../../domain/calendar.ts'
import type { FactMemory } from '../../../../domain/learning/memory.ts'
import { needsHelp } from '../../../../domain/learning/states.ts'
import { daysBefore } from '../../../../domain/practice-day.ts'
import type { StudentOverview } from '../../../student/port.ts'
import type { Database } from '../../database.ts'
import { isSent, jsonRows, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { WRONG } from './memory-rows.ts'

type Rows = { rows: string }

const WEEK_DAYS = 7
const MAX_HARDEST = 3
/** Out of the last four first attempts. A single slip does not make a fact hard. */
const MIN_MISSES = 2

/** How many of the recent first attempts were wrong. */
const MISSES = sql<number>`length(recent) - length(replace(recent, ${sql.lit(WRONG)}, ''))`

/** The newest day is found by key: the cost does not depend on how long a child has practiced. */
const daysStatement = perDialect((dialect) => {
  return statement<Rows & { today: string; before: string }>()((values) =>
    queryBuilder(dialect)
      .selectFrom(jsonRows(dialect, values.rows, { student_id: 'text' }))
      .select(({ selectFrom }) => {
        const newest = selectFrom('student_day as day')
          .select('day.practice_day')
          .whereRef('day.student_id', '=', 'sent.student_id')
          .where('day.attempts', '>', 0)
          .orderBy('day.practice_day', 'desc')
          .limit(1)
        const week = selectFrom('student_day as day')
          .whereRef('day.student_id', '=', 'sent.student_id')
          .where('day.practice_day', '>', values.before)
          .where('day.practice_day', '<=', values.today)
        return [
          'sent.student_id',
          newest.as('last'),
          week.select(({ fn }) => fn.sum<number>('day.seconds').as('seconds')).as('week_seconds'),
          week
            .where('day.attempts', '>', 0)
            .select(({ fn }) => fn.countAll<number>().as('days'))
            .as('week_days'),
        ]
      }),
  )
})

const overviewStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    facts: statement<Rows & { monday: string }>()((values) =>
      db
        .selectFrom('fact_fluency')
        .select(({ fn }) => [
          'student_id',
          sql<number>`sum(case when known_day >= ${values.monday} then 1 else 0 end)`.as('new_facts'),
          fn.sum<number>('seen').as('seen'),
          fn.sum<number>('right_count').as('right'),
        ])
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .groupBy('student_id'),
    ),
    hardest: statement<Rows>()((values) =>
      db
        .selectFrom(({ selectFrom }) =>
          selectFrom('fact_fluency')
            .select(({ fn }) => [
              'student_id',
              'fact',
              'recent',
              fn
                .agg<number>('row_number')
                .over((over) =>
                  over
                    .partitionBy('student_id')
                    .orderBy(MISSES, 'desc')
                    .orderBy(sql`seen - right_count`, 'desc')
                    .orderBy('fact'),
                )
                .as('place'),
            ])
            .where(isSent(dialect, values.rows, { student_id: 'text' }))
            .where(MISSES, '>=', MIN_MISSES)
            .as('ranked'),
        )
        .select(['student_id', 'fact', 'recent'])
        .where('place', '<=', MAX_HARDEST)
        .orderBy('student_id')
        .orderBy('place'),
    ),
    days: daysStatement(dialect),
  }
})

/** Reads students' progress with three statements, regardless of their number. */
export function studentOverview(database: Database) {
  const reads = overviewStatements(database.dialect)
  return (studentIds: readonly string[], today: string): Promise<readonly StudentOverview[]> =>
    database.read(async (transaction) => {
      const rows = toJson(studentIds.map((id) => ({ student_id: id })))
      const [facts, hardest, days] = await Promise.all([
        transaction.all(reads.facts, { rows, monday: weekOf(today) }),
        transaction.all(reads.hardest, { rows }),
        transaction.all(reads.days, { rows, today, before: daysBefore(today, WEEK_DAYS) }),
      ])
      const factsOf = new Map(facts.map((row) => [row.student_id, row]))
      const daysOf = new Map(days.map((row) => [row.student_id, row]))
      return studentIds.map((studentId) => {
        const day = daysOf.get(studentId)
        const { new_facts: newFacts = 0, seen = 0, right = 0 } = factsOf.get(studentId) ?? {}
        return {
          studentId,
          newFacts,
          lastPracticeDay: day?.last ?? null,
          weekDays: day?.week_days ?? 0,
          weekSeconds: day?.week_seconds ?? 0,
          seen,
          right,
          hardest: hardest
            .filter((row) => row.student_id === studentId)
            .map(({ fact: factId, recent }) => ({
              factId,
              needsHelp: needsHelp({ recent: JSON.parse(recent) as FactMemory['recent'] }),
            })),
        }
      })
    })
}
