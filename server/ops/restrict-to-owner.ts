import { chmodSync, statSync } from 'node:fs'

const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const
const ALL_MODES = 0o777

/**
 * Restricts a folder or file to its owner. Does nothing if it does not exist or belongs to another user, as a mounted volume
 * may.
 */
export function restrictToOwner(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || process.platform === 'win32') return
  const mode = stat.isDirectory() ? OWNER_ONLY.folder : OWNER_ONLY.file
  if ((stat.mode & ALL_MODES) === mode || stat.uid !== process.getuid?.()) return
  chmodSync(path, mode)
}
