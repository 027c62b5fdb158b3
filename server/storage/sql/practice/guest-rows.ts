import type { GuestRecord } from '../../../../domain/guest-record.ts'
import type { ChangeGuest } from '../../../guest/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from '../boards/board-changes.ts'
import { BoardRows } from '../boards/board-rows.ts'
import { HiddenPlayerRows } from '../boards/hidden-player-rows.ts'
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

/** A stored guest, its row id, and whether it is on no public board. */
export type KnownGuest = { readonly id: number; readonly guest: GuestRecord; readonly isHidden: boolean }

function knownGuest(row: GuestRow): KnownGuest {
  return { id: row.id, guest: recordOf(row), isHidden: row.hidden === 1 }
}

/** A stored guest and its new record. */
type GuestChange = {
  readonly tokenHash: string
  readonly known: KnownGuest
  readonly guest: GuestRecord
}

/** Reads and writes the guest table inside the caller's transaction. */
export class GuestRows {
  readonly #statements: ReturnType<typeof guestStatements>
  readonly #boards: BoardRows
  readonly #hiding: HiddenPlayerRows
  readonly #deletedPlayers: DeletedPlayerRows

  constructor(dialect: Dialect) {
    this.#statements = guestStatements(dialect)
    this.#boards = new BoardRows(dialect)
    this.#hiding = new HiddenPlayerRows(dialect)
    this.#deletedPlayers = new DeletedPlayerRows(dialect)
  }

  async find(transaction: Transaction, tokenHash: string): Promise<KnownGuest | null> {
    const row = await transaction.first(this.#statements.find, { tokenHash })
    return row ? knownGuest(row) : null
  }

  /** Finds guests and locks their rows until the transaction ends. */
  async findToChange(
    transaction: Transaction,
    tokenHashes: readonly string[],
  ): Promise<Map<string, KnownGuest>> {
    const rows = toJson(tokenHashes.map((hash) => ({ token_hash: hash })))
    const found = await transaction.all(this.#statements.findToChange, { rows })
    return new Map(found.map((row) => [row.token_hash, knownGuest(row)]))
  }

  /** Inserts guests without waiting for the result. */
  insert(transaction: Transaction, guests: ReadonlyMap<string, GuestRecord>): void {
    if (guests.size === 0) return
    // Sorted to prevent deadlocks.
    const inOrder = [...guests].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const rows = toJson(inOrder.map(([tokenHash, guest]) => valuesOf(tokenHash, guest)))
    transaction.send(this.#statements.insert, { rows })
  }

  /** Updates guests. A change of state is recorded in `boards`, which the caller applies. */
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
   * Inserts or updates guests, where `known` are those already stored. Throws PlayersDeleted if a new one was deleted before.
   * Returns the token hashes of those that are on no public board.
   */
  async putAll(
    transaction: Transaction,
    guests: ReadonlyMap<string, GuestRecord>,
    known: ReadonlyMap<string, KnownGuest>,
    boards: BoardChanges,
  ): Promise<ReadonlySet<string>> {
    const made = new Map([...guests].filter(([tokenHash]) => !known.has(tokenHash)))
    this.insert(transaction, made)
    await this.#deletedPlayers.throwIfDeleted(transaction, [...made.keys()])
    const changes = [...guests].flatMap(([tokenHash, guest]) => {
      const before = known.get(tokenHash)
      return before ? [{ tokenHash, known: before, guest }] : []
    })
    await this.update(transaction, changes, boards)
    const newPlayers = [...guests].flatMap(([tokenHash, { studentId }]) =>
      studentId === null || known.get(tokenHash)?.guest.studentId === studentId ? [] : [studentId],
    )
    const hidden = await this.#hiding.settle(transaction, newPlayers)
    const isHidden = (tokenHash: string) => known.get(tokenHash)?.isHidden === true || hidden.has(tokenHash)
    return new Set([...guests.keys()].filter(isHidden))
  }

  /** Applies `change` to a guest from `findToChange` (or null) and stores the result. Throws like `putAll`. */
  async put(
    transaction: Transaction,
    tokenHash: string,
    known: KnownGuest | null,
    change: ChangeGuest,
  ): Promise<GuestRecord> {
    const changes = this.#boards.changes()
    const guest = await this.putCollecting(transaction, { tokenHash, known, change }, changes)
    this.#boards.apply(transaction, changes)
    return guest
  }

  /** Like `put`, but collects changes to boards, which the caller applies. */
  async putCollecting(
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

  /** Stores a time report's submission id without waiting for the result. */
  addReport(
    transaction: Transaction,
    report: { tokenHash: string; submissionId: string; practiceDay: string },
  ): void {
    transaction.send(this.#statements.addReport, report)
  }

  /** Whether this time report was stored before. */
  async hasReport(transaction: Transaction, guestId: number, submissionId: string): Promise<boolean> {
    return (await transaction.first(this.#statements.findReport, { guestId, submissionId })) !== undefined
  }
}
