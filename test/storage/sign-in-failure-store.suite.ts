import { describe, expect, onTestFinished, test } from 'vitest'
import type { SignInFailureStore } from '../../server/account/sign-in-port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'

const NOW_MS = 1_789_000_000_000

/** What every adapter behind the counts of wrong answers does. */
export function signInFailureStoreSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<SignInFailureStore> => {
    const database = await open()
    onTestFinished(() => database.close())
    return sqlAccountStores(database).failures
  }

  describe('SignInFailureStore', () => {
    test('[ACC-7] accepts five answers, at once or one after another, then doubles the wait', async () => {
      const failures = await opened()
      const waits = await Promise.all(Array.from({ length: 8 }, () => failures.charge('a', NOW_MS)))
      expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 30, 30, 30])
      expect(await failures.charge('b', NOW_MS)).toBe(0)
      expect(await failures.charge('a', NOW_MS + 29_999)).toBe(1)
      expect(await failures.charge('a', NOW_MS + 30_000)).toBe(0)
      expect(await failures.charge('a', NOW_MS + 30_000)).toBe(60)
      await failures.credit('a', NOW_MS + 30_000)
      await failures.credit('nothing', NOW_MS)
      expect(await failures.charge('a', NOW_MS + 30_000)).toBe(0)
      expect(await failures.charge('a', NOW_MS + 30_000)).toBe(60)
      await failures.clear('a')
      expect(await failures.charge('a', NOW_MS + 30_000)).toBe(0)
    })

    test('[ACC-35] opens the sign-in window three times, at once or one after another, then once an hour', async () => {
      const failures = await opened()
      const waits = await Promise.all(
        Array.from({ length: 4 }, () => failures.openSignInWindow('let in a', NOW_MS)),
      )
      expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 3600])
      expect(await failures.openSignInWindow('let in b', NOW_MS)).toBe(0)
      expect(await failures.openSignInWindow('let in a', NOW_MS + 3_600_000)).toBe(0)
      expect(await failures.openSignInWindow('let in a', NOW_MS + 3_600_000)).toBe(3600)
    })

    test("[ACC-82] reports the day's wrong answers even after a right one, which does not count, until the next day", async () => {
      const failures = await opened()
      const today = async (nowMs = NOW_MS) => [...(await failures.wrongToday(['a', 'b', 'c'], nowMs))]
      expect(await today()).toEqual([])
      for (let wrong = 0; wrong < 3; wrong += 1) await failures.charge('a', NOW_MS)
      await failures.charge('b', NOW_MS)
      expect((await today()).toSorted()).toEqual([
        ['a', 3],
        ['b', 1],
      ])
      for (const key of ['a', 'b']) await failures.resetAfterSuccess(key, NOW_MS)
      expect(await today()).toEqual([['a', 2]])
      // The next wrong one is the first in a row again.
      for (let wrong = 0; wrong < 5; wrong += 1) expect(await failures.charge('a', NOW_MS)).toBe(0)
      await failures.credit('a', NOW_MS)
      expect(await today()).toEqual([['a', 6]])
      expect(await today(NOW_MS + 86_400_000)).toEqual([])
      await failures.clear('a')
      expect(await today()).toEqual([])
    })
  })
}
