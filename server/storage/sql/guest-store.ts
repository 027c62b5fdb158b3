import type { GuestRecord } from '../../../domain/guest-record.ts'
import type { ChangeGuest, GuestStore } from '../../guest/port.ts'
import type { Database, Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BoardRows } from './board-rows.ts'
import { queryBuilder, statement } from './statement.ts'

type GuestValues = {
  token_hash: string
  public_id: string
  nickname: string
  location: string
  country: string
  state: string
  profile_at_ms: number
  last_active_day: string
  seconds_played: number
  pace_full_at_ms: number
  created_at_ms: number
}

type GuestRow = GuestValues & { readonly id: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    find: statement<{ tokenHash: string }>()((values) =>
      db.selectFrom('guest').selectAll().where('token_hash', '=', values.tokenHash),
    ),
    // SQLite has one writer at a time; elsewhere another one may be changing this guest just now.
    findToChange: statement<{ tokenHash: string }>()((values) =>
      db
        .selectFrom('guest')
        .selectAll()
        .where('token_hash', '=', values.tokenHash)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    insert: statement<GuestValues>()((values) =>
      db
        .insertInto('guest')
        .values({
          token_hash: values.token_hash,
          public_id: values.public_id,
          nickname: values.nickname,
          location: values.location,
          country: values.country,
          state: values.state,
          profile_at_ms: values.profile_at_ms,
          last_active_day: values.last_active_day,
          seconds_played: values.seconds_played,
          pace_full_at_ms: values.pace_full_at_ms,
          created_at_ms: values.created_at_ms,
        })
        .returning('id'),
    ),
    update: statement<Omit<GuestValues, 'token_hash' | 'public_id' | 'created_at_ms'> & { id: number }>()(
      (values) =>
        db
          .updateTable('guest')
          .set({
            nickname: values.nickname,
            location: values.location,
            country: values.country,
            state: values.state,
            profile_at_ms: values.profile_at_ms,
            last_active_day: values.last_active_day,
            seconds_played: values.seconds_played,
            pace_full_at_ms: values.pace_full_at_ms,
          })
          .where('id', '=', values.id),
    ),
    addReport: statement<{ guestId: number; submissionId: string; practiceDay: string }>()((values) =>
      db
        .insertInto('time_report')
        .values({
          guest_id: values.guestId,
          submission_id: values.submissionId,
          practice_day: values.practiceDay,
        })
        .onConflict((conflict) => conflict.columns(['guest_id', 'submission_id']).doNothing()),
    ),
    findReport: statement<{ guestId: number; submissionId: string }>()((values) =>
      db
        .selectFrom('time_report')
        .select('practice_day')
        .where('guest_id', '=', values.guestId)
        .where('submission_id', '=', values.submissionId),
    ),
  }
}

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
  }
}

/** A guest with the number that other tables know it by. */
export type KnownGuest = { readonly id: number; readonly guest: GuestRecord }

/** Reading and writing the guest table inside somebody's transaction. */
export class GuestRows {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #boards: BoardRows

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#boards = new BoardRows(dialect)
  }

  /** The guest of this token, or null. */
  async find(transaction: Transaction, tokenHash: string): Promise<KnownGuest | null> {
    const row = await transaction.first(this.#statements.find, { tokenHash })
    return row ? { id: row.id, guest: recordOf(row) } : null
  }

  /** As `find`, in a write: nobody else changes this guest until the transaction has ended. */
  async findToChange(transaction: Transaction, tokenHash: string): Promise<KnownGuest | null> {
    const row = await transaction.first(this.#statements.findToChange, { tokenHash })
    return row ? { id: row.id, guest: recordOf(row) } : null
  }

  /** Stores what `change` makes of the guest that `findToChange` gave. */
  async put(
    transaction: Transaction,
    tokenHash: string,
    known: KnownGuest | null,
    change: ChangeGuest,
  ): Promise<KnownGuest> {
    const guest = change(known?.guest ?? null)
    const values = valuesOf(tokenHash, guest)
    if (known) {
      await transaction.run(this.#statements.update, { ...values, id: known.id })
      if (guest.state !== known.guest.state) {
        const player = { day: guest.lastActiveDay, guestId: known.id }
        await this.#boards.moveState(transaction, player, guest.state)
      }
      return { id: known.id, guest }
    }
    const row = await transaction.first(this.#statements.insert, values)
    if (!row) throw new Error('a stored guest got no id')
    return { id: row.id, guest }
  }

  /** Notes a time report; false when it was noted before. */
  async noteReport(
    transaction: Transaction,
    report: { guestId: number; submissionId: string; practiceDay: string },
  ): Promise<boolean> {
    return (await transaction.run(this.#statements.addReport, report)) > 0
  }

  /** Whether this guest's time report was noted before. */
  async hasReport(transaction: Transaction, guestId: number, submissionId: string): Promise<boolean> {
    return (await transaction.first(this.#statements.findReport, { guestId, submissionId })) !== undefined
  }
}

/** Guests in a SQL database. */
export function sqlGuestStore(database: Database): GuestStore {
  const rows = new GuestRows(database.dialect)
  return {
    find: (tokenHash) =>
      database.read(async (transaction) => (await rows.find(transaction, tokenHash))?.guest ?? null),

    save: (tokenHash, change) =>
      database.write(async (transaction) => {
        const known = await rows.findToChange(transaction, tokenHash)
        return (await rows.put(transaction, tokenHash, known, change)).guest
      }),

    addTime: ({ tokenHash, submissionId, practiceDay }, change) =>
      database.write(async (transaction) => {
        const known = await rows.findToChange(transaction, tokenHash)
        if (known && submissionId !== null && (await rows.hasReport(transaction, known.id, submissionId))) {
          return known.guest
        }
        const { id, guest } = await rows.put(transaction, tokenHash, known, change)
        if (submissionId !== null)
          await rows.noteReport(transaction, { guestId: id, submissionId, practiceDay })
        return guest
      }),
  }
}
