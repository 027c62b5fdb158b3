import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { deletionLog, type DeletionLog } from './deletion-log.ts'
import { deletionTable } from './deletion-table.ts'
import { StorageAway } from '../http/errors.ts'
import { NotDone } from './not-done.ts'
import { runProgram } from './operator-program.ts'
import type { Database } from '../storage/database.ts'
import { openPostgres } from '../storage/postgres/postgres-database.ts'
import { DatabaseFileError } from '../storage/sqlite/database-file.ts'
import { ALL_CHILDREN, sqlAccessStore } from '../storage/sql/accounts/access-store.ts'
import { isTransient } from '../storage/sqlite/engine.ts'
import { DATABASE_FILE_NAME, openSqlite } from '../storage/sqlite/sqlite-database.ts'

/** What is tried again when the running server has the database for itself at that moment. */
const MAX_TRIES = 40
const PAUSE_MS = 250

async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const waits = error instanceof StorageAway || error instanceof DatabaseFileError
      if (!waits || !isTransient(error.cause) || tries === MAX_TRIES) throw error
    }
    await pause(PAUSE_MS)
  }
}

/**
 * The file of the embedded database. Throws NotDone where there is none: a wrong DATA_DIR would otherwise look like an
 * installation in which nothing has happened.
 */
export function embeddedFile({ dataDir }: Config): string {
  const path = join(dataDir, DATABASE_FILE_NAME)
  if (existsSync(path)) return path
  throw new NotDone(`There is no database in ${dataDir}. Set DATA_DIR to the folder the server uses.`)
}

/** Where this installation's deletions are written down. */
export function deletionsOf({ databaseUrl, dataDir }: Config): DeletionLog {
  return databaseUrl === null ? deletionLog(dataDir) : deletionTable(databaseUrl)
}

async function open(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) return openPostgres({ url: config.databaseUrl })
  embeddedFile(config)
  return patiently(() => openSqlite({ dataDir: config.dataDir }))
}

/** The same database, whose writes wait for the running server to let them in; a job that waited is done once. */
function besideTheServer(database: Database): Database {
  return { ...database, write: (job) => patiently(() => database.write(job)) }
}

/**
 * Runs an operator's program on the database of this installation, whose server may be running. `work` gives the exit
 * code; where there is no database to work on, it is 2, after a sentence.
 */
export function operate(work: (database: Database, config: Config) => Promise<number>): Promise<void> {
  return runProgram((config) => onDatabase(config, (database) => work(database, config)))
}

/** Runs `work` on the database of this installation, which it closes afterwards. */
export async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = besideTheServer(await open(config))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Writes into the access log what an operator does with the data of all children. Throws what keeps it from being written. */
export function recordOperator(config: Config, kind: 'backup' | 'restore'): Promise<void> {
  const children = [{ id: ALL_CHILDREN, classId: '' }]
  const by = { id: 'operator', role: 'operator' }
  return onDatabase(config, (database) =>
    sqlAccessStore(database).record({ children, by, kind, nowMs: Date.now() }),
  )
}
