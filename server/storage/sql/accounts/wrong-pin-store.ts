import { sql } from 'kysely'
import { practiceDay } from '../../../../domain/practice-day.ts'
import type { WrongPinStore } from '../../../account/sign-in-port.ts'
import type { Database } from '../../database.ts'
import { isSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Selecting from `student` avoids inserting a row for a child deleted meanwhile.
    add: statement<{ studentId: string; practiceDay: string }>()((values) =>
      db
        .insertInto('sign_in_failure')
        .columns(['student_id', 'practice_day', 'wrong_on_day'])
        .expression((eb) =>
          eb
            .selectFrom('student')
            .select([
              'user_id',
              sql<string>`cast(${values.practiceDay} as text)`.as('practice_day'),
              sql.lit(1).as('wrong_on_day'),
            ])
            .where('user_id', '=', values.studentId),
        )
        .onConflict((conflict) =>
          conflict.column('student_id').doUpdateSet(({ eb, ref }) => ({
            practice_day: ref('excluded.practice_day'),
            wrong_on_day: eb
              .case()
              .when('sign_in_failure.practice_day', '=', ref('excluded.practice_day'))
              .then(eb('sign_in_failure.wrong_on_day', '+', 1))
              .else(1)
              .end(),
          })),
        ),
    ),
    onDay: statement<{ rows: string; practiceDay: string }>()((values) =>
      db
        .selectFrom('sign_in_failure')
        .select(['student_id', 'wrong_on_day'])
        .where('practice_day', '=', values.practiceDay)
        .where(isSent(dialect, values.rows, { student_id: 'text' })),
    ),
  }
})

export function sqlWrongPinStore(database: Database): WrongPinStore {
  const statements = statementsFor(database.dialect)
  return {
    add: (studentId, nowMs) =>
      database.write(
        async (transaction) =>
          void (await transaction.run(statements.add, { studentId, practiceDay: practiceDay(nowMs) })),
      ),

    today: (studentIds, nowMs) =>
      database.read(async (transaction) => {
        const rows = toJson(studentIds.map((id) => ({ student_id: id })))
        const found = await transaction.all(statements.onDay, { rows, practiceDay: practiceDay(nowMs) })
        return new Map(found.map((row) => [row.student_id, row.wrong_on_day]))
      }),
  }
}
