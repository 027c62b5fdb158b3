import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../ops/operator-error.ts'
import { syncToDisk } from '../durable-files.ts'
import { openExclusively } from './exclusive.ts'
import type { SqliteFile } from './engine.ts'
import { checkFile, looksLikeSqlite } from './check-file.ts'

/** Suffixes of the files that SQLite creates next to a database. */
const SIDE_FILES = ['-wal', '-shm', '-journal']

/** Opens the old database exclusively, with its WAL checkpointed; null if it is too damaged to open. */
function lockForReplacing(path: string): SqliteFile | null {
  let file: SqliteFile
  try {
    file = openExclusively(path)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    return null
  }
  try {
    // Removes the WAL, which the new file must never pick up.
    file.exec('pragma journal_mode = delete; begin exclusive')
    return file
  } catch {
    file.close()
    return null
  }
}

/**
 * Restores a backup to `path` after checking every page. Overwrites an existing database only if `replace` is set and no server
 * is using it. Throws OperatorError, leaving everything as it was.
 */
export function restoreFile(path: string, from: string, replace: boolean): void {
  if (!looksLikeSqlite(from)) throw new OperatorError(`${from} is not a backup of an embedded database.`)
  if ((statSync(`${from}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new OperatorError(
      `${from} has a journal file beside it, so it is a database in use, not a backup. Back it up first.`,
    )
  }
  if (existsSync(path) && !replace) {
    throw new OperatorError(`${dirname(path)} already has a database. To overwrite it, add --replace.`)
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.restoring`
  for (const suffix of ['', ...SIDE_FILES]) rmSync(`${draft}${suffix}`, { force: true })
  try {
    copyFileSync(from, draft)
    checkFile(draft, from)
    syncToDisk(draft)
    const replaced = existsSync(path) ? lockForReplacing(path) : null
    try {
      for (const suffix of SIDE_FILES) rmSync(`${path}${suffix}`, { force: true })
      renameSync(draft, path)
      syncToDisk(dirname(path))
    } finally {
      replaced?.close()
    }
  } finally {
    rmSync(draft, { force: true })
  }
}
