import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { authSecret } from '../account/auth-secret.ts'
import { playerTokens } from '../account/player-tokens.ts'
import type { Config } from '../config.ts'
import { refuseOtherSecret, restoreSecret } from './backup-secret.ts'
import { OperatorError } from './operator-error.ts'
import { openDeletionLog, onDatabase, recordOperatorAccess, requireEmbedded } from './open-installation.ts'
import type { CommandOutput } from './removal.ts'
import { repeatDeletions } from './repeat-deletions.ts'
import { tokenHash } from '../guest/token.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'
import { endAllSignIns } from '../storage/sql/accounts/sign-in-ending.ts'
import { restoreFile } from '../storage/sqlite/restore.ts'
import { DATABASE_FILE_NAME } from '../storage/sqlite/sqlite-database.ts'

const SIGNED_OUT = 'Everybody is signed out, and links in emails, codes for parents and invitations are void.'
const AGAIN = 'Delete again who was deleted since the backup, before you start the server for others.'

/** Records a restore, signs everybody out, and repeats the deletions that the log has. */
export async function repeatLogged(config: Config): Promise<CommandOutput> {
  await recordOperatorAccess(config, 'restore')
  const secret = authSecret(config.authSecret, config.dataDir)
  await onDatabase(config, (database) => {
    const { children } = sqlAccountStores(database)
    return endAllSignIns(database, playerTokens({ secret, tokenHash, children }).hashesOf, Date.now())
  })
  const kept = await openDeletionLog(config).read()
  const place = config.databaseUrl === null ? config.dataDir : 'the database in DATABASE_URL'
  if (kept === null) {
    return { lines: [SIGNED_OUT, `There is no log of deletions in ${place}. ${AGAIN}`], exitCode: 0 }
  }
  const left = await onDatabase(config, (database) =>
    repeatDeletions(database, secret, kept.deletions, Date.now()),
  )
  const since = new Date(kept.sinceMs).toISOString()
  const ended = kept.deletions.filter(({ kind }) => kind !== 'linked')
  const lines = [SIGNED_OUT, `Repeated the deletions since ${since}, when their log begins: ${ended.length}.`]
  if (left.length > 0) lines.push(`These adults have children and stay: ${left.join(', ')}.`)
  return { lines, exitCode: 0 }
}

/** Restores the embedded database from a backup, with its secret, and repeats the deletions since. */
export async function restore(config: Config, name: string, args: readonly string[]): Promise<CommandOutput> {
  requireEmbedded(config)
  const [from, replace] = [resolve(name), args.includes('--replace')]
  const { dataDir } = config
  if (!existsSync(from)) throw new OperatorError(`File not found: ${from}.`)
  refuseOtherSecret(config, from, replace)
  restoreFile(join(dataDir, DATABASE_FILE_NAME), from, replace)
  const hasSecret = restoreSecret(config, from)
  const lines = [
    `Restored ${from} into ${dataDir}${hasSecret ? ', with its secret' : ''}.`,
    ...(await repeatLogged(config)).lines,
  ]
  return { lines, exitCode: 0 }
}
