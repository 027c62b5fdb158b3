import { sql } from 'kysely'
import type { Database } from '../../server/storage/database.ts'

type Row = Readonly<Record<string, unknown>>

const LIST_TABLES = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
} as const

/** Every row of every table that the engine itself says there is. */
export function everyTable(database: Database): Promise<ReadonlyMap<string, readonly Row[]>> {
  return database.read(async ({ db }) => {
    const tables = await sql.raw<{ name: string }>(LIST_TABLES[database.dialect]).execute(db)
    const found = new Map<string, readonly Row[]>()
    for (const { name } of tables.rows) {
      found.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows)
    }
    return found
  })
}

/** The tables with a row that contains one of these values. */
export async function tablesWith(database: Database, values: readonly unknown[]): Promise<string[]> {
  const tables = await everyTable(database)
  return [...tables]
    .filter(([, rows]) => rows.some((row) => Object.values(row).some((value) => values.includes(value))))
    .map(([name]) => name)
    .toSorted()
}
