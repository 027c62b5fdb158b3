import { resolve } from 'node:path'
import { backUpSecret } from './backup-secret.ts'
import { embeddedFile, recordOperatorAccess, requireEmbedded } from './open-installation.ts'
import type { CommandOutput } from './removal.ts'
import type { Config } from '../config.ts'
import { backUpFile } from '../storage/sqlite/backup.ts'

/** Backs the embedded database up to a new file, and the generated secret next to it. */
export async function backUp(config: Config, name: string): Promise<CommandOutput> {
  requireEmbedded(config)
  const to = resolve(name)
  await recordOperatorAccess(config, 'backup')
  const lines = [`Backed up to ${to}: ${backUpFile(embeddedFile(config), to)} bytes, checked.`]
  const secret = backUpSecret(config, to)
  if (secret !== null) lines.push(`The secret that signs cookies is in ${secret}.`)
  return { lines, exitCode: 0 }
}
