import type { Database } from '../../server/storage/database.ts'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import type { Migration } from '../../server/storage/sql/migrations/migration.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { describePostgres, emptyDatabase, freshDatabase, POSTGRES } from '../factories/postgres.ts'
import { openMigrated } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

/** Opens the same database again and again, with these migrations. */
export type OpenAgain = (migrations: readonly Migration[]) => Promise<Database>

/** An engine that every port's suite runs on; `open` gives an empty, migrated database, `place` one without tables. */
export type Adapter = {
  readonly name: string
  readonly open: () => Promise<Database>
  readonly place: () => Promise<OpenAgain>
}

const SQLITE: Adapter = {
  name: 'SQLite',
  open: () => openMigrated(),
  place: async () => {
    const dataDir = tempFolder()
    return async (migrations) => openSqlite({ dataDir, migrations })
  },
}
const OF_POSTGRES: Adapter = {
  name: 'PostgreSQL',
  open: async () => openPostgres({ url: await emptyDatabase() }),
  place: async () => {
    const url = await freshDatabase('empty')
    return (migrations) => openPostgres({ url, migrations })
  },
}

/** Every engine the ports have that can be reached here. */
export const ADAPTERS: readonly Adapter[] = 'unreachable' in POSTGRES ? [SQLITE] : [SQLITE, OF_POSTGRES]

// The suites that loop over the engines would leave it out without a word.
if ('unreachable' in POSTGRES) describePostgres('every port on PostgreSQL', () => undefined)
