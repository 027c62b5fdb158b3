import type { ClassGoalStore } from '../../../school/dashboard-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { readCalendars } from '../students/calendar-rows.ts'
import { announceable, childIdsOf, readGoalClass, setGoal } from './goal-rows.ts'

async function readClass(transaction: Transaction, classId: string) {
  const ids = await childIdsOf(transaction, classId)
  return readGoalClass(transaction, classId, await readCalendars(transaction, ids))
}

export function sqlGoalStore(database: Database): ClassGoalStore {
  return {
    read: (classId) => database.read((transaction) => readClass(transaction, classId)),

    readOf: (studentId) =>
      database.read(async (transaction) => {
        const student = transaction.db
          .selectFrom('student')
          .select('class_id')
          .where('user_id', '=', studentId)
        const row = await student.executeTakeFirst()
        return row ? readClass(transaction, row.class_id) : null
      }),

    announceable: (studentId) => database.read((transaction) => announceable(transaction, studentId)),

    set: (classId, monday, goal) =>
      database.write((transaction) => setGoal(transaction, classId, monday, goal)),
  }
}
