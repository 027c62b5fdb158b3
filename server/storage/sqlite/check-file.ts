import { closeSync, openSync, readSync } from 'node:fs'
import { NotDone } from '../../ops/not-done.ts'
import { MIGRATIONS } from '../sql/migrations/all.ts'
import { missingMigrations } from '../sql/migrations/runner.ts'
import { openFile, type SqliteFile } from './engine.ts'

/** How every file of SQLite begins (sqlite.org/fileformat.html). */
const BEGINNING = 'SQLite format 3\0'

/** Whether the file begins as a database of SQLite does. */
export function looksLikeSqlite(path: string): boolean {
  const head = Buffer.alloc(BEGINNING.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1') === BEGINNING
}

function firstComplaint(file: SqliteFile): string | null {
  const [said] = file.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[]
  if (said?.integrity_check !== 'ok') return String(said?.integrity_check)
  const [row] = file.prepare('pragma foreign_key_check').all() as { table: string }[]
  return row ? `a row in ${row.table} refers to a missing row` : null
}

/**
 * Reads a whole database file that nobody else uses. Throws NotDone with a sentence when it is damaged, no database of
 * Tenfold, or one of a newer version.
 */
export function checkFile(path: string, called: string): void {
  const file = openFile(path)
  try {
    const complaint = firstComplaint(file)
    if (complaint !== null) throw new NotDone(`${called} is damaged: ${complaint}.`)
    const applied = file.prepare('select id, name from schema_migration order by id').all()
    missingMigrations(applied as { id: number; name: string }[], MIGRATIONS)
  } catch (error) {
    if (error instanceof NotDone) throw error
    throw new NotDone(`${called} cannot be used: ${(error as Error).message.replace(/\.$/, '')}.`)
  } finally {
    file.close()
  }
}
