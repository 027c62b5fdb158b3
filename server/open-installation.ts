import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, readConfig, type Config } from './config.ts'
import { StorageAway } from './operations/errors.ts'
import type { Database } from './storage/database.ts'
import { DatabaseUrlError } from './storage/postgres/failures.ts'
import { openPostgres } from './storage/postgres/postgres-database.ts'
import { DatabaseFileError } from './storage/sqlite/database-file.ts'
import { isPassing } from './storage/sqlite/engine.ts'
import { DATABASE_FILE_NAME, openSqlite } from './storage/sqlite/sqlite-database.ts'

/** There is no installation here; the message says where it was looked for. */
class NoInstallation extends Error {}

/** What is tried again when the running server has the database for itself at that moment. */
const MOST_TRIES = 40
const PAUSE_MS = 250

async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const waits = error instanceof StorageAway || error instanceof DatabaseFileError
      if (!waits || !isPassing(error.cause) || tries === MOST_TRIES) throw error
    }
    await pause(PAUSE_MS)
  }
}

/** Makes no new database: a wrong DATA_DIR would otherwise look like an installation in which nothing has happened. */
async function open({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl !== null) return openPostgres({ url: databaseUrl })
  if (!existsSync(join(dataDir, DATABASE_FILE_NAME))) {
    throw new NoInstallation(`There is no database in ${dataDir}: set DATA_DIR as the server has it.`)
  }
  return patiently(() => openSqlite({ dataDir }))
}

/** The same database, whose writes wait for the running server to let them in; a job that waited is done once. */
function besideTheServer(database: Database): Database {
  return { ...database, write: (job) => patiently(() => database.write(job)) }
}

function sentenceOf(error: unknown): string {
  const foreseen =
    error instanceof ConfigError ||
    error instanceof NoInstallation ||
    error instanceof DatabaseFileError ||
    error instanceof DatabaseUrlError
  if (foreseen) return error.message
  if (error instanceof StorageAway) return `The database cannot be used now: ${String(error.cause)}.`
  return `It could not be done: ${String(error)}`
}

/**
 * Runs an operator's program on the database of this installation, whose server may be running. `work` gives the exit
 * code; where there is no database to work on, it is 2, after a sentence.
 */
export async function operate(work: (database: Database, config: Config) => Promise<number>): Promise<void> {
  let database: Database | null = null
  try {
    const config = readConfig(process.env)
    database = besideTheServer(await open(config))
    process.exitCode = await work(database, config)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 2
  } finally {
    await database?.close()
  }
}
