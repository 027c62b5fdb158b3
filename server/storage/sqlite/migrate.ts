import type { Migration } from '../sql/migrations/migration.ts'
import { migrate } from '../sql/migrations/runner.ts'
import type { SqliteFile } from './engine.ts'

/** Runs pending migrations inside the open transaction. Returns how many ran. Throws NewerDatabase. */
export function migrateFile(file: SqliteFile, migrations: readonly Migration[], nowMs: number): number {
  const session = {
    dialect: 'sqlite',
    exec: (sql: string) => file.exec(sql),
    applied: () =>
      file
        .prepare('select id, name from schema_migration order by id')
        .all()
        .map((row: { id: number; name: string }) => ({ id: row.id, name: row.name })),
    record: ({ id, name }: Migration, atMs: number) => {
      file
        .prepare('insert into schema_migration (id, name, applied_at_ms) values (?, ?, ?)')
        .run(id, name, atMs)
    },
  } as const
  return migrate(session, migrations, nowMs)
}
