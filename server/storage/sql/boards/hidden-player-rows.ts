import type { Transaction } from '../../database.ts'
import { readInHome } from '../accounts/settings-text.ts'
import { BoardChanges } from './board-changes.ts'
import { showScores } from './board-rows.ts'

/**
 * Takes these students' players off the public boards, or puts them back, if their settings have changed. A hidden player's sessions
 * and totals stay, but are in no histogram and no state's totals, and the boards leave them out. Returns the row ids of those that
 * are hidden.
 */
export async function settleHidden(
  transaction: Transaction,
  studentIds: readonly string[],
): Promise<ReadonlySet<number>> {
  if (studentIds.length === 0) return new Set()
  const { db, dialect } = transaction
  // Locks the players, in the order of their ids to prevent deadlocks.
  const players = await db
    .selectFrom('guest')
    .innerJoin('student', 'student.user_id', 'guest.student_id')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .select(['guest.id', 'guest.hidden'])
    .select(['student.settings', 'school_class.settings as home_settings'])
    .where('guest.student_id', 'in', studentIds)
    .where('guest.merged_at_ms', 'is', null)
    .orderBy('guest.id')
    .$if(dialect === 'postgres', (query) => query.forUpdate('guest'))
    .execute()
  const hidden = new Set<number>()
  const changes = new BoardChanges()
  for (const row of players) {
    const isHidden = !readInHome(row.settings, row.home_settings).boards
    if (isHidden) hidden.add(row.id)
    if (isHidden === (row.hidden === 1)) continue
    await db
      .updateTable('guest')
      .set({ hidden: Number(isHidden) })
      .where('id', '=', row.id)
      .execute()
    await showScores(transaction, row.id, !isHidden, changes)
  }
  await changes.apply(transaction)
  return hidden
}
