import { withGuest } from '../../../../domain/guest-record.ts'
import { mayMergeGuest, MERGE_RULES, type MergeRules } from '../../../../domain/merge-rules.ts'
import type { Merge, MergedGuest, Merging, ChangeGuest } from '../../../guest/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { moveBattles } from '../battles/battle-rows.ts'
import { BoardChanges } from '../boards/board-changes.ts'
import { lockStudent } from '../students/student-practice-rows.ts'
import { lockGuests, putGuest, type KnownGuest } from './guest-rows.ts'
import { moveResults } from './practice-rows.ts'

const NOTHING: MergedGuest = { sessions: 0, points: 0, battles: 0 }

/**
 * The student's player; null if there is none. If retention deleted the player and another student then merged this token as a
 * guest, deletes what is left of that guest.
 */
async function activePlayer({ db }: Transaction, known: KnownGuest | undefined): Promise<KnownGuest | null> {
  if (known === undefined || known.guest.mergedAtMs === null) return known ?? null
  await db.deleteFrom('guest_merge').where('guest_id', '=', known.id).execute()
  await db.deleteFrom('guest').where('id', '=', known.id).execute()
  return null
}

/** Whether the student may merge another guest on this device today. */
async function mayTake(
  { db }: Transaction,
  { studentId, device, practiceDay }: Merging,
  rules: MergeRules,
): Promise<boolean> {
  const taken = await db
    .selectFrom('guest')
    .innerJoin('guest_merge', 'guest_merge.guest_id', 'guest.id')
    .select('guest_merge.device')
    .where('guest.student_id', '=', studentId)
    .where('guest.last_active_day', '=', practiceDay)
    .where(({ eb, or }) => or([eb('guest_merge.sessions', '>', 0), eb('guest_merge.battles', '>', 0)]))
    .execute()
  return mayMergeGuest(
    rules,
    taken.map((merge) => merge.device),
    device,
  )
}

/** What a guest gave to this student before; nothing if the guest was merged with another. */
async function mergedBefore(
  { db }: Transaction,
  { id, guest }: KnownGuest,
  studentId: string,
): Promise<MergedGuest> {
  if (guest.studentId !== studentId) return NOTHING
  const merge = db.selectFrom('guest_merge').select(['sessions', 'points', 'battles'])
  return (await merge.where('guest_id', '=', id).executeTakeFirst()) ?? NOTHING
}

/** Clears everything that identifies the guest. `last_active_day` keeps the row, under which late writes are refused. */
async function emptyGuest(
  { db }: Transaction,
  guestId: number,
  { studentId, practiceDay, nowMs }: Merging,
): Promise<void> {
  await db
    .updateTable('guest')
    .set({
      public_id: '',
      nickname: '',
      location: '',
      country: '',
      state: '',
      profile_at_ms: 0,
      seconds_played: 0,
      last_active_day: practiceDay,
      address_key: '',
      student_id: studentId,
      merged_at_ms: nowMs,
    })
    .where('id', '=', guestId)
    .execute()
}

async function merge(
  transaction: Transaction,
  merging: Merging,
  change: ChangeGuest,
  rules: MergeRules,
): Promise<Merge> {
  const { db } = transaction
  const { studentId, playerHash, guestHash, nowMs, device } = merging
  if (!(await lockStudent(transaction, studentId))) return { kind: 'gone' }
  if (guestHash === playerHash) return { kind: 'no_guest' }
  const known = await lockGuests(transaction, [guestHash, playerHash])
  const guest = known.get(guestHash)
  if (!guest) return { kind: 'merged', merged: NOTHING }
  if (guest.guest.mergedAtMs !== null)
    return { kind: 'merged', merged: await mergedBefore(transaction, guest, studentId) }
  if (guest.guest.studentId !== null) return { kind: 'no_guest' }
  // The student's row is locked, so concurrent merges are checked one after another.
  if (!(await mayTake(transaction, merging, rules))) return { kind: 'merged', merged: NOTHING }
  const own = await activePlayer(transaction, known.get(playerHash))
  const joined = withGuest(change(own?.guest ?? null), guest.guest, nowMs)
  if (!joined.ok) return { kind: 'too_fast', retryAfterSeconds: joined.retryAfterSeconds }
  // Applied together at the end: to prevent deadlocks, every writer locks board rows in the same order.
  const changes = new BoardChanges()
  const player = await putGuest(transaction, playerHash, own, joined.guest, changes)
  const played = await moveResults(transaction, guest, player, changes)
  await db.deleteFrom('time_report').where('guest_id', '=', guest.id).execute()
  const battles = await moveBattles(transaction, guest.id, player.id)
  await changes.apply(transaction)
  await emptyGuest(transaction, guest.id, merging)
  const merged = { ...played, battles }
  await db
    .insertInto('guest_merge')
    .values({ guest_id: guest.id, device, ...merged })
    .execute()
  return { kind: 'merged', merged }
}

/** Applies `change` to the student's player and stores it; false if the student no longer exists. */
async function savePlayer(
  transaction: Transaction,
  studentId: string,
  playerHash: string,
  change: ChangeGuest,
): Promise<boolean> {
  if (!(await lockStudent(transaction, studentId))) return false
  const known = await lockGuests(transaction, [playerHash])
  const own = await activePlayer(transaction, known.get(playerHash))
  const changes = new BoardChanges()
  await putGuest(transaction, playerHash, own, change(own?.guest ?? null), changes)
  await changes.apply(transaction)
  return true
}

/** Stores students as players on boards and in battles. Atomic and durable as `GuestStore`. */
export function sqlPlayerStore(database: Database, rules: MergeRules = MERGE_RULES) {
  return {
    /** Stores the player returned by `change`; false if the student was deleted. */
    savePlayer: (studentId: string, playerHash: string, change: ChangeGuest) =>
      database.write((transaction) => savePlayer(transaction, studentId, playerHash, change)),

    /**
     * Moves a guest's sessions, board results and battles to the student. The guest stays as an empty row, so that what arrives later
     * under its token is refused. Idempotent: a repeat returns the same. A guest that is unknown or merged with another student adds
     * nothing, and one outside the rules (domain/merge-rules.ts) stays a guest. Results that one child cannot have
     * played in one place are deleted instead of moved.
     */
    merge: (merging: Merging, change: ChangeGuest) =>
      database.write((transaction) => merge(transaction, merging, change, rules)),
  }
}

export type PlayerStore = ReturnType<typeof sqlPlayerStore>
