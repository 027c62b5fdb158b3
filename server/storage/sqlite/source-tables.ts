import type { SqliteFile } from './engine.ts'

/** A table of the embedded database. */
export type SourceTable = {
  readonly name: string
  readonly columns: readonly string[]
  /** The primary key columns, in order. */
  readonly key: readonly string[]
}

type SourceRow = Readonly<Record<string, number | string | null>>

const TABLES = `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`

/** Not copied: specific to each installation. */
const EXCLUDED_TABLES: readonly string[] = ['schema_migration', 'storage_probe']

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function namesFrom(file: SqliteFile, sql: string): string[] {
  return file.prepare(sql).all().map(nameOf)
}

/** `pk` is the column's position in the primary key, from 1, or 0. */
type Column = { readonly name: string; readonly pk: number }

const nameOf = ({ name }: { readonly name: string }): string => name

/** Tables that this table's foreign keys reference. */
function referencedBy(file: SqliteFile, table: string): string[] {
  const sql = `select distinct "table" as name from pragma_foreign_key_list(?)`
  return file.prepare(sql).all(table).map(nameOf)
}

/** All tables with user data; referenced tables come before those that reference them. */
export function sourceTables(file: SqliteFile): SourceTable[] {
  const ordered = new Map<string, SourceTable>()
  const add = (name: string): void => {
    if (ordered.has(name) || EXCLUDED_TABLES.includes(name)) return
    for (const other of referencedBy(file, name)) if (other !== name) add(other)
    const columns: readonly Column[] = file.prepare('select name, pk from pragma_table_info(?)').all(name)
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    ordered.set(name, { name, columns: columns.map(nameOf), key: key.map(nameOf) })
  }
  for (const name of namesFrom(file, TABLES)) add(name)
  return [...ordered.values()]
}

/** Yields a table's rows in key order, at most `maxRows` at a time. */
export function* batchesOf(
  file: SqliteFile,
  { name, columns, key }: SourceTable,
  maxRows: number,
): Generator<readonly SourceRow[]> {
  const keys = key.map(quoted).join(', ')
  const rows = `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`
  const first = file.prepare(`${rows} order by ${keys} limit ?`)
  const next = file.prepare(
    `${rows} where (${keys}) > (${key.map(() => '?').join(', ')}) order by ${keys} limit ?`,
  )
  let batch = first.all(maxRows) as SourceRow[]
  while (batch.length > 0) {
    yield batch
    const last = batch.at(-1)
    batch = next.all(...key.map((column) => last?.[column] ?? null), maxRows) as SourceRow[]
  }
}
