import type { SqliteFile } from './engine.ts'

/** A table of the embedded database. */
export type SourceTable = {
  readonly name: string
  readonly columns: readonly string[]
  /** Those of them that name a row, in order. */
  readonly key: readonly string[]
}

type SourceRow = Readonly<Record<string, number | string | null>>

const TABLES = `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`

/** What each installation has of its own: which migrations it had, and the row of the readiness check. */
const OF_THE_INSTALLATION: readonly string[] = ['schema_migration', 'storage_probe']

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function namesFrom(file: SqliteFile, sql: string): string[] {
  return file.prepare(sql).all().map(nameOf)
}

/** A column as SQLite tells of it; `pk` is its place in the key, or 0. */
type Column = { readonly name: string; readonly pk: number }

const nameOf = ({ name }: { readonly name: string }): string => name

/** The tables that a table's rows point to. */
function pointedTo(file: SqliteFile, table: string): string[] {
  const sql = `select distinct "table" as name from pragma_foreign_key_list(?)`
  return file.prepare(sql).all(table).map(nameOf)
}

/** Every table with data of children and adults, each behind those that its rows point to. */
export function sourceTables(file: SqliteFile): SourceTable[] {
  const ordered = new Map<string, SourceTable>()
  const place = (name: string): void => {
    if (ordered.has(name) || OF_THE_INSTALLATION.includes(name)) return
    for (const other of pointedTo(file, name)) if (other !== name) place(other)
    const columns: readonly Column[] = file.prepare('select name, pk from pragma_table_info(?)').all(name)
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    ordered.set(name, { name, columns: columns.map(nameOf), key: key.map(nameOf) })
  }
  for (const name of namesFrom(file, TABLES)) place(name)
  return [...ordered.values()]
}

/** The rows of a table in the order of its key, at most so many at a time. */
export function* portionsOf(
  file: SqliteFile,
  { name, columns, key }: SourceTable,
  most: number,
): Generator<readonly SourceRow[]> {
  const keys = key.map(quoted).join(', ')
  const rows = `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`
  const first = file.prepare(`${rows} order by ${keys} limit ?`)
  const next = file.prepare(
    `${rows} where (${keys}) > (${key.map(() => '?').join(', ')}) order by ${keys} limit ?`,
  )
  let portion = first.all(most) as SourceRow[]
  while (portion.length > 0) {
    yield portion
    const last = portion.at(-1)
    portion = next.all(...key.map((column) => last?.[column] ?? null), most) as SourceRow[]
  }
}
