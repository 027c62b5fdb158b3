import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { sqlGuestStore } from '../../server/storage/sql/guest-store.ts'
import { CheckpointThread } from '../../server/storage/sqlite/checkpoint-thread.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { keepOrMake, newTokenHash } from '../factories/guests.ts'
import { filePath, withFile } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const WITHIN_MS = 20_000

/** How many guests the database's file holds without its journal. */
async function guestsInFile(dataDir: string): Promise<number> {
  const copied = tempFolder()
  copyFileSync(filePath(dataDir), filePath(copied))
  return withFile(copied, (file) => {
    const isThere = file.prepare("select 1 from sqlite_schema where name = 'guest'").get() !== undefined
    return isThere ? file.prepare('select * from guest').all().length : 0
  })
}

test(
  '[STO-27] what was committed is written from the journal into the file by itself',
  { timeout: WITHIN_MS },
  async () => {
    const dataDir = tempFolder()
    const database = openSqlite({ dataDir })
    onTestFinished(() => database.close())
    const guests = sqlGuestStore(database)

    await Promise.all(Array.from({ length: 20 }, () => guests.save(newTokenHash(), keepOrMake)))
    await expect.poll(() => guestsInFile(dataDir), { timeout: WITHIN_MS }).toBe(20)
    await guests.save(newTokenHash(), keepOrMake)
    await expect.poll(() => guestsInFile(dataDir), { timeout: WITHIN_MS }).toBe(21)
  },
)

test('[STO-27] a database that is closed while its journal is written back has everything in its file', async () => {
  const dataDir = tempFolder()
  const database = openSqlite({ dataDir })
  const guests = sqlGuestStore(database)
  await guests.save(newTokenHash(), keepOrMake)
  await expect.poll(() => guestsInFile(dataDir), { timeout: WITHIN_MS }).toBe(1)
  await Promise.all(Array.from({ length: 20 }, () => guests.save(newTokenHash(), keepOrMake)))
  await database.close()
  expect(await guestsInFile(dataDir)).toBe(21)
})

test('[STO-27, STO-7] a file that is gone stays gone', async () => {
  const path = filePath(tempFolder())
  const thread = new CheckpointThread(path, () => undefined)
  onTestFinished(() => thread.end())
  await thread.writeBack()
  expect(existsSync(path)).toBe(false)
})

test('[STO-27] whoever waits for a thread that has ended waits no longer', async () => {
  let hasEnded = false
  const dataDir = tempFolder()
  await openSqlite({ dataDir }).close()
  const thread = new CheckpointThread(filePath(dataDir), () => (hasEnded = true))
  await thread.writeBack()
  const waiting = thread.writeBack()
  await thread.end()
  await waiting
  expect(hasEnded).toBe(true)
  rmSync(filePath(dataDir))
})
