import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { readInHome } from '../accounts/settings-text.ts'
import { isSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import type { BoardChanges } from './board-changes.ts'
import { BoardRows } from './board-rows.ts'

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Locks the players, in the order of their ids to prevent deadlocks.
    players: statement<{ rows: string }>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('student', 'student.user_id', 'guest.student_id')
        .innerJoin('school_class', 'school_class.id', 'student.class_id')
        .select(['guest.id', 'guest.token_hash', 'guest.hidden'])
        .select(['student.settings', 'school_class.settings as home_settings'])
        .where(isSent(dialect, values.rows, { student_id: 'text' }, ['guest.student_id']))
        .where('guest.merged_at_ms', 'is', null)
        .orderBy('guest.id')
        .$if(dialect === 'postgres', (query) => query.forUpdate('guest')),
    ),
    hide: statement<{ guestId: number; hidden: number }>()((values) =>
      db.updateTable('guest').set({ hidden: values.hidden }).where('id', '=', values.guestId),
    ),
  }
})

/**
 * Takes players of students off the public boards, and puts them back, as the students' settings say. A hidden player's sessions
 * and totals stay, but are in no histogram and no state's totals, and the boards leave them out.
 */
export class HiddenPlayerRows {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #boards: BoardRows

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#boards = new BoardRows(dialect)
  }

  /** Hides or shows these students' players, if that has changed. Returns the token hashes of those that are hidden. */
  async settle(transaction: Transaction, studentIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (studentIds.length === 0) return new Set()
    const rows = toJson(studentIds.map((id) => ({ student_id: id })))
    const hidden = new Set<string>()
    const changes: BoardChanges = this.#boards.changes()
    for (const row of await transaction.all(this.#statements.players, { rows })) {
      const isHidden = !readInHome(row.settings, row.home_settings).boards
      if (isHidden) hidden.add(row.token_hash)
      if (isHidden === (row.hidden === 1)) continue
      await transaction.run(this.#statements.hide, { guestId: row.id, hidden: Number(isHidden) })
      await this.#boards.showScores(transaction, row.id, !isHidden, changes)
    }
    this.#boards.apply(transaction, changes)
    return hidden
  }
}
