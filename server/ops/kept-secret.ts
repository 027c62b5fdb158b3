import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretFile } from '../account/auth-secret.ts'
import type { Config } from '../config.ts'
import { NotDone } from './not-done.ts'

/** Where the secret that an installation made for itself lies beside a backup. */
function besideBackup(backup: string): string {
  return `${backup}.auth-secret`
}

function copyWhole(from: string, to: string): void {
  const draft = `${to}.part`
  copyFileSync(from, draft)
  chmodSync(draft, 0o600)
  renameSync(draft, to)
}

/** Copies the secret that signs cookies beside a backup; null where the settings hold it and whoever sets them keeps it. */
export function backUpSecret({ authSecret, dataDir }: Config, backup: string): string | null {
  const path = secretFile(dataDir)
  if (authSecret !== null || !existsSync(path)) return null
  copyWhole(path, besideBackup(backup))
  return besideBackup(backup)
}

/** Throws NotDone where another secret would be lost that `replace` does not give up. */
export function refuseOtherSecret({ authSecret, dataDir }: Config, backup: string, replace: boolean): void {
  const [path, kept] = [secretFile(dataDir), besideBackup(backup)]
  if (authSecret !== null || replace || !existsSync(path) || !existsSync(kept)) return
  if (readFileSync(path, 'utf8') === readFileSync(kept, 'utf8')) return
  throw new NotDone(`The secret in ${path} is not the one in the backup. To overwrite it, add --replace.`)
}

/** Puts the secret beside a backup in its place; whether there was one to put there. */
export function restoreSecret({ authSecret, dataDir }: Config, backup: string): boolean {
  const kept = besideBackup(backup)
  if (authSecret !== null || !existsSync(kept)) return false
  const path = secretFile(dataDir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  copyWhole(kept, path)
  return true
}
