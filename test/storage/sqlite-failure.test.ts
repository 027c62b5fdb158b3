import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StorageUnavailable } from '../../server/http/errors.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { DatabaseFileError } from '../../server/storage/sqlite/database-file.ts'
import { DATABASE_FILE_NAME, openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { keepOrMake, newTokenHash, practiceResult } from '../factories/guests.ts'
import { spoilTable } from '../factories/spoiled-file.ts'
import { filePath, rowsOf, withFile } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

type Opened = {
  readonly database: Database
  readonly dataDir: string
  /** What the database said of itself, in order. */
  readonly notices: string[]
  readonly batches: number[]
}

function opened(dataDir = tempFolder()): Opened {
  const notices: string[] = []
  const batches: number[] = []
  const database = openSqlite({
    dataDir,
    onUnavailable: () => notices.push('away'),
    onBack: () => notices.push('back'),
    onBatch: (jobs) => batches.push(jobs),
  })
  onTestFinished(() => database.close())
  return { database, dataDir, notices, batches }
}

function sentenceOf(dataDir: string): string {
  try {
    openSqlite({ dataDir })
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseFileError)
    return (error as Error).message
  }
  throw new Error('the database opened')
}

test('[STO-3] writes that arrive together share one transaction', async () => {
  const { database, batches } = opened()
  const guests = sqlGuestStore(database)
  await Promise.all(Array.from({ length: 100 }, () => guests.save(newTokenHash(), keepOrMake)))
  expect(batches).toEqual([100])
})

test('[STO-2] every write is on disk when it is acknowledged', async () => {
  const { dataDir } = opened()
  await withFile(dataDir, (file) => {
    expect({ ...file.prepare('pragma journal_mode').get() }).toEqual({ journal_mode: 'wal' })
  })
  const { SqliteConnection } = await import('../../server/storage/sqlite/connection.ts')
  const connection = new SqliteConnection(filePath(dataDir))
  onTestFinished(() => connection.close())
  const setting = (name: string): unknown => Object.values(connection.prepare(`pragma ${name}`).get())[0]
  // 2 is FULL: a commit waits for the disk (sqlite.org/pragma.html#pragma_synchronous).
  expect(setting('synchronous')).toBe(2)
  expect(setting('secure_delete')).toBe(1)
  expect(setting('foreign_keys')).toBe(1)
})

test('[STO-27] closing leaves everything in the one file', async () => {
  const { database, dataDir } = opened()
  const guests = sqlGuestStore(database)
  await Promise.all(Array.from({ length: 20 }, () => guests.save(newTokenHash(), keepOrMake)))
  await database.close()
  const copied = tempFolder()
  copyFileSync(filePath(dataDir), filePath(copied))
  expect(await rowsOf(copied, 'guest')).toHaveLength(20)
})

test('[STO-7] a locked file rejects writes and checks, and recovers by itself', async () => {
  const { database, dataDir, notices } = opened()
  const results = sqlPracticeStore(database)
  const kept = practiceResult()
  await withFile(dataDir, async (file) => {
    file.exec('begin exclusive')
    const refused = await Promise.allSettled([
      results.record(kept, keepOrMake),
      results.record(practiceResult(), keepOrMake),
      database.check(),
    ])
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storage_away', status: 503 } })
      expect(outcome).toHaveProperty('reason', expect.any(StorageUnavailable))
    }
    file.exec('rollback')
  })
  expect(await results.record(kept, keepOrMake)).toMatchObject({ counted: true, dailyScore: 20 })
  await database.check()
  expect(notices).toEqual(['away', 'back'])
  expect(await rowsOf(dataDir, 'practice_result')).toHaveLength(1)
})

test('[STO-7] a full disk rejects every write of the transaction, and works again once there is room', async () => {
  const { database, dataDir } = opened()
  const results = sqlPracticeStore(database)
  await results.record(practiceResult(), keepOrMake)
  // Migrations leave pages free, which would take rows.
  await withFile(dataDir, (file) => file.exec('vacuum'))
  // The one limit of a file's size that a test can set: it makes the engine say SQLITE_FULL as a full disk does.
  const limitPages = (pages: number) =>
    database.write(async ({ db }) => {
      await sql.raw(`pragma max_page_count = ${pages}`).execute(db)
    })
  await limitPages(1)
  const many = Array.from({ length: 200 }, () => results.record(practiceResult(), keepOrMake))
  const outcomes = await Promise.allSettled(many)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  // Those who waited behind the refused transaction are refused with it.
  expect(refused.length).toBeGreaterThan(100)
  for (const outcome of refused) expect(outcome).toHaveProperty('reason', expect.any(StorageUnavailable))
  expect(await rowsOf(dataDir, 'practice_result')).toHaveLength(1 + outcomes.length - refused.length)
  expect(await results.record(practiceResult(), keepOrMake)).toMatchObject({ counted: true })
})

test('[STO-7] does not write to a deleted file, and uses it again when it is back', async () => {
  const { database, dataDir, notices } = opened()
  const results = sqlPracticeStore(database)
  const first = practiceResult()
  await results.record(first, keepOrMake)
  await database.scrub()
  const path = filePath(dataDir)
  const aside = join(tempFolder(), 'aside.sqlite')
  renameSync(path, aside)

  await expect(results.record(practiceResult(), keepOrMake)).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(database.read(async () => 1)).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(database.check()).rejects.toBeInstanceOf(StorageUnavailable)

  renameSync(aside, path)
  expect(await results.record(first, keepOrMake)).toMatchObject({ counted: false, dailyScore: 20 })
  expect(notices).toEqual(['away', 'back'])
})

test('[STO-7] uses another file in its place, such as a restored backup', async () => {
  const backup = opened()
  const first = practiceResult()
  await sqlPracticeStore(backup.database).record(first, keepOrMake)
  await backup.database.close()

  const { database, dataDir } = opened()
  for (const end of ['-wal', '-shm']) rmSync(filePath(dataDir) + end, { force: true })
  const restored = join(tempFolder(), 'restored.sqlite')
  copyFileSync(filePath(backup.dataDir), restored)
  renameSync(restored, filePath(dataDir))
  expect(await sqlPracticeStore(database).record(first, keepOrMake)).toMatchObject({
    counted: false,
    dailyScore: 20,
  })
})

test('[RUN-10, OPS-10] after damage is found the database is not ready until the file is replaced, even if other writes work', async () => {
  const { database, dataDir, notices } = opened()
  const results = sqlPracticeStore(database)
  await results.record(practiceResult(), keepOrMake)
  const sound = join(tempFolder(), 'sound.sqlite')
  await withFile(dataDir, (file) => void file.prepare('vacuum into ?').run(sound))
  await spoilTable(dataDir, 'student_practice')
  await database.check()

  const reading = database.read(({ db }) => db.selectFrom('student_practice').selectAll().execute())
  await expect(reading).rejects.toBeInstanceOf(StorageUnavailable)
  // A connection that met damage is reopened a second later.
  await vi.waitFor(() => results.record(practiceResult(), keepOrMake), { timeout: 30_000 })
  await expect(database.check()).rejects.toMatchObject({ code: 'storage_away' })
  await expect(database.check()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('malformed') },
  })

  for (const ending of ['-wal', '-shm']) rmSync(filePath(dataDir) + ending, { force: true })
  renameSync(sound, filePath(dataDir))
  await database.check()
  expect(notices).toEqual(['away', 'back'])
})

test('[STO-7] rejects writes at once when too many wait, instead of filling the memory', async () => {
  const { database } = opened()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10_050 }, (_, index) => database.write(async () => index)),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(50)
  expect(refused[0]).toHaveProperty('reason.code', 'storage_away')
  expect(await database.write(async () => 'works')).toBe('works')
})

test('[RUN-16] the message names the file and the reason if the folder is a file', () => {
  const blocked = join(tempFolder(), 'taken')
  writeFileSync(blocked, '')
  expect(sentenceOf(blocked)).toContain(
    `The database file ${join(blocked, DATABASE_FILE_NAME)} cannot be used: `,
  )
  expect(sentenceOf(blocked)).toContain('EEXIST')
})

test('[RUN-16] the message names the file and the reason if the file is a folder', () => {
  const dataDir = tempFolder()
  mkdirSync(filePath(dataDir))
  expect(sentenceOf(dataDir)).toMatch(/tenfold\.sqlite cannot be used: .*unable to open database file\.$/)
})

test('[RUN-16] the message names the file and the reason if it is not a database', () => {
  const dataDir = tempFolder()
  writeFileSync(filePath(dataDir), 'a letter to grandmother, '.repeat(100))
  expect(sentenceOf(dataDir)).toMatch(/tenfold\.sqlite cannot be used: .*not a database\.$/)
})

test('[RUN-16] the message names the file and the reason if another program has locked it', async () => {
  const { database, dataDir } = opened()
  await database.close()
  await withFile(dataDir, (file) => {
    file.exec('begin exclusive')
    expect(sentenceOf(dataDir)).toMatch(/tenfold\.sqlite cannot be used: .*locked\.$/)
  })
})
