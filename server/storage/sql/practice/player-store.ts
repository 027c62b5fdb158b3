import { withGuest } from '../../../../domain/guest-record.ts'
import { mayMergeGuest, MERGE_RULES, type MergeRules } from '../../../../domain/merge-rules.ts'
import type { ChangeGuest, Merge, MergedGuest, Merging, PlayerStore } from '../../../guest/port.ts'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BattleRows } from '../battles/battle-rows.ts'
import type { BoardChanges } from '../boards/board-changes.ts'
import { BoardRows } from '../boards/board-rows.ts'
import { GuestRows, type KnownGuest } from './guest-rows.ts'
import { PracticeRows } from './practice-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'
import { sessionStatements } from '../students/student-statements.ts'

type OfGuest = { guestId: number }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    merged: statement<OfGuest>()((values) =>
      db
        .selectFrom('guest_merge')
        .select(['sessions', 'points', 'battles'])
        .where('guest_id', '=', values.guestId),
    ),
    devicesOfDay: statement<{ studentId: string; day: string }>()((values) =>
      db
        .selectFrom('guest')
        .innerJoin('guest_merge', 'guest_merge.guest_id', 'guest.id')
        .select('guest_merge.device')
        .where('guest.student_id', '=', values.studentId)
        .where('guest.last_active_day', '=', values.day)
        .where(({ eb, or }) => or([eb('guest_merge.sessions', '>', 0), eb('guest_merge.battles', '>', 0)])),
    ),
    addMerged: statement<OfGuest & MergedGuest & { device: string }>()((values) =>
      db.insertInto('guest_merge').values({
        guest_id: values.guestId,
        sessions: values.sessions,
        points: values.points,
        battles: values.battles,
        device: values.device,
      }),
    ),
    dropMerged: deletion(dialect, 'guest_merge', 'guest_id', 'guestId'),
    dropGuest: deletion(dialect, 'guest', 'id', 'guestId'),
    dropReports: deletion(dialect, 'time_report', 'guest_id', 'guestId'),
    // Clears everything that identifies the guest. `last_active_day` keeps the row, under which late writes are refused.
    empty: statement<OfGuest & { studentId: string; day: string; mergedAtMs: number }>()((values) =>
      db
        .updateTable('guest')
        .set({
          public_id: '',
          nickname: '',
          location: '',
          country: '',
          state: '',
          profile_at_ms: 0,
          seconds_played: 0,
          last_active_day: values.day,
          address_key: '',
          student_id: values.studentId,
          merged_at_ms: values.mergedAtMs,
        })
        .where('id', '=', values.guestId),
    ),
  }
})

const NOTHING: MergedGuest = { sessions: 0, points: 0, battles: 0 }

/** Students' players, inside the caller's transaction. */
class PlayerRows {
  readonly #rules: MergeRules
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #lockStudent: ReturnType<typeof sessionStatements>['lockStudent']
  readonly #guests: GuestRows
  readonly #practice: PracticeRows
  readonly #battles: BattleRows
  readonly #boards: BoardRows

  constructor(dialect: Dialect, rules: MergeRules) {
    this.#rules = rules
    this.#statements = statementsFor(dialect)
    this.#lockStudent = sessionStatements(dialect).lockStudent
    this.#guests = new GuestRows(dialect)
    this.#practice = new PracticeRows(dialect)
    this.#battles = new BattleRows(dialect)
    this.#boards = new BoardRows(dialect)
  }

  async #studentExists(transaction: Transaction, studentId: string): Promise<boolean> {
    return (await transaction.first(this.#lockStudent, { studentId })) !== undefined
  }

  /**
   * The student's player; null if there is none. If retention deleted the player and another student then merged this token as a
   * guest, deletes what is left of that guest.
   */
  async #active(transaction: Transaction, known: KnownGuest | undefined): Promise<KnownGuest | null> {
    if (known === undefined || known.guest.mergedAtMs === null) return known ?? null
    await transaction.run(this.#statements.dropMerged, { guestId: known.id })
    await transaction.run(this.#statements.dropGuest, { guestId: known.id })
    return null
  }

  /** Applies `change` to the student's player, stores and returns it. */
  async #put(
    transaction: Transaction,
    playerHash: string,
    known: KnownGuest | null,
    change: ChangeGuest,
    changes: BoardChanges,
  ): Promise<KnownGuest> {
    const put = { tokenHash: playerHash, known, change }
    const guest = await this.#guests.putCollecting(transaction, put, changes)
    if (known) return { ...known, guest }
    const made = (await this.#guests.findToChange(transaction, [playerHash])).get(playerHash)
    if (!made) throw new Error('a stored player was not found')
    return made
  }

  /** Moves the guest's sessions and battles to the player. */
  async #move(
    transaction: Transaction,
    guest: KnownGuest,
    player: KnownGuest,
    changes: BoardChanges,
  ): Promise<MergedGuest> {
    const played = await this.#practice.moveAll(transaction, guest, player, changes)
    await transaction.run(this.#statements.dropReports, { guestId: guest.id })
    const moved = await this.#battles.moveAll(transaction, guest.id, player.id)
    return { ...played, battles: moved }
  }

  /** Whether the student may merge another guest on this device today. */
  async #mayTake(
    transaction: Transaction,
    { studentId, device, practiceDay: day }: Merging,
  ): Promise<boolean> {
    const taken = await transaction.all(this.#statements.devicesOfDay, { studentId, day })
    return mayMergeGuest(
      this.#rules,
      taken.map((merge) => merge.device),
      device,
    )
  }

  async merge(transaction: Transaction, merging: Merging, change: ChangeGuest): Promise<Merge> {
    const { studentId, playerHash, guestHash, nowMs: mergedAtMs, practiceDay: day, device } = merging
    if (!(await this.#studentExists(transaction, studentId))) return { kind: 'gone' }
    if (guestHash === playerHash) return { kind: 'no_guest' }
    const known = await this.#guests.findToChange(transaction, [guestHash, playerHash])
    const guest = known.get(guestHash)
    if (!guest) return { kind: 'merged', merged: NOTHING }
    if (guest.guest.mergedAtMs !== null) {
      const isOwn = guest.guest.studentId === studentId
      const earlier = await transaction.first(this.#statements.merged, { guestId: guest.id })
      return { kind: 'merged', merged: isOwn && earlier ? earlier : NOTHING }
    }
    if (guest.guest.studentId !== null) return { kind: 'no_guest' }
    // The student's row is locked, so concurrent merges are checked one after another.
    if (!(await this.#mayTake(transaction, merging))) return { kind: 'merged', merged: NOTHING }
    const own = await this.#active(transaction, known.get(playerHash))
    const joined = withGuest(change(own?.guest ?? null), guest.guest, mergedAtMs)
    if (!joined.ok) return { kind: 'too_fast', retryAfterSeconds: joined.retryAfterSeconds }
    // Applied together at the end: to prevent deadlocks, every writer locks board rows in the same order.
    const changes = this.#boards.changes()
    const player = await this.#put(transaction, playerHash, own, () => joined.guest, changes)
    const merged = await this.#move(transaction, guest, player, changes)
    this.#boards.apply(transaction, changes)
    await transaction.run(this.#statements.empty, { guestId: guest.id, studentId, day, mergedAtMs })
    await transaction.run(this.#statements.addMerged, { guestId: guest.id, device, ...merged })
    return { kind: 'merged', merged }
  }

  /** Applies `change` to the student's player and stores it; false if the student no longer exists. */
  async save(
    transaction: Transaction,
    studentId: string,
    playerHash: string,
    change: ChangeGuest,
  ): Promise<boolean> {
    if (!(await this.#studentExists(transaction, studentId))) return false
    const known = await this.#guests.findToChange(transaction, [playerHash])
    const own = await this.#active(transaction, known.get(playerHash))
    const changes = this.#boards.changes()
    await this.#put(transaction, playerHash, own, change, changes)
    this.#boards.apply(transaction, changes)
    return true
  }
}

export function sqlPlayerStore(database: Database, rules: MergeRules = MERGE_RULES): PlayerStore {
  const rows = new PlayerRows(database.dialect, rules)
  return {
    savePlayer: (studentId, playerHash, change) =>
      database.write((transaction) => rows.save(transaction, studentId, playerHash, change)),

    merge: (merging, change) => database.write((transaction) => rows.merge(transaction, merging, change)),
  }
}
