import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { deletionLog, type DeletionLog } from './deletion-log.ts'
import { deletionTable } from './deletion-table.ts'
import { StorageUnavailable } from '../http/errors.ts'
import { OperatorError } from './operator-error.ts'
import type { Database } from '../storage/database.ts'
import { openPostgres } from '../storage/postgres/postgres-database.ts'
import { DatabaseFileError } from '../storage/sqlite/database-file.ts'
import { ALL_CHILDREN, sqlAccessStore } from '../storage/sql/accounts/access-store.ts'
import { isTransient } from '../storage/sqlite/engine.ts'
import { DATABASE_FILE_NAME, openSqlite } from '../storage/sqlite/sqlite-database.ts'

/** Retries while the running server has locked the database. */
const MAX_TRIES = 40
const PAUSE_MS = 250

async function retryWhileLocked<T>(work: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const waits = error instanceof StorageUnavailable || error instanceof DatabaseFileError
      if (!waits || !isTransient(error.cause) || tries === MAX_TRIES) throw error
    }
    await pause(PAUSE_MS)
  }
}

/** The embedded database file. Throws OperatorError if there is none, because a wrong DATA_DIR would otherwise look like an empty installation. */
export function embeddedFile({ dataDir }: Config): string {
  const path = join(dataDir, DATABASE_FILE_NAME)
  if (existsSync(path)) return path
  throw new OperatorError(`There is no database in ${dataDir}. Set DATA_DIR to the folder the server uses.`)
}

/** Throws OperatorError for PostgreSQL, whose own programs back it up. */
export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === null) return
  throw new OperatorError(
    'DATABASE_URL is set. Use pg_dump and pg_restore, as “Backup” in docs/operations.md says; to use an embedded database, unset it.',
  )
}

/** The installation's deletion log. */
export function openDeletionLog({ databaseUrl, dataDir }: Config): DeletionLog {
  return databaseUrl === null ? deletionLog(dataDir) : deletionTable(databaseUrl)
}

async function open(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) return openPostgres({ url: config.databaseUrl })
  embeddedFile(config)
  return retryWhileLocked(() => openSqlite({ dataDir: config.dataDir }))
}

/** Wraps the database so that writes retry while the running server has locked it. */
function withRetries(database: Database): Database {
  return { ...database, write: (job) => retryWhileLocked(() => database.write(job)) }
}

/** Runs `work` on the installation's database, which a running server may be using too, and closes it. */
export async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = withRetries(await open(config))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Records in the access log that an operator accessed the data of all children. */
export function recordOperatorAccess(config: Config, kind: 'backup' | 'restore'): Promise<void> {
  const children = [{ id: ALL_CHILDREN, classId: '' }]
  const by = { id: 'operator', role: 'operator' }
  return onDatabase(config, (database) =>
    sqlAccessStore(database).record({ children, by, kind, nowMs: Date.now() }),
  )
}
