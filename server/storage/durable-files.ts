import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../ops/operator-error.ts'

/** Flushes a file, or the entries of a directory, to disk. */
export function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory()
  // Windows cannot open directories and persists their entries on its own.
  if (isFolder && process.platform === 'win32') return
  const file = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Throws OperatorError if the path exists or its directory does not. */
export function requireFreePath(path: string): void {
  if (existsSync(path)) throw new OperatorError(`${path} already exists. Choose another name for the backup.`)
  if (!existsSync(dirname(path)))
    throw new OperatorError(`The folder ${dirname(path)} does not exist. Create it first.`)
}
