import { expect, onTestFinished, test } from 'vitest'
import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import { keyOfNonexistent, signInCounts, type SharedStrings } from '../../server/account/sign-in-counts.ts'
import type { SignInFailureStore } from '../../server/account/sign-in-port.ts'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { redisSharedStore } from '../../server/storage/redis/shared-store.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { describeRedis, freshRedis } from '../factories/redis.ts'
import { everyTable } from '../factories/every-table.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const NOW_MS = 1_789_000_000_000
const NOBODY = keyOfNonexistent('somebody made up')
const CLASS = 'class:3b'

function stored() {
  const database = openSqlite({ dataDir: tempFolder() })
  onTestFinished(() => database.close())
  return { database, failures: sqlAccountStores(database).failures }
}

async function notesOf(url: string): Promise<SharedStrings> {
  const store = await redisSharedStore({ url, onUnavailable: () => undefined, onBack: () => undefined })
  onTestFinished(() => store.close())
  return store
}

const away = async (): Promise<never> => {
  throw new StorageUnavailable()
}

const twoProcesses = async (url: string, failures: SignInFailureStore) => [
  signInCounts(failures, await notesOf(url)),
  signInCounts(failures, await notesOf(url)),
]

describeRedis('counts of two processes', () => {
  test('[ACC-62] processes jointly count unknown names and guesses at a class, and write nothing', async () => {
    const { database, failures } = stored()
    const [one, two] = await twoProcesses((await freshRedis()).url, failures)
    if (!one || !two) throw new Error('two were made')
    const waits = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : two).charge(NOBODY, NOW_MS)),
    )
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 30, 30, 30])
    await one.credit(NOBODY, NOW_MS)
    expect(await two.charge(NOBODY, NOW_MS)).toBe(0)
    await two.resetAfterSuccess(NOBODY, NOW_MS)
    expect(await one.charge(NOBODY, NOW_MS)).toBe(0)

    const guesses = await Promise.all(
      Array.from({ length: FREE_GUESSES + 4 }, (_, at) =>
        (at % 2 === 0 ? one : two).chargeGuess(CLASS, NOW_MS),
      ),
    )
    expect(guesses.filter((wait) => wait === 0)).toHaveLength(FREE_GUESSES)
    expect(await two.strangersWait(CLASS, NOW_MS)).toBe(true)
    await one.creditGuess(CLASS)
    expect(await two.chargeGuess(CLASS, NOW_MS)).toBe(0)
    await one.clearGuesses(CLASS)
    expect(await two.strangersWait(CLASS, NOW_MS)).toBe(false)
    expect((await everyTable(database)).get('sign_in_failure')).toEqual([])
  })
})

test('[ACC-62] while Redis is unavailable a process counts for itself', async () => {
  const counts = signInCounts(stored().failures, { read: away, swap: away })
  for (let guess = 0; guess < 5; guess += 1) expect(await counts.charge(NOBODY, NOW_MS)).toBe(0)
  expect(await counts.charge(NOBODY, NOW_MS)).toBe(30)
})

test('[ACC-62] no number of made-up codes resets the guesses at a class', async () => {
  const counts = signInCounts(stored().failures, null, 10)
  for (let guess = 0; guess < FREE_GUESSES; guess += 1) await counts.chargeGuess(CLASS, NOW_MS)
  for (let made = 0; made < 100; made += 1) await counts.chargeGuess(keyOfNonexistent(`${made}`), NOW_MS)
  expect(await counts.strangersWait(CLASS, NOW_MS)).toBe(true)
})
