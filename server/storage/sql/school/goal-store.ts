import type { Database, Transaction } from '../../database.ts'
import { readCalendars } from '../students/calendar-rows.ts'
import { announceable, childIdsOf, readGoalClass, setGoal } from './goal-rows.ts'

async function readClass(transaction: Transaction, classId: string) {
  const ids = await childIdsOf(transaction, classId)
  return readGoalClass(transaction, classId, await readCalendars(transaction, ids))
}

/** Stores the goals of classes. */
export function sqlGoalStore(database: Database) {
  return {
    /** Null for a class that does not exist, is archived, or is a family. */
    read: (classId: string) => database.read((transaction) => readClass(transaction, classId)),

    /** The class of a child, as `read`. */
    readOf: (studentId: string) =>
      database.read(async (transaction) => {
        const student = transaction.db
          .selectFrom('student')
          .select('class_id')
          .where('user_id', '=', studentId)
        const row = await student.executeTakeFirst()
        return row ? readClass(transaction, row.class_id) : null
      }),

    /** What a child achieved together with its class and was not shown, newest first; none if announcements are off. */
    announceable: (studentId: string) => database.read((transaction) => announceable(transaction, studentId)),

    /** Sets the goal of a week; false if it was set before. */
    set: (classId: string, monday: string, goal: number) =>
      database.write((transaction) => setGoal(transaction, classId, monday, goal)),
  }
}

export type ClassGoalStore = ReturnType<typeof sqlGoalStore>
