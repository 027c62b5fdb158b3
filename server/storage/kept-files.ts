import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotDone } from '../ops/not-done.ts'

/** Returns when the disk has the file, or, of a folder, the names that stand in it. */
export function keepOnDisk(path: string): void {
  const isFolder = statSync(path).isDirectory()
  // Windows keeps the names of a folder by itself and opens none.
  if (isFolder && process.platform === 'win32') return
  const file = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Throws NotDone where a new file would lie over another, or there is no folder for it. */
export function refuseTakenPlace(path: string): void {
  if (existsSync(path)) throw new NotDone(`${path} already exists. Choose another name for the backup.`)
  if (!existsSync(dirname(path)))
    throw new NotDone(`The folder ${dirname(path)} does not exist. Create it first.`)
}
