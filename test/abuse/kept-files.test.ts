import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authSecret } from '../../server/account/auth-secret.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const modesIn = (folder: string): string[] => readdirSync(folder).map((name) => modeOf(join(folder, name)))

test('[STO-29] only the owner reads the database, its journal and the secret, whatever their modes were', async () => {
  const dataDir = tempFolder()
  chmodSync(dataDir, 0o755)
  const before = process.umask(0)
  try {
    for (let start = 0; start < 2; start += 1) {
      const database = openSqlite({ dataDir })
      authSecret(null, dataDir)
      expect(modeOf(dataDir)).toBe('700')
      expect(readdirSync(dataDir).length).toBeGreaterThan(3)
      expect(new Set(modesIn(dataDir))).toEqual(new Set(['600']))
      await database.close()
      // As a copy by hand or an earlier version may have left them.
      for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o666)
      chmodSync(dataDir, 0o777)
    }
  } finally {
    process.umask(before)
  }
})
