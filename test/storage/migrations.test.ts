import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../server/storage/sql/migrations/all.ts'
import type { Migration } from '../../server/storage/sql/migrations/migration.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { keepOrMake, practiceResult } from '../factories/guests.ts'
import { rowsOf, withFile } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const extra: Migration = {
  id: Math.max(...MIGRATIONS.map(({ id }) => id)) + 1,
  name: 'extra',
  statements: ({ integer }) => [
    `create table extra (n ${integer} not null)`,
    'insert into extra (n) values (1)',
  ],
}
const broken: Migration = {
  id: extra.id + 1,
  name: 'broken',
  statements: () => ['create table half (n integer)', 'this is not SQL'],
}

async function start(dataDir: string, migrations?: readonly Migration[]): Promise<void> {
  await openSqlite({ dataDir, ...(migrations && { migrations }) }).close()
}

function applied(dataDir: string): Promise<unknown[]> {
  return rowsOf(dataDir, 'schema_migration').then((rows) => rows.map(({ id, name }) => `${id} ${name}`))
}

test('[STO-1] every migration runs once, in order, and is recorded', async () => {
  const dataDir = tempFolder()
  await start(dataDir)
  await start(dataDir)
  expect(await applied(dataDir)).toEqual(MIGRATIONS.map(({ id, name }) => `${id} ${name}`))
  await start(dataDir, [...MIGRATIONS, extra])
  await start(dataDir, [...MIGRATIONS, extra])
  expect(await applied(dataDir)).toHaveLength(MIGRATIONS.length + 1)
  expect(await rowsOf(dataDir, 'extra')).toHaveLength(1)
})

test('[STO-1] a new migration keeps the stored data', async () => {
  const dataDir = tempFolder()
  const database = openSqlite({ dataDir })
  await sqlPracticeStore(database).record(practiceResult(), keepOrMake)
  await database.close()
  await start(dataDir, [...MIGRATIONS, extra])
  expect(await rowsOf(dataDir, 'practice_result')).toHaveLength(1)
})

test('[STO-1] a failed migration leaves nothing behind and stops startup', async () => {
  const dataDir = tempFolder()
  await start(dataDir)
  await expect(start(dataDir, [...MIGRATIONS, extra, broken])).rejects.toThrow(/cannot be used: near "this"/)
  expect(await applied(dataDir)).toHaveLength(MIGRATIONS.length)
  const tables = await withFile(dataDir, (file) =>
    file.prepare("select name from sqlite_master where name in ('extra', 'half')").all(),
  )
  expect(tables).toEqual([])
})

test('[RUN-16] a database of a newer version stops startup with a sentence', async () => {
  const dataDir = tempFolder()
  await start(dataDir, [...MIGRATIONS, extra])
  await expect(start(dataDir)).rejects.toThrow(
    `tenfold.sqlite cannot be used: it was written by a newer version of Tenfold (step ${extra.id}, extra); run that version or a later one.`,
  )
})

test('[STO-1] migrations are in the order of their unique numbers', () => {
  const ids = MIGRATIONS.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})
