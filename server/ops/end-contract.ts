import { existsSync, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { authSecret } from '../account/auth-secret.ts'
import { playerTokens } from '../account/player-tokens.ts'
import { tokenHash } from '../guest/token.ts'
import { sqlAccountStores } from '../storage/sql/accounts/account-stores.ts'
import { endContract, readContractEnd } from './contract-end.ts'
import { loggingDeletions } from './deletion-log.ts'
import { OperatorError } from './operator-error.ts'
import { openDeletionLog, runDatabaseCommand } from './open-installation.ts'

const HOW =
  'Usage: npm run end:contract -- <email address> <new folder> [--numbers] [--yes]. Without --yes, it only counts. With --numbers, children have numbers instead of names.'
/** Exports contain children's data, so only their owner may read them. */
const OWNER_ONLY = 0o077

function makeFolder(folder: string): void {
  if (existsSync(folder)) throw new OperatorError(`${folder} already exists. Choose a new folder.`)
  mkdirSync(folder, { recursive: true })
}

async function write(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  const file = await open(path, 'wx')
  try {
    for await (const part of content) await file.appendFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
}

const wanted = readContractEnd(process.argv.slice(2))
if (wanted === null) {
  process.stderr.write(`${HOW}\n`)
  process.exitCode = 2
} else {
  process.umask(OWNER_ONLY)
  await runDatabaseCommand(async (database, config) => {
    const folder = resolve(wanted.folder)
    const stores = loggingDeletions(sqlAccountStores(database), openDeletionLog(config), Date.now)
    const secret = authSecret(config.authSecret, config.dataDir)
    const { dataKeysOf } = playerTokens({ secret, tokenHash, children: stores.children })
    const needs = {
      ...stores,
      dataKeysOf,
      makeFolder: async () => makeFolder(folder),
      write: (name: string, content: AsyncIterable<string | Uint8Array>) =>
        write(join(folder, name), content),
      scrub: () => database.scrub(),
      now: Date.now,
    }
    const { lines, exitCode } = await endContract(needs, { ...wanted, folder })
    process.stdout.write(`${lines.join('\n')}\n`)
    return exitCode
  })
}
