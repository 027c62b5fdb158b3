import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { sqlGuestStore, type GuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { DAY, guestRecord, newTokenHash } from '../factories/guests.ts'

/** What every adapter behind the GuestStore port does. */
export function guestStoreSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<GuestStore> => {
    const database = await open()
    onTestFinished(() => database.close())
    return sqlGuestStore(database)
  }

  describe('GuestStore', () => {
    test('[STO-1] a guest reads back as stored, and an unknown one is null', async () => {
      const guests = await opened()
      const hash = newTokenHash()
      const guest = guestRecord({
        nickname: "O'Neil 7",
        location: 'São Paulo',
        country: 'BR',
        state: '',
        profileAtMs: 1_789_000_000_122,
        secondsPlayed: 61,
        paceFullAtMs: 1_789_000_000_123,
      })
      expect(await guests.find(hash)).toBeNull()
      expect(await guests.save(hash, () => guest)).toEqual(guest)
      expect(await guests.find(hash)).toEqual(guest)
      expect(await guests.find(newTokenHash())).toBeNull()
    })

    test('[STO-1] a change sees what is stored, and concurrent changes see one another', async () => {
      const guests = await opened()
      const hash = newTokenHash()
      const start = guestRecord()
      await Promise.all(
        Array.from({ length: 50 }, () =>
          guests.save(hash, (known) => {
            const guest = known ?? start
            return { ...guest, secondsPlayed: guest.secondsPlayed + 1 }
          }),
        ),
      )
      expect(await guests.find(hash)).toEqual({ ...start, secondsPlayed: 50 })
    })

    test('[STO-3] an error in a change is rethrown, and nothing is stored', async () => {
      const guests = await opened()
      const hash = newTokenHash()
      const refused = new Error('refused')
      await expect(
        guests.save(hash, () => {
          throw refused
        }),
      ).rejects.toBe(refused)
      expect(await guests.find(hash)).toBeNull()
    })

    test('[OUT-2] a time report with the same submission id is added once, however it arrives', async () => {
      const guests = await opened()
      const hash = newTokenHash()
      const start = guestRecord()
      const report = { tokenHash: hash, submissionId: 'report-0001', practiceDay: DAY }
      const add = () =>
        guests.addTime(report, (known) => {
          const guest = known ?? start
          return { ...guest, secondsPlayed: guest.secondsPlayed + 15 }
        })
      const answers = await Promise.all(Array.from({ length: 20 }, add))
      expect(answers.map(({ secondsPlayed }) => secondsPlayed)).toEqual(Array.from({ length: 20 }, () => 15))
      expect((await add()).secondsPlayed).toBe(15)
    })

    test("[OUT-2] reports without an id, or with another guest's id, are each added", async () => {
      const guests = await opened()
      const [one, two] = [newTokenHash(), newTokenHash()]
      const add = (hash: string, submissionId: string | null) =>
        guests.addTime({ tokenHash: hash, submissionId, practiceDay: DAY }, (known) => {
          const guest = known ?? guestRecord()
          return { ...guest, secondsPlayed: guest.secondsPlayed + 15 }
        })
      await add(one, null)
      await add(one, null)
      await add(one, 'report-0001')
      await add(two, 'report-0001')
      expect((await guests.find(one))?.secondsPlayed).toBe(45)
      expect((await guests.find(two))?.secondsPlayed).toBe(15)
    })
  })
}
