import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotDone } from '../../ops/not-done.ts'
import { keepOnDisk, refuseTakenPlace } from '../kept-files.ts'
import { isDamage, openFile } from './engine.ts'
import { checkFile } from './check-file.ts'

/** How long the copy waits for a lock that the server holds. */
const WAIT_MS = 10_000

/**
 * Copies the database at `path` as it is at one moment into the new file `to`, while servers read and write, and checks every
 * page of the copy. Returns its bytes. Throws NotDone with a sentence when that cannot be; nothing is left behind then.
 */
export function backUpFile(path: string, to: string): number {
  refuseTakenPlace(to)
  const draft = `${to}.part`
  rmSync(draft, { force: true })
  try {
    const file = openFile(path)
    try {
      file.exec(`pragma busy_timeout = ${WAIT_MS}`)
      // Not prepared: a statement would keep the file open until garbage is collected.
      file.exec(`vacuum into '${draft.replaceAll("'", "''")}'`)
    } finally {
      file.close()
    }
    checkFile(draft, 'The copy')
    keepOnDisk(draft)
    renameSync(draft, to)
    keepOnDisk(dirname(to))
  } catch (error) {
    rmSync(draft, { force: true })
    if (!isDamage(error)) throw error
    throw new NotDone(
      `The database ${path} is damaged (${(error as Error).message}). Restore the last good backup.`,
    )
  }
  return statSync(to).size
}
