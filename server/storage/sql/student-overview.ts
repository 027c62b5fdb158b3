import { sql, type RawBuilder } from 'kysely'
import type { StudentOverview } from '../../student/port.ts'
import type { Database } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { jsonRows, toJson } from './json-rows.ts'
import { queryBuilder, statement } from './statement.ts'

type Rows = { rows: string }

/** The day before the one in this column. */
function dayBefore(dialect: Dialect, column: RawBuilder<unknown>): RawBuilder<string> {
  return dialect === 'postgres'
    ? sql`to_char(${column}::date - 1, 'YYYY-MM-DD')`
    : sql`date(${column}, '-1 day')`
}

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
    // Each goes back from the newest day by the key and stops at the first that fits: a run costs what it is long, not what
    // lies before it.
    days: statement<Rows & { today: string }>()((values) =>
      db.selectFrom(jsonRows(dialect, values.rows, { student_id: 'text' })).select(({ selectFrom }) => {
        const newest = selectFrom('student_day as day')
          .select('day.practice_day')
          .whereRef('day.student_id', '=', 'sent.student_id')
          .where('day.attempts', '>', 0)
          .orderBy('day.practice_day', 'desc')
          .limit(1)
        const until = newest.where('day.practice_day', '<=', values.today)
        const begins = until.where(({ not, exists, selectFrom: alongside }) =>
          not(
            exists(
              alongside('student_day as before')
                .select('before.attempts')
                .whereRef('before.student_id', '=', 'day.student_id')
                .where('before.practice_day', '=', dayBefore(dialect, sql.ref('day.practice_day')))
                .where('before.attempts', '>', 0),
            ),
          ),
        )
        return ['sent.student_id', newest.as('last'), begins.as('run_from'), until.as('run_to')]
      }),
    ),
  }
}

/** Reads how many students get on with two statements, however many they are. */
export function studentOverview(database: Database) {
  const reads = overviewStatements(database.dialect)
  return (studentIds: readonly string[], today: string): Promise<readonly StudentOverview[]> =>
    database.read(async (transaction) => {
      const rows = toJson(studentIds.map((id) => ({ student_id: id })))
      const [facts, days] = await Promise.all([
        transaction.all(reads.facts, { rows }),
        transaction.all(reads.days, { rows, today }),
      ])
      const inState = new Map(facts.map((row) => [`${row.state} ${row.student_id}`, row.facts]))
      const daysOf = new Map(days.map((row) => [row.student_id, row]))
      return studentIds.map((studentId) => {
        const { last = null, run_from: from = null, run_to: to = null } = daysOf.get(studentId) ?? {}
        return {
          studentId,
          known: inState.get(`known ${studentId}`) ?? 0,
          fluent: inState.get(`fluent ${studentId}`) ?? 0,
          lastPracticeDay: last,
          lastRun: from !== null && to !== null ? { from, to } : null,
        }
      })
    })
}
