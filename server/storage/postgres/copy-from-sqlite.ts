import type { Client } from 'pg'
import { OperatorError } from '../../ops/operator-error.ts'
import type { SqliteFile } from '../sqlite/engine.ts'
import { batchesOf, sourceTables, type SourceTable } from '../sqlite/source-tables.ts'
import { ChecksumBuilder, tableChecksumSql, type TableChecksum } from '../table-checksum.ts'
import { clientConfig, withClient } from './session.ts'

/** Rows per insert. */
const BATCH_ROWS = 1_000
/** Long, because the checksum of a large table is one statement. */
const STATEMENT_MS = 3_600_000
/** Allows for a slow disk between inserts; PostgreSQL ends the transaction of a program that hangs for longer. */
const IDLE_IN_TRANSACTION_MS = 60_000

type CopiedTable = { readonly name: string; readonly rows: number }

export type CopyResult = {
  /** Whether the target already had the same data and nothing was written. */
  readonly wasCopied: boolean
  readonly tables: readonly CopiedTable[]
}

type Target = SourceTable & { readonly quoted: string; readonly quotedColumns: readonly string[] }

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

function targetOf(table: SourceTable): Target {
  return { ...table, quoted: quotedName(table.name), quotedColumns: table.columns.map(quotedName) }
}

async function targetChecksum(client: Client, { quoted, quotedColumns }: Target): Promise<TableChecksum> {
  const { rows } = await client.query<TableChecksum>(tableChecksumSql(quoted, quotedColumns))
  return rows[0] ?? { rows: 0, sum: '0' }
}

function sourceChecksum(file: SqliteFile, table: Target): TableChecksum {
  const checksum = new ChecksumBuilder()
  for (const batch of batchesOf(file, table, BATCH_ROWS)) {
    for (const row of batch) checksum.add(table.columns.map((name) => row[name] ?? null))
  }
  return checksum.total()
}

async function hasRows(client: Client, { quoted }: Target): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${quoted}) as found`)
  return rows[0]?.found === true
}

const isEqual = (one: TableChecksum, other: TableChecksum): boolean =>
  one.rows === other.rows && one.sum === other.sum

/** Throws OperatorError if the target's data differs from the source's. */
async function requireSameData(
  client: Client,
  file: SqliteFile,
  tables: readonly Target[],
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = []
  for (const table of tables) {
    const existing = await targetChecksum(client, table)
    if (!isEqual(existing, sourceChecksum(file, table))) {
      throw new OperatorError(
        `The database in DATABASE_URL already has other data (${table.name}: ${existing.rows} rows). ` +
          'Nothing was changed. Create an empty database and use that.',
      )
    }
    copied.push({ name: table.name, rows: existing.rows })
  }
  return copied
}

async function copyTable(client: Client, file: SqliteFile, table: Target): Promise<CopiedTable> {
  const names = table.quotedColumns.join(', ')
  const insert = `insert into ${table.quoted} (${names})
    select ${names} from json_populate_recordset(null::${table.quoted}, $1::json)`
  const checksum = new ChecksumBuilder()
  for (const batch of batchesOf(file, table, BATCH_ROWS)) {
    for (const row of batch) checksum.add(table.columns.map((name) => row[name] ?? null))
    await client.query(insert, [JSON.stringify(batch)])
  }
  const read = checksum.total()
  const written = await targetChecksum(client, table)
  if (!isEqual(read, written)) {
    throw new Error(
      `${table.name} has ${read.rows} rows (checksum ${read.sum}), but ${written.rows} (checksum ${written.sum}) were written`,
    )
  }
  return { name: table.name, rows: read.rows }
}

const IDENTITY_COLUMNS = `select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES'`

/** Continues identity columns after the highest copied value. */
async function setSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(IDENTITY_COLUMNS)
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${quotedName(column)}), 0) + 1
        from ${quotedName(table)}), false)`,
      [quotedName(table), column],
    )
  }
}

async function inOneTransaction(
  client: Client,
  file: SqliteFile,
  onTable: (name: string) => void,
): Promise<CopyResult> {
  const tables = sourceTables(file).map(targetOf)
  await client.query('begin')
  // A server that is started on the target too early waits instead of writing during the copy.
  await client.query(`lock table ${tables.map(({ quoted }) => quoted).join(', ')} in exclusive mode`)
  for (const table of tables) {
    if (!(await hasRows(client, table))) continue
    const same = await requireSameData(client, file, tables)
    await client.query('rollback')
    return { wasCopied: true, tables: same }
  }
  const copied: CopiedTable[] = []
  for (const table of tables) {
    onTable(table.name)
    copied.push(await copyTable(client, file, table))
  }
  await setSequences(client)
  await client.query('commit')
  await client.query(`analyze ${tables.map(({ quoted }) => quoted).join(', ')}`)
  return { wasCopied: false, tables: copied }
}

/**
 * Copies every row of an embedded database, which no other program may be using, to the migrated PostgreSQL database at `url`.
 * Runs in one transaction, so an interrupted copy leaves nothing behind, and compares each table's checksum before the commit.
 * Calls `onTable` before each table. Throws OperatorError if the target has other data.
 */
export function copyFromSqlite(
  file: SqliteFile,
  url: string,
  onTable: (name: string) => void,
): Promise<CopyResult> {
  const config = {
    ...clientConfig(url, STATEMENT_MS),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }
  return withClient(config, (client) => inOneTransaction(client, file, onTable))
}
