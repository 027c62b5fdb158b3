import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretFile } from '../account/auth-secret.ts'
import type { Config } from '../config.ts'
import { OperatorError } from './operator-error.ts'

/** The file next to a backup with the installation's generated secret. */
function secretFileOf(backup: string): string {
  return `${backup}.auth-secret`
}

function copyAtomically(from: string, to: string): void {
  const draft = `${to}.part`
  copyFileSync(from, draft)
  chmodSync(draft, 0o600)
  renameSync(draft, to)
}

/** Copies the generated secret next to a backup; null if the secret is in the settings, or if there is none. */
export function backUpSecret({ authSecret, dataDir }: Config, backup: string): string | null {
  const path = secretFile(dataDir)
  if (authSecret !== null || !existsSync(path)) return null
  copyAtomically(path, secretFileOf(backup))
  return secretFileOf(backup)
}

/** Throws OperatorError if a different secret would be overwritten without `replace`. */
export function refuseOtherSecret({ authSecret, dataDir }: Config, backup: string, replace: boolean): void {
  const [path, saved] = [secretFile(dataDir), secretFileOf(backup)]
  if (authSecret !== null || replace || !existsSync(path) || !existsSync(saved)) return
  if (readFileSync(path, 'utf8') === readFileSync(saved, 'utf8')) return
  throw new OperatorError(
    `The secret in ${path} is not the one in the backup. To overwrite it, add --replace.`,
  )
}

/** Restores the secret next to a backup. Returns whether there was one. */
export function restoreSecret({ authSecret, dataDir }: Config, backup: string): boolean {
  const saved = secretFileOf(backup)
  if (authSecret !== null || !existsSync(saved)) return false
  const path = secretFile(dataDir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  copyAtomically(saved, path)
  return true
}
