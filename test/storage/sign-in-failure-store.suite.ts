import { describe, expect, onTestFinished, test } from 'vitest'
import type { SignInFailureStore } from '../../server/account/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/account-stores.ts'

const NOW_MS = 1_789_000_000_000

/** What every adapter behind the counts of wrong answers does. */
export function signInFailureStoreSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<SignInFailureStore> => {
    const database = await open()
    onTestFinished(() => database.close())
    return sqlAccountStores(database).failures
  }

  describe('SignInFailureStore', () => {
    test('[ACC-7] five answers are heard, at once or one after another, then there is a wait that doubles', async () => {
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

    test('[ACC-34] sixty guesses at a class are heard, at once or one after another, and one that was right is given back', async () => {
      const failures = await opened()
      const waits = await Promise.all(Array.from({ length: 62 }, () => failures.chargeGuess('a', NOW_MS)))
      expect(waits.filter((wait) => wait === 0)).toHaveLength(60)
      expect(await failures.chargeGuess('b', NOW_MS)).toBe(0)
      await failures.creditGuess('a')
      await failures.creditGuess('nothing')
      expect(await failures.chargeGuess('a', NOW_MS)).toBe(0)
      expect(await failures.chargeGuess('a', NOW_MS)).toBe(1200)
    })

    test('[ACC-35] letting in frees all guesses where somebody has to wait, three times and then once an hour', async () => {
      const failures = await opened()
      const guessAll = () => Promise.all(Array.from({ length: 60 }, () => failures.chargeGuess('a', NOW_MS)))
      const letIn = () => failures.letIn('a', 'let in a', NOW_MS)
      expect(await letIn()).toBe(0)
      for (let time = 0; time < 3; time += 1) {
        await guessAll()
        expect(await failures.strangersWait('a', NOW_MS)).toBe(true)
        // Pressed twice it is counted once: nobody waits any more.
        expect(await Promise.all([letIn(), letIn()])).toEqual([0, 0])
        expect(await failures.strangersWait('a', NOW_MS)).toBe(false)
      }
      await guessAll()
      expect(await letIn()).toBe(3600)
      expect(await failures.strangersWait('a', NOW_MS)).toBe(true)
    })
  })
}
