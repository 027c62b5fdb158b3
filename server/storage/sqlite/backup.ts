import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../ops/operator-error.ts'
import { syncToDisk, requireFreePath } from '../durable-files.ts'
import { isDamage, openFile } from './engine.ts'
import { checkFile } from './check-file.ts'

/** How long the copy waits for a server's lock. */
const WAIT_MS = 10_000

/**
 * Copies a consistent snapshot of the database to the new file `to` while servers keep running, and checks every page of the
 * copy. Returns its size in bytes. Throws OperatorError, leaving nothing behind.
 */
export function backUpFile(path: string, to: string): number {
  requireFreePath(to)
  const draft = `${to}.part`
  rmSync(draft, { force: true })
  try {
    const file = openFile(path)
    try {
      file.exec(`pragma busy_timeout = ${WAIT_MS}`)
      // Not prepared: a statement would keep the file open until garbage collection.
      file.exec(`vacuum into '${draft.replaceAll("'", "''")}'`)
    } finally {
      file.close()
    }
    checkFile(draft, 'The copy')
    syncToDisk(draft)
    renameSync(draft, to)
    syncToDisk(dirname(to))
  } catch (error) {
    rmSync(draft, { force: true })
    if (!isDamage(error)) throw error
    throw new OperatorError(
      `The database ${path} is damaged (${(error as Error).message}). Restore the last good backup.`,
    )
  }
  return statSync(to).size
}
