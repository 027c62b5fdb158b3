import { closeSync, openSync, writeSync } from 'node:fs'
import { filePath, withFile } from './sqlite-file.ts'

/** What a bad disk leaves of a table of the embedded database: nonsense where its first page was. */
export async function spoilTable(dataDir: string, table: string): Promise<void> {
  const { rootpage, size } = await withFile(dataDir, (file) => {
    file.exec('pragma wal_checkpoint(truncate)')
    const row = file.prepare('select rootpage from sqlite_master where name = ?').get(table)
    const { page_size: bytes } = file.prepare('pragma page_size').get() as { page_size: number }
    return { rootpage: (row as { rootpage: number }).rootpage, size: bytes }
  })
  const file = openSync(filePath(dataDir), 'r+')
  writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (rootpage - 1) * size)
  closeSync(file)
}
