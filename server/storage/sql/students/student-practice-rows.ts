import type { Transaction } from '../../database.ts'
import { NO_STATE, stateRow } from './student-state.ts'
import type { StudentDayTable } from './student-tables.ts'

/** Whoever inserts rows of a student first locks the student, and finds none if the student is being deleted. */
export function lockStudent({ db, dialect }: Transaction, studentId: string) {
  const student = db.selectFrom('student').select('created_at_ms').where('user_id', '=', studentId)
  return student.$if(dialect === 'postgres', (query) => query.forKeyShare()).executeTakeFirst()
}

/** Adds a student who has never practiced to those who have. */
export async function addPractice({ db }: Transaction, studentId: string, atMs: number): Promise<void> {
  await db
    .insertInto('student_practice')
    .values(({ selectFrom }) => ({
      student_id: studentId,
      first_session_at_ms: atMs,
      ...stateRow(NO_STATE),
      zones: selectFrom('student')
        .innerJoin('school_class', 'school_class.id', 'student.class_id')
        .select('school_class.zone')
        .where('student.user_id', '=', studentId),
    }))
    .onConflict((conflict) => conflict.column('student_id').doNothing())
    .execute()
}

/** Locks the students, in order and before any other rows of theirs, to prevent deadlocks. SQLite has only one writer. */
export async function lockPractice({ db, dialect }: Transaction, studentIds: readonly string[]) {
  if (studentIds.length === 0) return []
  return db
    .selectFrom('student_practice')
    .selectAll()
    .where('student_id', 'in', studentIds)
    .orderBy('student_id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
}

/** Adds to the totals of practice days, of which each may occur once. */
export async function addToDays({ db }: Transaction, days: readonly StudentDayTable[]): Promise<void> {
  await db
    .insertInto('student_day')
    .values(days)
    .onConflict((conflict) =>
      conflict.columns(['student_id', 'practice_day']).doUpdateSet(({ eb, ref }) => ({
        seconds: eb('student_day.seconds', '+', ref('excluded.seconds')),
        sessions: eb('student_day.sessions', '+', ref('excluded.sessions')),
        points: eb('student_day.points', '+', ref('excluded.points')),
        attempts: eb('student_day.attempts', '+', ref('excluded.attempts')),
      })),
    )
    .execute()
}
