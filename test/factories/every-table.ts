import type { Database } from '../../server/storage/database.ts'
import type { Statement } from '../../server/storage/sql/statement.ts'

type Row = Readonly<Record<string, unknown>>

const LIST_TABLES = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
} as const

function raw<R>(sql: string): Statement<Record<never, never>, R> {
  return { sql, bind: () => [] }
}

/** Every row of every table that the engine itself says there is. */
export function everyTable(database: Database): Promise<ReadonlyMap<string, readonly Row[]>> {
  return database.read(async (transaction) => {
    const tables = await transaction.all(raw<{ name: string }>(LIST_TABLES[database.dialect]), {})
    const found = new Map<string, readonly Row[]>()
    for (const { name } of tables) {
      found.set(name, await transaction.all(raw<Row>(`select * from "${name}"`), {}))
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
