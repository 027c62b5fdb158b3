import type { Database } from '../../server/storage/database.ts'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import { describePostgres, emptyDatabase, POSTGRES } from '../factories/postgres.ts'
import { openMigrated } from '../factories/sqlite-file.ts'

/** An engine that every port's suite runs on; `open` gives an empty, migrated database. */
export type Adapter = {
  readonly name: string
  readonly open: () => Promise<Database>
}

const SQLITE: Adapter = {
  name: 'SQLite',
  open: () => openMigrated(),
}
const OF_POSTGRES: Adapter = {
  name: 'PostgreSQL',
  open: async () => openPostgres({ url: await emptyDatabase() }),
}

/** Every engine the ports have that can be reached here. */
export const ADAPTERS: readonly Adapter[] = 'unreachable' in POSTGRES ? [SQLITE] : [SQLITE, OF_POSTGRES]

// The suites that loop over the engines would leave it out without a word.
if ('unreachable' in POSTGRES) describePostgres('every port on PostgreSQL', () => undefined)
