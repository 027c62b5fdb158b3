import type { ClassGoalStore } from '../../../school/dashboard-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { CalendarRows } from '../students/calendar-rows.ts'
import { announceable, childIdsOf, readGoalClass, setGoal } from './goal-rows.ts'

export function sqlGoalStore(database: Database): ClassGoalStore {
  const calendars = new CalendarRows(database.dialect)

  const read = async (transaction: Transaction, classId: string) => {
    const ids = await childIdsOf(transaction, classId)
    return readGoalClass(transaction, classId, await calendars.read(transaction, ids))
  }

  return {
    read: (classId) => database.read((transaction) => read(transaction, classId)),

    readOf: (studentId) =>
      database.read(async (transaction) => {
        const student = transaction.db
          .selectFrom('student')
          .select('class_id')
          .where('user_id', '=', studentId)
        const row = await student.executeTakeFirst()
        return row ? read(transaction, row.class_id) : null
      }),

    announceable: (studentId) => database.read((transaction) => announceable(transaction, studentId)),

    set: (classId, monday, goal) =>
      database.write((transaction) => setGoal(transaction, classId, monday, goal)),
  }
}
