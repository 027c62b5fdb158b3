import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretFile } from '../account/auth-secret.ts'
import type { Config } from '../config.ts'
import { NotDone } from './not-done.ts'

/** The file next to a backup with the installation's generated secret. */
function besideBackup(backup: string): string {
  return `${backup}.auth-secret`
}

function copyWhole(from: string, to: string): void {
  const draft = `${to}.part`
  copyFileSync(from, draft)
  chmodSync(draft, 0o600)
  renameSync(draft, to)
}

/** Copies the generated secret next to a backup; null if the secret is in the settings, or if there is none. */
export function backUpSecret({ authSecret, dataDir }: Config, backup: string): string | null {
  const path = secretFile(dataDir)
  if (authSecret !== null || !existsSync(path)) return null
  copyWhole(path, besideBackup(backup))
  return besideBackup(backup)
}

/** Throws NotDone if a different secret would be overwritten without `replace`. */
export function refuseOtherSecret({ authSecret, dataDir }: Config, backup: string, replace: boolean): void {
  const [path, kept] = [secretFile(dataDir), besideBackup(backup)]
  if (authSecret !== null || replace || !existsSync(path) || !existsSync(kept)) return
  if (readFileSync(path, 'utf8') === readFileSync(kept, 'utf8')) return
  throw new NotDone(`The secret in ${path} is not the one in the backup. To overwrite it, add --replace.`)
}

/** Restores the secret next to a backup. Returns whether there was one. */
export function restoreSecret({ authSecret, dataDir }: Config, backup: string): boolean {
  const kept = besideBackup(backup)
  if (authSecret !== null || !existsSync(kept)) return false
  const path = secretFile(dataDir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  copyWhole(kept, path)
  return true
}
