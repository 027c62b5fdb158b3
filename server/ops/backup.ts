import { resolve } from 'node:path'
import { backUpSecret } from './backup-secret.ts'
import { embeddedFile, recordOperatorAccess } from './open-installation.ts'
import { runCommand } from './operator-command.ts'
import { dumpPostgres } from '../storage/postgres/dump.ts'
import { backUpFile } from '../storage/sqlite/backup.ts'

const USAGE = 'Usage: npm run backup -- <new file>'
/** Backups contain children's data, so only their owner may read them. */
const OWNER_ONLY = 0o077

const [name, ...others] = process.argv.slice(2)
if (name === undefined || name === '' || name.startsWith('--') || others.length > 0) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  process.umask(OWNER_ONLY)
  await runCommand(async (config) => {
    const to = resolve(name)
    const { databaseUrl } = config
    await recordOperatorAccess(config, 'backup')
    const bytes =
      databaseUrl === null ? backUpFile(embeddedFile(config), to) : await dumpPostgres(databaseUrl, to)
    const secret = backUpSecret(config, to)
    process.stdout.write(`Backed up to ${to}: ${bytes} bytes, checked.\n`)
    if (secret !== null) process.stdout.write(`The secret that signs cookies is in ${secret}.\n`)
    return 0
  })
}
