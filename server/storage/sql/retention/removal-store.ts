import type { FoundGuest, RemovalRecord, RemovalStore, RemovedRows } from '../../../ops/removal.ts'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { leaveAllBattles } from '../battles/battle-rows.ts'
import { removeFromBoards } from '../boards/board-rows.ts'
import { markDeleted } from './deleted-player-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    find: statement<{ text: string; tokenHash: string; most: number }>()((values) =>
      db
        .selectFrom('guest')
        .select(['public_id', 'nickname', 'last_active_day'])
        .where((eb) =>
          eb.or([
            eb('nickname', '=', values.text),
            eb('public_id', '=', values.text),
            eb('token_hash', '=', values.tokenHash),
          ]),
        )
        // A student's player goes with its child, by the adult of its home. Merged guests' rows are empty.
        .where('student_id', 'is', null)
        .where('merged_at_ms', 'is', null)
        .orderBy('last_active_day', 'desc')
        .orderBy('public_id')
        .limit(values.most),
    ),
    // Locks the guest, who may be playing now. SQLite has only one writer.
    lock: statement<{ publicId: string }>()((values) =>
      db
        .selectFrom('guest')
        .select('id')
        .where('public_id', '=', values.publicId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    // The player and the guests merged into it.
    lockOfStudent: statement<{ studentId: string; tokenHash: string }>()((values) =>
      db
        .selectFrom('guest')
        .select(['id', 'token_hash'])
        .where((eb) =>
          eb.or([eb('student_id', '=', values.studentId), eb('token_hash', '=', values.tokenHash)]),
        )
        .orderBy('id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    record: statement<Omit<RemovalRecord, 'reports'>>()((values) =>
      db.insertInto('removal').values({
        at_ms: values.atMs,
        operator: values.operator,
        criteria: values.criteria,
        guests: values.guests,
        sessions: values.sessions,
        battles: values.battles,
      }),
    ),
    merge: deletion(dialect, 'guest_merge', 'guest_id', 'guestId'),
    results: deletion(dialect, 'practice_result', 'guest_id', 'guestId'),
    reports: deletion(dialect, 'time_report', 'guest_id', 'guestId'),
    guest: deletion(dialect, 'guest', 'id', 'guestId'),
  }
})

/** Deletes players and everything they have played, inside the caller's transaction. */
export class PlayerRemoval {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /** Deletes the guest with this public id; null if there is none. */
  async ofPublicId(transaction: Transaction, publicId: string): Promise<RemovedRows | null> {
    const row = await transaction.first(this.#statements.lock, { publicId })
    if (!row) return null
    return this.#remove(transaction, row.id)
  }

  /** Deletes a student's player and the guests merged into it, and marks them as deleted. */
  async ofStudent(
    transaction: Transaction,
    { studentId, tokenHash }: { readonly studentId: string; readonly tokenHash: string },
    nowMs: number,
  ): Promise<void> {
    const rows = await transaction.all(this.#statements.lockOfStudent, { studentId, tokenHash })
    for (const { id } of rows) await this.#remove(transaction, id)
    const tokenHashes = rows.map((row) => row.token_hash)
    await markDeleted(transaction, tokenHashes, nowMs)
  }

  async #remove(transaction: Transaction, guestId: number): Promise<RemovedRows> {
    await removeFromBoards(transaction, guestId)
    const battles = await leaveAllBattles(transaction, guestId)
    const sessions = await transaction.run(this.#statements.results, { guestId })
    const reports = await transaction.run(this.#statements.reports, { guestId })
    await transaction.run(this.#statements.merge, { guestId })
    await transaction.run(this.#statements.guest, { guestId })
    return { sessions, battles, reports }
  }
}

export function sqlRemovalStore(database: Database): RemovalStore {
  const statements = statementsFor(database.dialect)
  const players = new PlayerRemoval(database.dialect)
  return {
    find: (text, tokenHash, most) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.find, { text, tokenHash, most })).map((row): FoundGuest => ({
          publicId: row.public_id,
          nickname: row.nickname,
          lastActiveDay: row.last_active_day,
        })),
      ),

    remove: (publicId) => database.write((transaction) => players.ofPublicId(transaction, publicId)),

    record: async ({ reports: _reports, ...kept }) =>
      void (await database.write((transaction) => transaction.run(statements.record, kept))),

    scrub: () => database.scrub(),
  }
}
