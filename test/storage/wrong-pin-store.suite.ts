import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { enrolment } from '../factories/students.ts'

const NOW_MS = 1_789_000_000_000
const DAY_MS = 86_400_000

/** What every adapter behind the counts of wrong PINs does. */
export function wrongPinStoreSuite(open: () => Promise<Database>): void {
  describe('WrongPinStore', () => {
    test("[ACC-82] counts a child's wrong PINs of the day, at once or one after another, until the next day", async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const { wrongPins } = sqlAccountStores(database)
      const enrol = enrolment(database)
      for (const id of ['ana', 'ben']) await enrol(id)
      const today = async (nowMs = NOW_MS) => [...(await wrongPins.today(['ana', 'ben', 'cem'], nowMs))]
      expect(await today()).toEqual([])
      await Promise.all(Array.from({ length: 3 }, () => wrongPins.add('ana', NOW_MS)))
      await wrongPins.add('ben', NOW_MS)
      // Deleted meanwhile.
      await wrongPins.add('cem', NOW_MS)
      expect((await today()).toSorted()).toEqual([
        ['ana', 3],
        ['ben', 1],
      ])
      expect(await today(NOW_MS + DAY_MS)).toEqual([])
      await wrongPins.add('ana', NOW_MS + DAY_MS)
      expect(await today(NOW_MS + DAY_MS)).toEqual([['ana', 1]])
    })
  })
}
