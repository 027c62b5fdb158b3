import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { restrictToOwner } from '../ops/restrict-to-owner.ts'

const FILE_NAME = 'auth-secret'
const SECRET_BYTES = 32

/** The generated secret of an installation without AUTH_SECRET cannot be read or stored. */
export class AuthSecretError extends Error {}

/** The file of the generated secret. */
export function secretFile(dataDir: string): string {
  return join(dataDir, FILE_NAME)
}

function readSecret(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Creates the file atomically and never overwrites one, so that a killed process does not leave half a secret. */
function createSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readSecret(path) ?? ''
}

/**
 * The secret that signs cookies: the setting, or one generated once and stored in DATA_DIR, readable only by its owner.
 * Throws AuthSecretError with a readable message if that file is unusable.
 */
export function authSecret(setting: string | null, dataDir: string): string {
  if (setting !== null) return setting
  const path = secretFile(dataDir)
  try {
    const secret = readSecret(path) ?? createSecret(dataDir, path)
    for (const place of [dataDir, path]) restrictToOwner(place)
    return secret
  } catch (error) {
    throw new AuthSecretError(
      `Could not store the cookie secret in ${path} (${(error as Error).message}). Set AUTH_SECRET.`,
    )
  }
}
