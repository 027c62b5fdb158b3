import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { authSecret } from '../account/auth-secret.ts'
import type { Config } from '../config.ts'
import { refuseOtherSecret, restoreSecret } from './backup-secret.ts'
import { OperatorError } from './operator-error.ts'
import { openDeletionLog, onDatabase, recordOperatorAccess } from './open-installation.ts'
import { runCommand } from './operator-command.ts'
import { repeatDeletions } from './repeat-deletions.ts'
import { restorePostgres } from '../storage/postgres/dump.ts'
import { restoreFile } from '../storage/sqlite/restore.ts'
import { looksLikeSqlite } from '../storage/sqlite/check-file.ts'
import { DATABASE_FILE_NAME } from '../storage/sqlite/sqlite-database.ts'

const USAGE = 'Usage: npm run restore -- <file of a backup> [--replace]'
const REPLACE = '--replace'
/** Restored files are readable only by their owner. */
const OWNER_ONLY = 0o077

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

const args = process.argv.slice(2)
const [name, ...others] = args.filter((arg) => arg !== REPLACE)
if (name === undefined || name === '' || name.startsWith('--') || others.length > 0) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  process.umask(OWNER_ONLY)
  await runCommand(async (config) => {
    const from = resolve(name)
    const replace = args.includes(REPLACE)
    const { databaseUrl, dataDir } = config
    if (!existsSync(from)) throw new OperatorError(`File not found: ${from}.`)
    if (databaseUrl !== null && looksLikeSqlite(from)) {
      throw new OperatorError(
        `${from} is a backup of an embedded database. Unset DATABASE_URL, restore it, and then run npm run migrate:to-postgres.`,
      )
    }
    refuseOtherSecret(config, from, replace)
    if (databaseUrl === null) restoreFile(join(dataDir, DATABASE_FILE_NAME), from, replace)
    else await restorePostgres(databaseUrl, from, replace)
    const hasSecret = restoreSecret(config, from)
    await recordOperatorAccess(config, 'restore')
    const place = databaseUrl === null ? dataDir : 'the database in DATABASE_URL'
    process.stdout.write(`Restored ${from} into ${place}${hasSecret ? ', with its secret' : ''}.\n`)
    process.stdout.write(`${await deletedSince(config)}\n`)
    process.stdout.write('Check it with npm run verify:boards, then start the server.\n')
    return 0
  })
}
