import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { authSecret } from '../account/auth-secret.ts'
import type { Config } from '../config.ts'
import { refuseOtherSecret, restoreSecret } from './backup-secret.ts'
import { OperatorError } from './operator-error.ts'
import { openDeletionLog, onDatabase, recordOperatorAccess } from './open-installation.ts'
import type { CommandOutput } from './removal.ts'
import { repeatDeletions } from './repeat-deletions.ts'
import { restorePostgres } from '../storage/postgres/dump.ts'
import { restoreFile } from '../storage/sqlite/restore.ts'
import { looksLikeSqlite } from '../storage/sqlite/check-file.ts'
import { DATABASE_FILE_NAME } from '../storage/sqlite/sqlite-database.ts'

const AGAIN = 'Delete again who was deleted since the backup, before you start the server for others.'

/** Repeats the deletions since the backup, if they are known. Returns a message. */
async function deletedSince(config: Config): Promise<string> {
  const kept = await openDeletionLog(config).read()
  const place = config.databaseUrl === null ? config.dataDir : 'the database in DATABASE_URL'
  if (kept === null) return `There is no log of deletions in ${place}. ${AGAIN}`
  const secret = authSecret(config.authSecret, config.dataDir)
  const left = await onDatabase(config, (database) =>
    repeatDeletions(database, secret, kept.deletions, Date.now()),
  )
  const since = new Date(kept.sinceMs).toISOString()
  const done = `Repeated the deletions since ${since}, when their log begins: ${kept.deletions.length}.`
  return left.length === 0 ? done : `${done} These adults have children and stay: ${left.join(', ')}.`
}

/** Restores the installation from a backup, with its secret, and repeats the deletions since. */
export async function restore(config: Config, name: string, args: readonly string[]): Promise<CommandOutput> {
  const [from, replace] = [resolve(name), args.includes('--replace')]
  const { databaseUrl, dataDir } = config
  if (!existsSync(from)) throw new OperatorError(`File not found: ${from}.`)
  if (databaseUrl !== null && looksLikeSqlite(from)) {
    throw new OperatorError(
      `${from} is a backup of an embedded database. Unset DATABASE_URL, restore it, and then run npm run operate -- migrate-to-postgres.`,
    )
  }
  refuseOtherSecret(config, from, replace)
  if (databaseUrl === null) restoreFile(join(dataDir, DATABASE_FILE_NAME), from, replace)
  else await restorePostgres(databaseUrl, from, replace)
  const hasSecret = restoreSecret(config, from)
  await recordOperatorAccess(config, 'restore')
  const place = databaseUrl === null ? dataDir : 'the database in DATABASE_URL'
  const lines = [
    `Restored ${from} into ${place}${hasSecret ? ', with its secret' : ''}.`,
    await deletedSince(config),
    'Check it with npm run operate -- verify-boards, then start the server.',
  ]
  return { lines, exitCode: 0 }
}
