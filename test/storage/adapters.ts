import type { Database } from '../../server/storage/database.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { tempFolder } from '../factories/temp-folder.ts'

/** An engine that every port's suite runs on; `open` gives an empty, migrated database. */
export type Adapter = { readonly name: string; readonly open: () => Promise<Database> }

/** Every engine the ports have. PostgreSQL becomes one more line here. */
export const ADAPTERS: readonly Adapter[] = [
  { name: 'SQLite', open: async () => openSqlite({ dataDir: tempFolder() }) },
]
