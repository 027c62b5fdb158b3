import { resolve } from 'node:path'
import { backUpSecret } from './backup-secret.ts'
import { embeddedFile, recordOperatorAccess } from './open-installation.ts'
import type { CommandOutput } from './removal.ts'
import type { Config } from '../config.ts'
import { dumpPostgres } from '../storage/postgres/dump.ts'
import { backUpFile } from '../storage/sqlite/backup.ts'

/** Backs the installation up to a new file, and the generated secret next to it. */
export async function backUp(config: Config, name: string): Promise<CommandOutput> {
  const to = resolve(name)
  const { databaseUrl } = config
  await recordOperatorAccess(config, 'backup')
  const bytes =
    databaseUrl === null ? backUpFile(embeddedFile(config), to) : await dumpPostgres(databaseUrl, to)
  const secret = backUpSecret(config, to)
  const lines = [`Backed up to ${to}: ${bytes} bytes, checked.`]
  if (secret !== null) lines.push(`The secret that signs cookies is in ${secret}.`)
  return { lines, exitCode: 0 }
}
