import type { Database } from '../../server/storage/database.ts'
import { everyTable } from './every-table.ts'

/** Every row of each table but what each installation has of its own, in an order that does not depend on the engine. */
export async function tableContents(database: Database): Promise<Record<string, string[]>> {
  const tables = [...(await everyTable(database))].filter(
    ([name]) => name !== 'schema_migration' && name !== 'storage_probe',
  )
  return Object.fromEntries(
    tables.map(([name, rows]) => {
      const texts = rows.map((row) => JSON.stringify(Object.entries(row).toSorted()))
      return [name, texts.toSorted()]
    }),
  )
}
