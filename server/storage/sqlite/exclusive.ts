import { dirname } from 'node:path'
import { NotDone } from '../../ops/not-done.ts'
import { isPassing, openFile, type SqliteFile } from './engine.ts'

/** How long another program may have the file for itself before it counts as using it. */
const WAIT_MS = 1_000

/**
 * Opens the database file so that no server and no other program uses it until it is closed: whoever has it open, even
 * without doing anything, keeps us from that, and whoever opens it afterwards is told that it is locked. Throws NotDone with a
 * sentence when it is in use, and what SQLite says of a file that is no database.
 */
export function openExclusively(path: string): SqliteFile {
  const file = openFile(path)
  try {
    // Before the file is first looked at: only then the lock is on the file and not on single pages of its journal.
    file.exec(`pragma busy_timeout = ${WAIT_MS}; pragma locking_mode = exclusive; begin exclusive; commit`)
    return file
  } catch (error) {
    file.close()
    if (!isPassing(error)) throw error
    throw new NotDone(
      `The database in ${dirname(path)} is in use. Stop the server and every other Tenfold program first.`,
    )
  }
}
