import type { Selectable } from 'kysely'
import type { GuestRecord } from '../../../../domain/guest-record.ts'
import type { Transaction } from '../../database.ts'
import type { BoardChanges } from '../boards/board-changes.ts'
import { moveState } from '../boards/board-rows.ts'
import { settleHidden } from '../boards/hidden-player-rows.ts'
import { throwIfDeleted } from '../retention/deleted-player-rows.ts'
import type { Tables } from '../schema.ts'

type GuestRow = Selectable<Tables['guest']>

function recordOf(row: GuestRow): GuestRecord {
  return {
    publicId: row.public_id,
    nickname: row.nickname,
    location: row.location,
    country: row.country,
    state: row.state,
    profileAtMs: row.profile_at_ms,
    lastActiveDay: row.last_active_day,
    secondsPlayed: row.seconds_played,
    paceFullAtMs: row.pace_full_at_ms,
    createdAtMs: row.created_at_ms,
    addressKey: row.address_key,
    studentId: row.student_id,
    mergedAtMs: row.merged_at_ms,
  }
}

function valuesOf(guest: GuestRecord) {
  return {
    nickname: guest.nickname,
    location: guest.location,
    country: guest.country,
    state: guest.state,
    profile_at_ms: guest.profileAtMs,
    last_active_day: guest.lastActiveDay,
    seconds_played: guest.secondsPlayed,
    pace_full_at_ms: guest.paceFullAtMs,
    student_id: guest.studentId,
  }
}

/** A stored guest, its row id, and whether it is on no public board. */
export type KnownGuest = { readonly id: number; readonly guest: GuestRecord; readonly isHidden: boolean }

function knownGuest(row: GuestRow): KnownGuest {
  return { id: row.id, guest: recordOf(row), isHidden: row.hidden === 1 }
}

/** Returns the guest with this token; null if there is none. */
export async function findGuest({ db }: Transaction, tokenHash: string): Promise<GuestRecord | null> {
  const row = await db.selectFrom('guest').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ? recordOf(row) : null
}

/** Finds guests by token hash and locks their rows until the transaction ends. */
export async function lockGuests(
  { db, dialect }: Transaction,
  tokenHashes: readonly string[],
): Promise<Map<string, KnownGuest>> {
  if (tokenHashes.length === 0) return new Map()
  // In the order of their ids to prevent deadlocks. SQLite has only one writer.
  const rows = await db
    .selectFrom('guest')
    .selectAll()
    .where('token_hash', 'in', tokenHashes)
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
  return new Map(rows.map((row) => [row.token_hash, knownGuest(row)]))
}

/** Finds a guest and locks its row until the transaction ends; null if there is none. */
export async function lockGuest(transaction: Transaction, tokenHash: string): Promise<KnownGuest | null> {
  return (await lockGuests(transaction, [tokenHash])).get(tokenHash) ?? null
}

async function insertGuest(
  transaction: Transaction,
  tokenHash: string,
  guest: GuestRecord,
): Promise<KnownGuest> {
  const { id } = await transaction.db
    .insertInto('guest')
    .values({
      token_hash: tokenHash,
      public_id: guest.publicId,
      created_at_ms: guest.createdAtMs,
      address_key: guest.addressKey,
      ...valuesOf(guest),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await throwIfDeleted(transaction, tokenHash)
  return { id, guest, isHidden: false }
}

async function updateGuest(
  transaction: Transaction,
  { id, guest: before, isHidden }: KnownGuest,
  guest: GuestRecord,
  changes: BoardChanges,
): Promise<KnownGuest> {
  // Only what changed: SQLite rewrites the index of every column that is set.
  const old: Readonly<Record<string, unknown>> = valuesOf(before)
  const changed = Object.entries(valuesOf(guest)).filter(([column, value]) => value !== old[column])
  if (changed.length > 0) {
    await transaction.db.updateTable('guest').set(Object.fromEntries(changed)).where('id', '=', id).execute()
  }
  if (guest.state !== before.state) {
    await moveState(transaction, { day: guest.lastActiveDay, guestId: id }, guest.state, changes)
  }
  return { id, guest, isHidden }
}

/**
 * Inserts a guest, or updates it if it is `known`, which `lockGuest` returned. Throws PlayersDeleted if a new one was deleted before.
 * A change of state is recorded in `changes`, which the caller applies.
 */
export async function putGuest(
  transaction: Transaction,
  tokenHash: string,
  known: KnownGuest | null,
  guest: GuestRecord,
  changes: BoardChanges,
): Promise<KnownGuest> {
  const put = known
    ? await updateGuest(transaction, known, guest, changes)
    : await insertGuest(transaction, tokenHash, guest)
  const { studentId } = guest
  if (studentId === null || studentId === known?.guest.studentId) return put
  const hidden = await settleHidden(transaction, [studentId])
  return { ...put, isHidden: put.isHidden || hidden.has(put.id) }
}
