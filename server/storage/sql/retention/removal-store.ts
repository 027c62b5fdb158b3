import { sql, type SqlBool } from 'kysely'
import type {
  BulkRemovalStore,
  FoundGuest,
  RemovalCriteria,
  RemovalStore,
  RemovedRows,
} from '../../../ops/removal.ts'
import type { StudentOfData } from '../../../student/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { leaveAllBattles } from '../battles/battle-rows.ts'
import { removeFromBoards } from '../boards/board-rows.ts'
import { markDeleted } from './deleted-player-rows.ts'

/** Deletes a player, whose row is locked, and everything it has played. */
async function removePlayer(transaction: Transaction, guestId: number): Promise<RemovedRows> {
  const { db } = transaction
  const drop = async (table: 'practice_result' | 'time_report' | 'guest_merge'): Promise<number> => {
    const rows = db.deleteFrom(table).where('guest_id', '=', guestId)
    return Number((await rows.executeTakeFirstOrThrow()).numDeletedRows)
  }
  await removeFromBoards(transaction, guestId)
  const battles = await leaveAllBattles(transaction, guestId)
  const sessions = await drop('practice_result')
  const reports = await drop('time_report')
  await drop('guest_merge')
  await db.deleteFrom('guest').where('id', '=', guestId).execute()
  return { sessions, battles, reports }
}

/** Deletes a student's player and the guests merged into it, and marks them as deleted. */
export async function removePlayersOf(
  transaction: Transaction,
  { studentId, tokenHash }: StudentOfData,
  nowMs: number,
): Promise<void> {
  const { db, dialect } = transaction
  const players = await db
    .selectFrom('guest')
    .select(['id', 'token_hash'])
    .where(({ eb, or }) => or([eb('student_id', '=', studentId), eb('token_hash', '=', tokenHash)]))
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
  for (const { id } of players) await removePlayer(transaction, id)
  await markDeleted(
    transaction,
    players.map((row) => row.token_hash),
    nowMs,
  )
}

/** Deletes the guest with this public id, who may be playing now; null if there is none. */
async function removeGuest(transaction: Transaction, publicId: string): Promise<RemovedRows | null> {
  const { db, dialect } = transaction
  const guest = db.selectFrom('guest').select('id').where('public_id', '=', publicId)
  const locked = guest.$if(dialect === 'postgres', (query) => query.forUpdate())
  const row = await locked.executeTakeFirst()
  return row ? removePlayer(transaction, row.id) : null
}

/** Not students' players, which go with their child, by the adult of its home. Merged guests' rows are empty. */
async function findGuests(
  { db }: Transaction,
  text: string,
  tokenHash: string,
  most: number,
): Promise<FoundGuest[]> {
  return db
    .selectFrom('guest')
    .select(['public_id as publicId', 'nickname', 'last_active_day as lastActiveDay'])
    .where(({ eb, or }) =>
      or([eb('nickname', '=', text), eb('public_id', '=', text), eb('token_hash', '=', tokenHash)]),
    )
    .where('student_id', 'is', null)
    .where('merged_at_ms', 'is', null)
    .orderBy('last_active_day', 'desc')
    .orderBy('public_id')
    .limit(most)
    .execute()
}

/** Whether a column matches a criterion; anything does if it is not given. */
function matches(column: 'last_active_day' | 'nickname' | 'state', criterion = '*') {
  const pattern = criterion.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}

async function findMatching(
  { db }: Transaction,
  { day, nickname, state, sameAddressAs = '' }: RemovalCriteria,
): Promise<string[]> {
  const sameAddress = db
    .selectFrom('guest')
    .select('address_key')
    .where('public_id', '=', sameAddressAs)
    .where('address_key', '!=', '')
  const guests = await db
    .selectFrom('guest')
    .select('public_id')
    .where('student_id', 'is', null)
    .where(({ and }) =>
      and([matches('last_active_day', day), matches('nickname', nickname), matches('state', state)]),
    )
    .$if(sameAddressAs !== '', (query) => query.where('address_key', 'in', sameAddress))
    .orderBy('id')
    .execute()
  return guests.map((row) => row.public_id)
}

export function sqlRemovalStore(database: Database): RemovalStore & BulkRemovalStore {
  return {
    find: (text, tokenHash, most) =>
      database.read((transaction) => findGuests(transaction, text, tokenHash, most)),

    matching: (criteria) => database.read((transaction) => findMatching(transaction, criteria)),

    remove: (publicId) => database.write((transaction) => removeGuest(transaction, publicId)),

    record: ({ reports: _reports, atMs, ...kept }) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('removal')
          .values({ at_ms: atMs, ...kept })
          .execute()
      }),

    scrub: () => database.scrub(),
  }
}
