import { FLUENCY_STATES } from '../../../../domain/learning/states.ts'
import { NO_LETTERS } from '../../../../domain/school/fact-letters.ts'
import type { ReportStore } from '../../../school/report-port.ts'
import type { Database } from '../../database.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type OfStudent = { studentId: string }

const KNOWN = FLUENCY_STATES.indexOf('known')

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    practicedDays: statement<OfStudent & { fromDay: string }>()((values) =>
      db
        .selectFrom('practiced_day')
        .select('day')
        .where('student_id', '=', values.studentId)
        .where('day', '>=', values.fromDay)
        .orderBy('day'),
    ),
    known: statement<OfStudent & { known: number }>()((values) =>
      db
        .selectFrom('fact_fluency')
        .select(['fact', 'known_day'])
        .where('student_id', '=', values.studentId)
        .where('best', '>=', values.known)
        .orderBy('fact'),
    ),
    letters: statement<OfStudent>()((values) =>
      db.selectFrom('student_practice').select('letters').where('student_id', '=', values.studentId),
    ),
  }
})

export function sqlReportStore(database: Database): ReportStore {
  const statements = statementsFor(database.dialect)
  return {
    progress: (studentId, fromDay) =>
      database.read(async (transaction) => {
        const [days, known, practice] = await Promise.all([
          transaction.all(statements.practicedDays, { studentId, fromDay }),
          transaction.all(statements.known, { studentId, known: KNOWN }),
          transaction.first(statements.letters, { studentId }),
        ])
        return {
          practicedDays: days.map(({ day }) => day),
          known: known.map(({ fact, known_day: day }) => ({ factId: fact, day })),
          letters: practice?.letters || NO_LETTERS,
        }
      }),
  }
}
