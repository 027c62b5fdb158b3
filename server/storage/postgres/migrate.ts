import type { Client } from 'pg'
import { COLUMN_TYPES, type Migration } from '../sql/migrations/migration.ts'
import { MIGRATION_TABLE, missingMigrations } from '../sql/migrations/runner.ts'

/** The advisory lock that a process holds while migrating: the bytes of `ten` and `fold`. */
const MIGRATION_LOCK = [0x74656e, 0x666f6c64]

type Applied = { readonly id: number; readonly name: string }

/**
 * Runs pending migrations in one transaction. If several processes start at once, one migrates and the others wait. Returns how
 * many ran. Throws NewerDatabase or PostgreSQL's error, having changed nothing.
 */
export async function migratePostgres(
  client: Client,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<number> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1, $2)', MIGRATION_LOCK)
    await client.query(MIGRATION_TABLE)
    const { rows } = await client.query<Applied>('select id, name from schema_migration order by id')
    const missing = missingMigrations(rows, migrations)
    for (const migration of missing) {
      for (const sql of migration.statements(COLUMN_TYPES.postgres)) await client.query(sql)
      await client.query('insert into schema_migration (id, name, applied_at_ms) values ($1, $2, $3)', [
        migration.id,
        migration.name,
        nowMs,
      ])
    }
    await client.query('commit')
    return missing.length
  } catch (error) {
    // If this fails, closing the connection rolls back too.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
