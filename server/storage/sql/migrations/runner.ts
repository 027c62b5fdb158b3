import type { Dialect } from '../../dialect.ts'
import { COLUMN_TYPES, type Migration } from './migration.ts'

type Applied = readonly { readonly id: number; readonly name: string }[]

/** What the runner needs of an engine, inside one transaction that holds everybody else off. */
type MigrationSession = {
  readonly dialect: Dialect
  exec(sql: string): void
  /** The migrations that the database says it has had. */
  applied(): Applied
  record(migration: Migration, atMs: number): void
}

/** The database was written by a version of Tenfold that this one does not know. */
class NewerDatabase extends Error {
  constructor(id: number, name: string) {
    super(
      `it was written by a newer version of Tenfold (step ${id}, ${name}); run that version or a later one`,
    )
    this.name = 'NewerDatabase'
  }
}

/** The table in which a database remembers its migrations. */
export const MIGRATION_TABLE = `create table if not exists schema_migration (
  id integer primary key,
  name text not null,
  applied_at_ms bigint not null
)`

/**
 * The migrations that a database has not had, in order.
 * Throws NewerDatabase when it has had one that is not in the list.
 */
export function missingMigrations(applied: Applied, migrations: readonly Migration[]): Migration[] {
  const unknown = applied.find(({ id, name }) => !migrations.some((m) => m.id === id && m.name === name))
  if (unknown) throw new NewerDatabase(unknown.id, unknown.name)
  return migrations.filter((migration) => !applied.some(({ id }) => id === migration.id))
}

/**
 * Runs the migrations that the database has not had, in order, and records each. Returns how many ran.
 * Throws NewerDatabase, with nothing changed, when the database has had one that is not in the list.
 */
export function migrate(session: MigrationSession, migrations: readonly Migration[], nowMs: number): number {
  session.exec(MIGRATION_TABLE)
  const missing = missingMigrations(session.applied(), migrations)
  for (const migration of missing) {
    for (const sql of migration.statements(COLUMN_TYPES[session.dialect])) session.exec(sql)
    session.record(migration, nowMs)
  }
  return missing.length
}
