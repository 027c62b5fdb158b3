import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../server/storage/database.ts'
import { DATABASE_FILE_NAME, openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { openFile, type SqliteFile } from '../../server/storage/sqlite/engine.ts'
import { tempFolder } from './temp-folder.ts'

/** The database's file in a data folder. */
export function filePath(dataDir: string): string {
  return join(dataDir, DATABASE_FILE_NAME)
}

let migrated: Promise<Buffer> | null = null

async function migratedFile(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-test-'))
  await openSqlite({ dataDir }).close()
  const file = readFileSync(filePath(dataDir))
  rmSync(dataDir, { recursive: true })
  return file
}

/** The database in this folder; a new one is copied, which is quicker than migrating. */
export async function openMigrated(dataDir: string = tempFolder()): Promise<Database> {
  migrated ??= migratedFile()
  const file = await migrated
  if (!existsSync(filePath(dataDir))) writeFileSync(filePath(dataDir), file)
  return openSqlite({ dataDir })
}

/** Opens the file beside the server, as another program would, and closes it when `work` has ended. */
export async function withFile<T>(dataDir: string, work: (file: SqliteFile) => T | Promise<T>): Promise<T> {
  const file = openFile(filePath(dataDir))
  try {
    return await work(file)
  } finally {
    file.close()
  }
}

/** Every row of a table, read from the file itself. */
export function rowsOf(dataDir: string, table: string): Promise<Record<string, unknown>[]> {
  return withFile(
    dataDir,
    (file) => file.prepare(`select * from ${table}`).all() as Record<string, unknown>[],
  )
}

/** How many rows the tables hold that guests' writes fill. */
export function storedRows(dataDir: string): Promise<number> {
  return rowsIn(dataDir, ['guest', 'practice_result', 'daily_score', 'time_report'])
}

/** How many rows the tables hold that are only there for the boards. */
export function boardRows(dataDir: string): Promise<number> {
  return rowsIn(dataDir, ['score_count', 'state_score', 'state_day'])
}

async function rowsIn(dataDir: string, tables: readonly string[]): Promise<number> {
  const counts = await Promise.all(tables.map(async (table) => (await rowsOf(dataDir, table)).length))
  return counts.reduce((sum, count) => sum + count, 0)
}
