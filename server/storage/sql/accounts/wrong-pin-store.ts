import { sql } from 'kysely'
import { practiceDay } from '../../../../domain/practice-day.ts'
import type { Database } from '../../database.ts'

/** Children's wrong PINs by practice day, for their adults to see. */
export function sqlWrongPinStore(database: Database) {
  return {
    add: (studentId: string, nowMs: number) =>
      database.write(async ({ db }) => {
        const day = sql<string>`cast(${practiceDay(nowMs)} as text)`
        await db
          .insertInto('sign_in_failure')
          .columns(['student_id', 'practice_day', 'wrong_on_day'])
          // Selecting from `student` avoids inserting a row for a child deleted meanwhile.
          .expression(({ selectFrom }) =>
            selectFrom('student')
              .select(['user_id', day.as('practice_day'), sql.lit(1).as('wrong_on_day')])
              .where('user_id', '=', studentId),
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
          )
          .execute()
      }),

    /** Today's wrong PINs by child; children without any are omitted. */
    today: (studentIds: readonly string[], nowMs: number) =>
      database.read(async ({ db }) => {
        if (studentIds.length === 0) return new Map<string, number>()
        const failures = await db
          .selectFrom('sign_in_failure')
          .select(['student_id', 'wrong_on_day'])
          .where('practice_day', '=', practiceDay(nowMs))
          .where('student_id', 'in', studentIds)
          .execute()
        return new Map(failures.map((row) => [row.student_id, row.wrong_on_day]))
      }),
  }
}

export type WrongPinStore = ReturnType<typeof sqlWrongPinStore>
