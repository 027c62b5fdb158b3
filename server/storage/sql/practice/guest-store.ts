import type { GuestRecord } from '../../../../domain/guest-record.ts'
import type { ChangeGuest } from '../../../guest/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { BoardChanges } from '../boards/board-changes.ts'
import { wasDeleted } from '../retention/deleted-player-rows.ts'
import { findGuest, lockGuest, putGuest, type KnownGuest } from './guest-rows.ts'

/** A report of time played; idempotent by submission id. */
type TimeReport = {
  readonly tokenHash: string
  readonly submissionId: string | null
  readonly practiceDay: string
}

async function save(
  transaction: Transaction,
  tokenHash: string,
  known: KnownGuest | null,
  change: ChangeGuest,
): Promise<{ readonly id: number; readonly guest: GuestRecord }> {
  const changes = new BoardChanges()
  const put = await putGuest(transaction, tokenHash, known, change(known?.guest ?? null), changes)
  await changes.apply(transaction)
  return put
}

/** Stores guests. Every operation is atomic and durable when it resolves. Writes reject with PlayersDeleted for recently deleted players. */
export function sqlGuestStore(database: Database) {
  return {
    find: (tokenHash: string) => database.read((transaction) => findGuest(transaction, tokenHash)),

    /** Whether a student has this nickname or plays under it. A student has one before it first signs in. */
    isStudentName: (nickname: string) =>
      database.read(async ({ db }) => {
        const named = db.selectFrom('guest').select('id').where('nickname', '=', nickname).limit(1)
        const playing = named.where('student_id', 'is not', null).where('merged_at_ms', 'is', null)
        const student = db.selectFrom('student').select('user_id').where('nickname', '=', nickname).limit(1)
        return Boolean((await playing.executeTakeFirst()) ?? (await student.executeTakeFirst()))
      }),

    /** Whether the player was deleted recently. */
    isDeleted: (tokenHash: string) => database.read((transaction) => wasDeleted(transaction, tokenHash)),

    /** Stores the guest returned by `change`. Rejects with what `change` throws. */
    save: (tokenHash: string, change: ChangeGuest) =>
      database.write(async (transaction) => {
        const known = await lockGuest(transaction, tokenHash)
        return (await save(transaction, tokenHash, known, change)).guest
      }),

    /** As `save`, but a repeated report returns the guest unchanged. */
    addTime: ({ tokenHash, submissionId, practiceDay }: TimeReport, change: ChangeGuest) =>
      database.write(async (transaction) => {
        const { db } = transaction
        const known = await lockGuest(transaction, tokenHash)
        if (known && submissionId !== null) {
          const report = db.selectFrom('time_report').select('guest_id').where('guest_id', '=', known.id)
          if (await report.where('submission_id', '=', submissionId).executeTakeFirst()) return known.guest
        }
        const { id, guest } = await save(transaction, tokenHash, known, change)
        if (submissionId !== null) {
          const report = { guest_id: id, submission_id: submissionId, practice_day: practiceDay }
          await db.insertInto('time_report').values(report).execute()
        }
        return guest
      }),
  }
}

export type GuestStore = ReturnType<typeof sqlGuestStore>
