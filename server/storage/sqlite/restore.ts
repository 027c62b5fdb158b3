import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotDone } from '../../ops/not-done.ts'
import { keepOnDisk } from '../kept-files.ts'
import { openExclusively } from './exclusive.ts'
import type { SqliteFile } from './engine.ts'
import { checkFile, looksLikeSqlite } from './check-file.ts'

const BESIDE = ['-wal', '-shm', '-journal']

/** Takes what lies there out of everybody's use, its journal written into it; null where it is no database any more. */
function takeOutOfUse(path: string): SqliteFile | null {
  let file: SqliteFile
  try {
    file = openExclusively(path)
  } catch (error) {
    if (error instanceof NotDone) throw error
    // So damaged that nobody can open it: what is to replace it is all there is.
    return null
  }
  try {
    // Without a journal beside it: one of the old file must never be found by the new one.
    file.exec('pragma journal_mode = delete; begin exclusive')
    return file
  } catch {
    file.close()
    return null
  }
}

/**
 * Puts a backup in the place of the database at `path`, after every page of it was checked. What is there already is only
 * replaced with `replace`, and never while a server uses it. Throws NotDone with a sentence; nothing has changed then.
 */
export function restoreFile(path: string, from: string, replace: boolean): void {
  if (!looksLikeSqlite(from)) throw new NotDone(`${from} is not a backup of an embedded database.`)
  if ((statSync(`${from}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new NotDone(
      `${from} has a journal file beside it, so it is a database in use, not a backup. Back it up first.`,
    )
  }
  if (existsSync(path) && !replace) {
    throw new NotDone(`${dirname(path)} already has a database. To overwrite it, add --replace.`)
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.restoring`
  for (const ending of ['', ...BESIDE]) rmSync(`${draft}${ending}`, { force: true })
  try {
    copyFileSync(from, draft)
    checkFile(draft, from)
    keepOnDisk(draft)
    const replaced = existsSync(path) ? takeOutOfUse(path) : null
    try {
      for (const ending of BESIDE) rmSync(`${path}${ending}`, { force: true })
      renameSync(draft, path)
      keepOnDisk(dirname(path))
    } finally {
      replaced?.close()
    }
  } finally {
    rmSync(draft, { force: true })
  }
}
