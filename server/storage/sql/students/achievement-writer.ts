import { ACHIEVEMENT_RULES, type Earned } from '../../../../domain/achievements/catalog.ts'
import { needsDays } from '../../../../domain/achievements/evaluate.ts'
import { allEarned } from '../../../../domain/achievements/fold.ts'
import type { Transaction } from '../../database.ts'
import { readCalendars } from './calendar-rows.ts'
import type { StudentMemory } from './memory-rows.ts'
import type { AchievementTable } from './student-tables.ts'

/** What a child has already earned stays as it was. */
export async function addEarned({ db }: Transaction, earned: readonly AchievementTable[]): Promise<void> {
  if (earned.length === 0) return
  await db
    .insertInto('achievement')
    .values(earned)
    .onConflict((conflict) => conflict.columns(['student_id', 'id', 'level']).doNothing())
    .execute()
}

function earnedRow(studentId: string, earned: Earned, isQuiet: boolean): AchievementTable {
  return {
    student_id: studentId,
    id: earned.id,
    level: earned.level,
    about: earned.about,
    amount: earned.amount,
    earned_at_ms: earned.atMs,
    earned_day: earned.day,
    shown_at_ms: isQuiet ? earned.atMs : null,
    rules: ACHIEVEMENT_RULES,
  }
}

/**
 * Stores a student's new days of practice and achievements; if `isQuiet`, they are not announced. Returns the memory with its final
 * counters. Reads the calendar only after a new day of practice, or if the child may have come back after a pause.
 */
export async function putAchievements(
  transaction: Transaction,
  studentId: string,
  memory: StudentMemory,
  isQuiet: boolean,
): Promise<StudentMemory> {
  const { newDays, counters, earned: before } = memory.achieving
  if (newDays.length > 0) {
    await transaction.db
      .insertInto('practiced_day')
      .values(newDays.map(({ day, atMs }) => ({ student_id: studentId, day, at_ms: atMs })))
      .onConflict((conflict) => conflict.columns(['student_id', 'day']).doNothing())
      .execute()
  }
  const achieving = { ...memory.achieving, counters: { ...counters }, earned: [...before] }
  const child = needsDays(memory.achieving)
    ? (await readCalendars(transaction, [studentId])).get(studentId)
    : undefined
  const earned = child ? allEarned(achieving, child.practiced, child.calendar) : achieving.earned
  await addEarned(
    transaction,
    earned.map((one) => earnedRow(studentId, one, isQuiet)),
  )
  return { ...memory, achieving }
}
