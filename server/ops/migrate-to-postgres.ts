import { existsSync } from 'node:fs'
import { authSecret, secretFile } from '../account/auth-secret.ts'
import type { Config } from '../config.ts'
import { deletionLog } from './deletion-log.ts'
import { deletionTable } from './deletion-table.ts'
import { embeddedFile } from './open-installation.ts'
import { OperatorError } from './operator-error.ts'
import type { CommandOutput } from './removal.ts'
import { repeatDeletions } from './repeat-deletions.ts'
import type { Database } from '../storage/database.ts'
import { copyFromSqlite, type CopyResult } from '../storage/postgres/copy-from-sqlite.ts'
import { openPostgres } from '../storage/postgres/postgres-database.ts'
import { MIGRATIONS } from '../storage/sql/migrations/all.ts'
import { openExclusively } from '../storage/sqlite/exclusive.ts'
import { DatabaseFileError } from '../storage/sqlite/database-file.ts'
import type { SqliteFile } from '../storage/sqlite/engine.ts'
import { migrateFile } from '../storage/sqlite/migrate.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Opens the embedded database exclusively and migrates it to this version. */
function openSource(path: string): SqliteFile {
  try {
    const file = openExclusively(path)
    file.exec('begin exclusive')
    migrateFile(file, MIGRATIONS, Date.now())
    file.exec('commit')
    return file
  } catch (error) {
    throw error instanceof OperatorError ? error : new DatabaseFileError(path, error)
  }
}

function printCopyResult({ wasCopied, tables }: CopyResult): void {
  for (const { name, rows } of tables) print(`${name}: ${rows} rows, the same in both`)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (wasCopied) print(`All ${rows} rows were copied earlier. Nothing was changed.`)
  else print(`Copied ${rows} rows from ${tables.length} tables.`)
}

function printSecretAdvice({ authSecret, dataDir }: Config): void {
  const path = secretFile(dataDir)
  if (authSecret !== null) print('Use the same AUTH_SECRET on every server.')
  else if (existsSync(path)) {
    print(
      `On every server, set AUTH_SECRET to the contents of ${path}. With any other value, everyone is signed out,`,
    )
    print('students start over on the leaderboards, and children need new PINs.')
  }
}

/**
 * Adds the deletions of the embedded installation to the log of the target, and repeats in the target what that log now holds: an old
 * backup may have been copied.
 */
async function carryDeletions(config: Config, url: string, target: Database): Promise<void> {
  const log = deletionTable(url)
  const kept = await deletionLog(config.dataDir).read()
  if (kept !== null) await log.add(kept)
  const all = await log.read()
  if (all === null || all.deletions.length === 0) return
  const secret = authSecret(config.authSecret, config.dataDir)
  const left = await repeatDeletions(target, secret, all.deletions, Date.now())
  print(`The log of deletions has ${all.deletions.length}, since ${new Date(all.sinceMs).toISOString()}.`)
  if (left.length > 0) print(`These adults have children and stay: ${left.join(', ')}.`)
}

/** Copies the embedded database to the empty PostgreSQL database in DATABASE_URL. */
export async function migrateToPostgres(config: Config): Promise<CommandOutput> {
  const { databaseUrl } = config
  if (databaseUrl === null) {
    throw new OperatorError('Set DATABASE_URL to the PostgreSQL database to copy the data to.')
  }
  const file = openSource(embeddedFile(config))
  try {
    const target = await openPostgres({ url: databaseUrl })
    try {
      printCopyResult(await copyFromSqlite(file, databaseUrl, (name) => print(`${name} …`)))
      await carryDeletions(config, databaseUrl, target)
      printSecretAdvice(config)
      return { lines: [], exitCode: 0 }
    } finally {
      await target.close()
    }
  } finally {
    file.close()
  }
}
