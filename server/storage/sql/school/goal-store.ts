import type { ClassGoalStore } from '../../../school/dashboard-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { CalendarRows } from '../students/calendar-rows.ts'
import { GoalRows } from './goal-rows.ts'

export function sqlGoalStore(database: Database): ClassGoalStore {
  const rows = new GoalRows(database.dialect)
  const calendars = new CalendarRows(database.dialect)

  const read = async (transaction: Transaction, classId: string) => {
    const ids = await rows.childIds(transaction, classId)
    return rows.read(transaction, classId, await calendars.read(transaction, ids))
  }

  return {
    read: (classId) => database.read((transaction) => read(transaction, classId)),

    readOf: (studentId) =>
      database.read(async (transaction) => {
        const classId = await rows.classOf(transaction, studentId)
        return classId === null ? null : read(transaction, classId)
      }),

    announceable: (studentId) => database.read((transaction) => rows.announceable(transaction, studentId)),

    set: (classId, monday, goal) =>
      database.write((transaction) => rows.set(transaction, classId, monday, goal)),
  }
}
