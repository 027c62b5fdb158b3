import type { GuestStore } from '../../../guest/port.ts'
import type { Database } from '../../database.ts'
import { DeletedPlayerRows } from '../retention/deleted-player-rows.ts'
import { GuestRows } from './guest-rows.ts'
import { guestStatements } from './guest-statements.ts'

export function sqlGuestStore(database: Database): GuestStore {
  const rows = new GuestRows(database.dialect)
  const statements = guestStatements(database.dialect)
  const deletedPlayers = new DeletedPlayerRows(database.dialect)
  return {
    find: (tokenHash) =>
      database.read(async (transaction) => (await rows.find(transaction, tokenHash))?.guest ?? null),

    isStudentName: (nickname) =>
      database.read(
        async (transaction) => (await transaction.first(statements.studentNamed, { nickname })) !== undefined,
      ),

    isDeleted: (tokenHash) => database.read((transaction) => deletedPlayers.has(transaction, tokenHash)),

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
        if (submissionId !== null) rows.addReport(transaction, { tokenHash, submissionId, practiceDay })
        return guest
      }),
  }
}
