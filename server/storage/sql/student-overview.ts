import type { StudentOverview } from '../../student/port.ts'
import type { Database } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { jsonRows, toJson } from './json-rows.ts'
import { queryBuilder, statement } from './statement.ts'

type Rows = { rows: string }

function overviewStatements(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    facts: statement<Rows>()((values) =>
      db
        .selectFrom('fact_fluency')
        .select(({ fn }) => ['student_id', 'state', fn.countAll<number>().as('facts')])
        .where('student_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, { student_id: 'text' })).select('sent.student_id'),
        )
        .where('state', 'in', ['known', 'fluent'])
        .groupBy(['student_id', 'state']),
    ),
    days: statement<Rows>()((values) =>
      db
        .selectFrom('student_day')
        .select(['student_id', 'practice_day'])
        .where('student_id', 'in', ({ selectFrom }) =>
          selectFrom(jsonRows(dialect, values.rows, { student_id: 'text' })).select('sent.student_id'),
        )
        .where('attempts', '>', 0),
    ),
  }
}

/** Reads how many students get on with two statements, however many they are. */
export function studentOverview(database: Database) {
  const reads = overviewStatements(database.dialect)
  return (studentIds: readonly string[]): Promise<readonly StudentOverview[]> =>
    database.read(async (transaction) => {
      const rows = toJson(studentIds.map((id) => ({ student_id: id })))
      const [facts, days] = await Promise.all([
        transaction.all(reads.facts, { rows }),
        transaction.all(reads.days, { rows }),
      ])
      const inState = new Map(facts.map((row) => [`${row.state} ${row.student_id}`, row.facts]))
      const daysOf = new Map(studentIds.map((id): [string, string[]] => [id, []]))
      for (const row of days) daysOf.get(row.student_id)?.push(row.practice_day)
      return studentIds.map((studentId) => ({
        studentId,
        known: inState.get(`known ${studentId}`) ?? 0,
        fluent: inState.get(`fluent ${studentId}`) ?? 0,
        days: daysOf.get(studentId) ?? [],
      }))
    })
}
