import { dirname } from 'node:path'
import { OperatorError } from '../../ops/operator-error.ts'
import { isTransient, openFile, type SqliteFile } from './engine.ts'

/** How long to wait for another program's lock before reporting the file as in use. */
const WAIT_MS = 1_000

/**
 * Opens the database file exclusively: fails if any other program has it open, even if idle, and locks others out until it is
 * closed. Throws OperatorError if the file is in use, and SQLite's error if it is not a database.
 */
export function openExclusively(path: string): SqliteFile {
  const file = openFile(path)
  try {
    // Must precede the first read: only then does SQLite lock the file rather than use the WAL index.
    file.exec(`pragma busy_timeout = ${WAIT_MS}; pragma locking_mode = exclusive; begin exclusive; commit`)
    return file
  } catch (error) {
    file.close()
    if (!isTransient(error)) throw error
    throw new OperatorError(
      `The database in ${dirname(path)} is in use. Stop the server and every other Tenfold program first.`,
    )
  }
}
