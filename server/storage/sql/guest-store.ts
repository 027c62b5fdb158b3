import type { GuestRecord } from '../../../domain/guest-record.ts'
import type { ChangeGuest, GuestStore } from '../../guest/port.ts'
import type { Database, Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { BoardRows } from './board-rows.ts'
import { everyRow, jsonRows, toJson } from './json-rows.ts'
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

type Rows = { rows: string }

const CHANGING = [
  'nickname',
  'location',
  'country',
  'state',
  'profile_at_ms',
  'last_active_day',
  'seconds_played',
  'pace_full_at_ms',
] as const

const GUEST_COLUMNS = {
  token_hash: 'text',
  public_id: 'text',
  nickname: 'text',
  location: 'text',
  country: 'text',
  state: 'text',
  profile_at_ms: 'integer',
  last_active_day: 'text',
  seconds_played: 'integer',
  pace_full_at_ms: 'integer',
  created_at_ms: 'integer',
} as const

/** SQLite writes an index again for each column that is set, also where nothing changes. */
const UNINDEXED = CHANGING.filter((column) => column !== 'nickname' && column !== 'last_active_day')

function updateOf(dialect: Dialect, columns: readonly (typeof CHANGING)[number][]) {
  return statement<Rows>()((values) =>
    queryBuilder(dialect)
      .updateTable('guest')
      .from(jsonRows(dialect, values.rows, { id: 'integer', ...GUEST_COLUMNS }))
      .set((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`sent.${column}`)])))
      .whereRef('guest.id', '=', 'sent.id'),
  )
}

type Update = ReturnType<typeof updateOf>

type GuestRow = GuestValues & { readonly id: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    find: statement<{ tokenHash: string }>()((values) =>
      db.selectFrom('guest').selectAll().where('token_hash', '=', values.tokenHash),
    ),
    // SQLite has one writer at a time; elsewhere another one may be changing these guests just now. They are held in the
    // order of their numbers: two writers then never wait for each other in a circle.
    findToChange: statement<Rows>()((values) =>
      db
        .selectFrom('guest')
        .selectAll()
        .where('token_hash', 'in', (eb) =>
          eb.selectFrom(jsonRows(dialect, values.rows, { token_hash: 'text' })).select('sent.token_hash'),
        )
        .orderBy('id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    insert: statement<Rows>()((values) =>
      db
        .insertInto('guest')
        .columns(['token_hash', 'public_id', 'created_at_ms', ...CHANGING])
        .expression((eb) =>
          eb
            .selectFrom(jsonRows(dialect, values.rows, GUEST_COLUMNS))
            .select(['sent.token_hash', 'sent.public_id', 'sent.created_at_ms'])
            .select(CHANGING.map((column) => `sent.${column}` as const))
            .where(everyRow),
        ),
    ),
    update: updateOf(dialect, CHANGING),
    updateUnindexed: updateOf(dialect, UNINDEXED),
    addReport: statement<{ tokenHash: string; submissionId: string; practiceDay: string }>()((values) =>
      db
        .insertInto('time_report')
        .columns(['guest_id', 'submission_id', 'practice_day'])
        .expression((eb) =>
          eb
            .selectFrom('guest')
            .select((of) => [
              'id',
              of.cast<string>(of.val(values.submissionId), 'text').as('submission_id'),
              of.cast<string>(of.val(values.practiceDay), 'text').as('practice_day'),
            ])
            .where('token_hash', '=', values.tokenHash),
        )
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

/** What a known guest has become. */
export type GuestChange = {
  readonly tokenHash: string
  readonly known: KnownGuest
  readonly guest: GuestRecord
}

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

  /** The guests of these tokens, in a write: nobody else changes them until the transaction has ended. */
  async findToChange(
    transaction: Transaction,
    tokenHashes: readonly string[],
  ): Promise<Map<string, KnownGuest>> {
    const rows = toJson(tokenHashes.map((hash) => ({ token_hash: hash })))
    const found = await transaction.all(this.#statements.findToChange, { rows })
    return new Map(found.map((row) => [row.token_hash, { id: row.id, guest: recordOf(row) }]))
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
      before.nickname !== guest.nickname || before.lastActiveDay !== guest.lastActiveDay
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

  /** Stores what guests have become, of whom `known` were known before; otherwise as `update`. */
  async putAll(
    transaction: Transaction,
    guests: ReadonlyMap<string, GuestRecord>,
    known: ReadonlyMap<string, KnownGuest>,
    boards: BoardChanges,
  ): Promise<void> {
    this.insert(transaction, new Map([...guests].filter(([tokenHash]) => !known.has(tokenHash))))
    const changes = [...guests].flatMap(([tokenHash, guest]) => {
      const before = known.get(tokenHash)
      return before ? [{ tokenHash, known: before, guest }] : []
    })
    await this.update(transaction, changes, boards)
  }

  /** Stores what `change` makes of a guest that `findToChange` gave, or null. Returns the guest. */
  async put(
    transaction: Transaction,
    tokenHash: string,
    known: KnownGuest | null,
    change: ChangeGuest,
  ): Promise<GuestRecord> {
    const guest = change(known?.guest ?? null)
    if (known) {
      const changes = this.#boards.changes()
      await this.update(transaction, [{ tokenHash, known, guest }], changes)
      this.#boards.count(transaction, changes)
    } else this.insert(transaction, new Map([[tokenHash, guest]]))
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

/** Guests in a SQL database. */
export function sqlGuestStore(database: Database): GuestStore {
  const rows = new GuestRows(database.dialect)
  return {
    find: (tokenHash) =>
      database.read(async (transaction) => (await rows.find(transaction, tokenHash))?.guest ?? null),

    save: (tokenHash, change) =>
      database.write(async (transaction) => {
        const known = (await rows.findToChange(transaction, [tokenHash])).get(tokenHash) ?? null
        return rows.put(transaction, tokenHash, known, change)
      }),

    addTime: ({ tokenHash, submissionId, practiceDay }, change) =>
      database.write(async (transaction) => {
        const known = (await rows.findToChange(transaction, [tokenHash])).get(tokenHash) ?? null
        if (known && submissionId !== null && (await rows.hasReport(transaction, known.id, submissionId))) {
          return known.guest
        }
        const guest = await rows.put(transaction, tokenHash, known, change)
        if (submissionId !== null) rows.noteReport(transaction, { tokenHash, submissionId, practiceDay })
        return guest
      }),
  }
}
