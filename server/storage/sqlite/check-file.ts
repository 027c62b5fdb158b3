import { closeSync, openSync, readSync } from 'node:fs'
import { OperatorError } from '../../ops/operator-error.ts'
import { MIGRATIONS } from '../sql/migrations/all.ts'
import { missingMigrations } from '../sql/migrations/runner.ts'
import { openFile, type SqliteFile } from './engine.ts'

/** The header of every SQLite file (sqlite.org/fileformat.html). */
const HEADER = 'SQLite format 3\0'

export function looksLikeSqlite(path: string): boolean {
  const head = Buffer.alloc(HEADER.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1') === HEADER
}

function firstProblem(file: SqliteFile): string | null {
  const [result] = file.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[]
  if (result?.integrity_check !== 'ok') return String(result?.integrity_check)
  const [row] = file.prepare('pragma foreign_key_check').all() as { table: string }[]
  return row ? `a row in ${row.table} refers to a missing row` : null
}

/**
 * Checks an entire database file, which no other program may be using. Throws OperatorError if it is damaged, not a Tenfold
 * database, or from a newer version. `label` names the file in the message.
 */
export function checkFile(path: string, label: string): void {
  const file = openFile(path)
  try {
    const problem = firstProblem(file)
    if (problem !== null) throw new OperatorError(`${label} is damaged: ${problem}.`)
    const applied = file.prepare('select id, name from schema_migration order by id').all()
    missingMigrations(applied as { id: number; name: string }[], MIGRATIONS)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${label} cannot be used: ${(error as Error).message.replace(/\.$/, '')}.`)
  } finally {
    file.close()
  }
}
