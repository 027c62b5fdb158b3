import { userInfo } from 'node:os'
import { createAuth } from '../account/auth.ts'
import { boundedHashing } from '../account/hashing.ts'
import { resetByOperator } from '../account/operator-reset.ts'
import { secretRandomBelow } from '../account/random-below.ts'
import { invite } from '../account/sign-up-gate.ts'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { tokenHash } from '../guest/token.ts'
import { StorageUnavailable } from '../http/errors.ts'
import { backUp } from './backup.ts'
import { readBulkRemoval, removeGuests } from './bulk-removal.ts'
import { loggingGuestRemovals } from './deletion-log.ts'
import { migrateToPostgres } from './migrate-to-postgres.ts'
import { onDatabase, openDeletionLog } from './open-installation.ts'
import { OperatorError } from './operator-error.ts'
import { removeGuest, type CommandOutput } from './removal.ts'
import { repeatLogged, restore } from './restore.ts'
import { DatabaseUrlError } from '../storage/postgres/failures.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'
import { sqlRemovalStore } from '../storage/sql/retention/removal-store.ts'
import { DatabaseFileError } from '../storage/sqlite/database-file.ts'

type Command = {
  /** The arguments, as the usage shows them. */
  readonly usage: string
  /** How many arguments it takes besides `options`; null if it reads them itself. */
  readonly takes: 0 | 1 | null
  readonly options?: readonly string[]
  readonly run: (config: Config, arg: string, args: readonly string[]) => Promise<CommandOutput>
}

class UsageError extends Error {}

/** Files that commands write contain children's data, so only their owner may read them. */
const OWNER_ONLY = 0o077

const remover = () => ({ operator: userInfo().username, nowMs: Date.now() })

function removeOne(config: Config, text: string): Promise<CommandOutput> {
  return onDatabase(config, (database) => {
    const store = loggingGuestRemovals(sqlRemovalStore(database), openDeletionLog(config), Date.now)
    return removeGuest(store, { text, tokenHash: tokenHash(text) }, remover())
  })
}

async function removeMany(config: Config, _arg: string, args: readonly string[]): Promise<CommandOutput> {
  const wanted = readBulkRemoval(args)
  if (wanted === null) throw new UsageError()
  if (typeof wanted === 'string') return { lines: [wanted], exitCode: 1 }
  return onDatabase(config, (database) => {
    const store = loggingGuestRemovals(sqlRemovalStore(database), openDeletionLog(config), Date.now)
    return removeGuests(store, wanted, remover())
  })
}

function resetPassword(config: Config, email: string): Promise<CommandOutput> {
  return onDatabase(config, (database) => {
    const { database: storage, adults } = sqlAccountStores(database)
    const hashing = boundedHashing()
    // The secret is never used, because this command signs nothing.
    const secret = 'this program signs no cookies and no links'
    const unused = { secret, secure: false, publicUrl: 'http://localhost', mails: null }
    const auth = createAuth({ ...unused, database: storage, hashing })
    return resetByOperator({ auth, hashing, adults }, email, secretRandomBelow)
  })
}

async function printInvitation(config: Config): Promise<CommandOutput> {
  const code = await onDatabase(config, (database) =>
    invite(sqlAccountStores(database).adults, secretRandomBelow, Date.now()),
  )
  const use =
    'One teacher or parent enters this code on the page “My account” within two weeks. It won’t be shown again.'
  return { lines: [code, use], exitCode: 0 }
}

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { usage: '<new file>', takes: 1, run: backUp },
  restore: { usage: '<file of a backup> [--replace]', takes: 1, options: ['--replace'], run: restore },
  'repeat-deletions': { usage: '', takes: 0, run: repeatLogged },
  'remove-guest': { usage: '<nickname, public id or session token>', takes: 1, run: removeOne },
  'remove-guests': {
    usage:
      "[--day YYYY-MM-DD] [--name 'Swift*'] [--state Texas] [--same-address-as PUBLIC_ID] [--yes]. Without --yes, it only counts.",
    takes: null,
    run: removeMany,
  },
  'reset-password': { usage: '<email address>', takes: 1, run: resetPassword },
  invite: { usage: '', takes: 0, run: printInvitation },
  'migrate-to-postgres': { usage: '', takes: 0, run: migrateToPostgres },
}

function sentenceOf(error: unknown): string {
  const foreseen =
    error instanceof ConfigError ||
    error instanceof OperatorError ||
    error instanceof DatabaseFileError ||
    error instanceof DatabaseUrlError
  if (foreseen) return error.message
  if (error instanceof StorageUnavailable) return `Can’t reach the database: ${String(error.cause)}.`
  return `That didn’t work: ${String(error)}`
}

/** The only argument, or '' if none is expected. Throws UsageError for others. */
function argumentOf({ takes, options = [] }: Command, args: readonly string[]): string {
  const [arg = '', ...others] = args.filter((each) => !options.includes(each))
  const isRight = takes === 0 ? args.length === 0 : others.length === 0 && arg !== '' && !arg.startsWith('--')
  if (takes !== null && !isRight) throw new UsageError()
  return arg
}

/** Runs a command and returns the exit code: 2, with the reason printed, if it cannot run. */
async function operate([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (!command) throw new UsageError()
    const arg = argumentOf(command, args)
    const { lines, exitCode } = await command.run(readConfig(process.env), arg, args)
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    return exitCode
  } catch (error) {
    const usage = command
      ? `${name} ${command.usage}`
      : `<command>, one of: ${Object.keys(COMMANDS).join(', ')}`
    process.stderr.write(
      error instanceof UsageError ? `Usage: npm run operate -- ${usage}\n` : `${sentenceOf(error)}\n`,
    )
    return 2
  }
}

process.umask(OWNER_ONLY)
process.exitCode = await operate(process.argv.slice(2))
