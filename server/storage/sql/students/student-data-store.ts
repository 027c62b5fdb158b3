import { sql } from 'kysely'
import type { StudentOfData } from '../../../student/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { lockToken } from '../retention/deleted-player-rows.ts'
import { removePlayersOf } from '../retention/removal-store.ts'
import { studentDataReading } from './student-data-reading.ts'
import { lockPractice } from './student-practice-rows.ts'

/** Rows per batch: a few milliseconds of work, so that other writes do not wait long. */
const MAX_BATCH_ROWS = 500

/** Tables of a student's practice; referencing ones come before referenced ones. */
const PRACTICE = [
  'achievement',
  'practiced_day',
  'attempt',
  'student_session',
  'fact_fluency',
  'retained_learning',
  'student_day',
  'student_week',
  'student_practice',
] as const

/** Tables of the student's account, and the columns with the student's id, in such an order. */
const ACCOUNT = [
  ['assignment_work', 'student_id'],
  ['assignment_child', 'student_id'],
  ['away', 'student_id'],
  ['child_request', 'student_id'],
  ['link_code', 'student_id'],
  ['sign_in_failure', 'student_id'],
  ['guardian', 'student_id'],
  ['retention_warning', 'person_id'],
  ['person_seen', 'user_id'],
  ['session', 'user_id'],
  ['student', 'user_id'],
  ['user', 'id'],
] as const

/** Deletes a batch of a student's attempts. Returns how many. */
async function removeAttempts({ db }: Transaction, studentId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('attempt')
    .where('student_id', '=', studentId)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('session_id', 'place'),
        'in',
        selectFrom('attempt as old')
          .select(['old.session_id', 'old.place'])
          .where('old.student_id', '=', studentId)
          .limit(MAX_BATCH_ROWS)
          .$asTuple('session_id', 'place'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes everything that is left, in one transaction. */
async function removeRest(
  transaction: Transaction,
  { studentId, tokenHash }: StudentOfData,
  nowMs: number,
): Promise<void> {
  const { db, dialect } = transaction
  // Waits for transactions that are writing rows of the student; later ones find no student.
  const student = db.selectFrom('student').select('user_id').where('user_id', '=', studentId)
  const locked = student.$if(dialect === 'postgres', (query) => query.forUpdate())
  if (await locked.executeTakeFirst()) await lockToken(transaction, tokenHash)
  await lockPractice(transaction, [studentId])
  for (const table of PRACTICE) await db.deleteFrom(table).where('student_id', '=', studentId).execute()
  await removePlayersOf(transaction, { studentId, tokenHash }, nowMs)
  const accesses = db.deleteFrom('child_access').where('student_id', '=', studentId)
  await accesses.where('kind', '!=', 'deletion').execute()
  for (const [table, column] of ACCOUNT) {
    await db.deleteFrom(table).where(sql.ref(column), '=', studentId).execute()
  }
}

/** Export and deletion of a child's data, as required by law. */
export function sqlStudentDataStore(database: Database) {
  return {
    ...studentDataReading(database),

    /** Deletes the student's account and all data, including boards and battles; idempotent. */
    remove: async (student: StudentOfData, nowMs: number) => {
      let rows = MAX_BATCH_ROWS
      while (rows === MAX_BATCH_ROWS) {
        rows = await database.write((transaction) => removeAttempts(transaction, student.studentId))
      }
      await database.write((transaction) => removeRest(transaction, student, nowMs))
      // SQLite's WAL could keep the data for up to an hour. PostgreSQL is scrubbed by the next retention run.
      if (database.dialect === 'sqlite') await database.scrub()
    },
  }
}

export type StudentDataStore = ReturnType<typeof sqlStudentDataStore>
