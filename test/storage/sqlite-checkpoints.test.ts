import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { CheckpointThread } from '../../server/storage/sqlite/checkpoint-thread.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { keepOrMake, newTokenHash } from '../factories/guests.ts'
import { filePath, withFile } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const WITHIN_MS = 20_000

function identityOf(path: string): { device: number; inode: number } {
  const { dev, ino } = statSync(path)
  return { device: dev, inode: ino }
}

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
  '[STO-27] committed writes move from the journal into the file on their own',
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

test('[STO-27] a database closed during a checkpoint has everything in its file', async () => {
  const dataDir = tempFolder()
  const database = openSqlite({ dataDir })
  const guests = sqlGuestStore(database)
  await guests.save(newTokenHash(), keepOrMake)
  await expect.poll(() => guestsInFile(dataDir), { timeout: WITHIN_MS }).toBe(1)
  await Promise.all(Array.from({ length: 20 }, () => guests.save(newTokenHash(), keepOrMake)))
  await database.close()
  expect(await guestsInFile(dataDir)).toBe(21)
})

test('[STO-27, STO-7] does not recreate a deleted file', async () => {
  const path = filePath(tempFolder())
  const thread = new CheckpointThread(path, () => undefined)
  onTestFinished(() => thread.end())
  await thread.checkpoint({ device: 1, inode: 1 })
  expect(existsSync(path)).toBe(false)
})

test("[STO-27] never writes a file's journal into another file in its place", async () => {
  const dataDir = tempFolder()
  const database = openSqlite({ dataDir })
  onTestFinished(() => database.close())
  const guests = sqlGuestStore(database)
  await Promise.all(Array.from({ length: 20 }, () => guests.save(newTokenHash(), keepOrMake)))
  const opened = identityOf(filePath(dataDir))
  // A backup of before, renamed into its place while the journal is still there.
  const backup = `${filePath(dataDir)}.backup`
  copyFileSync(filePath(dataDir), backup)
  const before = readFileSync(backup)
  renameSync(backup, filePath(dataDir))

  const thread = new CheckpointThread(filePath(dataDir), () => undefined)
  onTestFinished(() => thread.end())
  await thread.checkpoint(opened)
  expect(readFileSync(filePath(dataDir)).equals(before)).toBe(true)
})

test('[STO-27] waiting for a thread ends when the thread does', async () => {
  let hasEnded = false
  const dataDir = tempFolder()
  await openSqlite({ dataDir }).close()
  const thread = new CheckpointThread(filePath(dataDir), () => (hasEnded = true))
  const identity = identityOf(filePath(dataDir))
  await thread.checkpoint(identity)
  const waiting = thread.checkpoint(identity)
  await thread.end()
  await waiting
  expect(hasEnded).toBe(true)
  rmSync(filePath(dataDir))
})
