import { sql } from 'kysely'
import { weekOf } from '../../../../domain/calendar.ts'
import type { FactMemory } from '../../../../domain/learning/memory.ts'
import { needsHelp } from '../../../../domain/learning/states.ts'
import { daysBefore } from '../../../../domain/practice-day.ts'
import type { StudentOverview } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import { WRONG } from './memory-rows.ts'

const WEEK_DAYS = 7
const MAX_HARDEST = 3
/** Out of the last four first attempts. A single slip does not make a fact hard. */
const MIN_MISSES = 2

/** How many of the recent first attempts were wrong. */
const MISSES = sql<number>`length(recent) - length(replace(recent, ${sql.lit(WRONG)}, ''))`

function readFacts({ db }: Transaction, studentIds: readonly string[], monday: string) {
  return db
    .selectFrom('fact_fluency')
    .select(({ fn }) => [
      'student_id',
      sql<number>`sum(case when known_day >= ${monday} then 1 else 0 end)`.as('new_facts'),
      fn.sum<number>('seen').as('seen'),
      fn.sum<number>('right_count').as('right'),
    ])
    .where('student_id', 'in', studentIds)
    .groupBy('student_id')
    .execute()
}

function readHardest({ db }: Transaction, studentIds: readonly string[]) {
  return db
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
        .where('student_id', 'in', studentIds)
        .where(MISSES, '>=', MIN_MISSES)
        .as('ranked'),
    )
    .select(['student_id', 'fact', 'recent'])
    .where('place', '<=', MAX_HARDEST)
    .orderBy('student_id')
    .orderBy('place')
    .execute()
}

/** The newest day is found by key: the cost does not depend on how long a child has practiced. */
function readDays({ db }: Transaction, studentIds: readonly string[], today: string) {
  return db
    .selectFrom('student_practice as student')
    .where('student.student_id', 'in', studentIds)
    .select(({ selectFrom }) => {
      const days = selectFrom('student_day as day').whereRef('day.student_id', '=', 'student.student_id')
      const practiced = days.where('day.attempts', '>', 0)
      const before = daysBefore(today, WEEK_DAYS)
      return [
        'student.student_id',
        practiced.select('day.practice_day').orderBy('day.practice_day', 'desc').limit(1).as('last'),
        days
          .where('day.practice_day', '>', before)
          .where('day.practice_day', '<=', today)
          .select(({ fn }) => fn.sum<number>('day.seconds').as('seconds'))
          .as('week_seconds'),
        practiced
          .where('day.practice_day', '>', before)
          .where('day.practice_day', '<=', today)
          .select(({ fn }) => fn.countAll<number>().as('days'))
          .as('week_days'),
      ]
    })
    .execute()
}

/** Reads students' progress with three queries, regardless of their number. */
export async function studentOverview(
  transaction: Transaction,
  studentIds: readonly string[],
  today: string,
): Promise<readonly StudentOverview[]> {
  if (studentIds.length === 0) return []
  const [facts, hardest, days] = await Promise.all([
    readFacts(transaction, studentIds, weekOf(today)),
    readHardest(transaction, studentIds),
    readDays(transaction, studentIds, today),
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
}
