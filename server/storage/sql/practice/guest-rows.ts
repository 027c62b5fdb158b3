import type { GuestRecord } from '../../../../domain/guest-record.ts'
import type { ChangeGuest } from '../../../guest/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from '../boards/board-changes.ts'
import { BoardRows } from '../boards/board-rows.ts'
import { DeletedPlayerRows } from '../retention/deleted-player-rows.ts'
import { guestStatements, type GuestRow, type GuestValues, type Update } from './guest-statements.ts'
import { toJson } from '../json-rows.ts'

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

function valuesOf(tokenHash: string, guest: GuestRecord): GuestValues {
  return {
    token_hash: tokenHash,
    public_id: guest.publicId,
    nickname: guest.nickname,
    location: guest.location,
    country: guest.country,
    state: guest.state,
    profile_at_ms: guest.profileAtMs,
    last_active_day: guest.lastActiveDay,
    seconds_played: guest.secondsPlayed,
    pace_full_at_ms: guest.paceFullAtMs,
    created_at_ms: guest.createdAtMs,
    address_key: guest.addressKey,
    student_id: guest.studentId,
  }
}

/** A guest with the number that other tables know it by. */
export type KnownGuest = { readonly id: number; readonly guest: GuestRecord }

/** What a known guest has become. */
type GuestChange = {
  readonly tokenHash: string
  readonly known: KnownGuest
  readonly guest: GuestRecord
}

/** The student's player of whom a guest has become part, and when. */
export type MergedPlayer = { readonly tokenHash: string; readonly mergedAtMs: number }

/** Some of the guests of a transaction have become part of a student: as which player each of those plays. */
class GuestsMerged extends Error {
  readonly playerOf: ReadonlyMap<string, MergedPlayer>

  constructor(playerOf: ReadonlyMap<string, MergedPlayer>) {
    super('guests have become part of students')
    this.playerOf = playerOf
  }
}

/**
 * Does work in a transaction, and where guests in it have become part of students, once more with these in their place. The
 * first transaction is given up for it: a guest held before the student would be held in the wrong order.
 */
export async function inPlaceOfMerged<Item, Value>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<Value>,
  replace: (item: Item, playerOf: ReadonlyMap<string, MergedPlayer>) => Item,
): Promise<Value> {
  try {
    return await work(items)
  } catch (error) {
    if (!(error instanceof GuestsMerged)) throw error
    const { playerOf } = error
    return inPlaceOfMerged(
      items.map((item) => replace(item, playerOf)),
      work,
      replace,
    )
  }
}

/** The change that a guest's write makes of the student into whom the guest was merged: it knows that it is late. */
export function asMerged(change: ChangeGuest): ChangeGuest {
  return (known) => ({ ...change(known && { ...known, mergedAtMs: 0 }), mergedAtMs: null })
}

/** Reading and writing the guest table inside somebody's transaction. */
export class GuestRows {
  readonly #statements: ReturnType<typeof guestStatements>
  readonly #boards: BoardRows
  readonly #deletedPlayers: DeletedPlayerRows

  constructor(dialect: Dialect) {
    this.#statements = guestStatements(dialect)
    this.#boards = new BoardRows(dialect)
    this.#deletedPlayers = new DeletedPlayerRows(dialect)
  }

  /** The guest of this token, or null. */
  async find(transaction: Transaction, tokenHash: string): Promise<KnownGuest | null> {
    const row = await transaction.first(this.#statements.find, { tokenHash })
    return row ? { id: row.id, guest: recordOf(row) } : null
  }

  /** The guests of these tokens, in a write: nobody else changes them until the transaction has ended. */
  async findToChange(
    transaction: Transaction,
    tokenHashes: readonly string[],
  ): Promise<Map<string, KnownGuest>> {
    const rows = toJson(tokenHashes.map((hash) => ({ token_hash: hash })))
    const found = await transaction.all(this.#statements.findToChange, { rows })
    return new Map(found.map((row) => [row.token_hash, { id: row.id, guest: recordOf(row) }]))
  }

  /** Throws GuestsMerged where some of these guests have become part of a student. */
  async refuseMerged(transaction: Transaction, known: ReadonlyMap<string, KnownGuest>): Promise<void> {
    const merged = [...known].filter(([, { guest }]) => guest.mergedAtMs !== null)
    if (merged.length === 0) return
    const ids = merged.map(([, { guest }]) => ({ student_id: guest.studentId }))
    const players = await transaction.all(this.#statements.playersOf, { rows: toJson(ids) })
    throw new GuestsMerged(
      new Map(
        merged.map(([tokenHash, { guest }]) => {
          const player = players.find(({ student_id: id }) => id === guest.studentId)
          if (!player) throw new Error('a guest was merged into nobody')
          return [tokenHash, { tokenHash: player.token_hash, mergedAtMs: guest.mergedAtMs ?? 0 }]
        }),
      ),
    )
  }

  /** Stores new guests; the answer is not waited for. */
  insert(transaction: Transaction, guests: ReadonlyMap<string, GuestRecord>): void {
    if (guests.size === 0) return
    // In one order, as everything that two writers may want at the same time.
    const inOrder = [...guests].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const rows = toJson(inOrder.map(([tokenHash, guest]) => valuesOf(tokenHash, guest)))
    transaction.send(this.#statements.insert, { rows })
  }

  /** Stores what known guests have become. What follows from a change of state goes into `boards`, the caller's to count. */
  async update(
    transaction: Transaction,
    changes: readonly GuestChange[],
    boards: BoardChanges,
  ): Promise<void> {
    if (changes.length === 0) return
    const isReindexed = ({ known: { guest: before }, guest }: GuestChange): boolean =>
      before.nickname !== guest.nickname ||
      before.lastActiveDay !== guest.lastActiveDay ||
      before.studentId !== guest.studentId
    this.#send(transaction, this.#statements.update, changes.filter(isReindexed))
    this.#send(
      transaction,
      this.#statements.updateUnindexed,
      changes.filter((change) => !isReindexed(change)),
    )
    for (const { known, guest } of changes) {
      if (guest.state === known.guest.state) continue
      const player = { day: guest.lastActiveDay, guestId: known.id }
      await this.#boards.moveState(transaction, player, guest.state, boards)
    }
  }

  #send(transaction: Transaction, update: Update, changes: readonly GuestChange[]): void {
    if (changes.length === 0) return
    const rows = changes.map(({ tokenHash, known, guest }) => ({
      id: known.id,
      ...valuesOf(tokenHash, guest),
    }))
    transaction.send(update, { rows: toJson(rows) })
  }

  /**
   * Stores what guests have become, of whom `known` were known before; otherwise as `update`. Throws PlayersDeleted where one
   * that is new was deleted before.
   */
  async putAll(
    transaction: Transaction,
    guests: ReadonlyMap<string, GuestRecord>,
    known: ReadonlyMap<string, KnownGuest>,
    boards: BoardChanges,
  ): Promise<void> {
    const made = new Map([...guests].filter(([tokenHash]) => !known.has(tokenHash)))
    this.insert(transaction, made)
    await this.#deletedPlayers.refuse(transaction, [...made.keys()])
    const changes = [...guests].flatMap(([tokenHash, guest]) => {
      const before = known.get(tokenHash)
      return before ? [{ tokenHash, known: before, guest }] : []
    })
    await this.update(transaction, changes, boards)
  }

  /** Stores what `change` makes of a guest that `findToChange` gave, or null. Returns the guest. Throws as `putAll`. */
  async put(
    transaction: Transaction,
    tokenHash: string,
    known: KnownGuest | null,
    change: ChangeGuest,
  ): Promise<GuestRecord> {
    const changes = this.#boards.changes()
    const guest = await this.putAnd(transaction, { tokenHash, known, change }, changes)
    this.#boards.count(transaction, changes)
    return guest
  }

  /** As `put`; what follows from a change of state goes into `boards`, the caller's to count. */
  async putAnd(
    transaction: Transaction,
    put: { readonly tokenHash: string; readonly known: KnownGuest | null; readonly change: ChangeGuest },
    boards: BoardChanges,
  ): Promise<GuestRecord> {
    const { tokenHash, known, change } = put
    const guest = change(known?.guest ?? null)
    const guests = new Map([[tokenHash, guest]])
    await this.putAll(transaction, guests, new Map(known ? [[tokenHash, known]] : []), boards)
    return guest
  }

  /** Notes a time report; the answer is not waited for. */
  noteReport(
    transaction: Transaction,
    report: { tokenHash: string; submissionId: string; practiceDay: string },
  ): void {
    transaction.send(this.#statements.addReport, report)
  }

  /** Whether this guest's time report was noted before. */
  async hasReport(transaction: Transaction, guestId: number, submissionId: string): Promise<boolean> {
    return (await transaction.first(this.#statements.findReport, { guestId, submissionId })) !== undefined
  }
}
