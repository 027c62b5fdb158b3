import type { Client } from 'pg'
import { NotDone } from '../../ops/not-done.ts'
import type { SqliteFile } from '../sqlite/engine.ts'
import { portionsOf, sourceTables, type SourceTable } from '../sqlite/source-tables.ts'
import { RunningSum, tableSumSql, type TableSum } from '../table-sum.ts'
import { clientConfig, withClient } from './session.ts'

/** Rows that travel together. */
const PORTION = 1_000
/** A large table is checked in one statement. */
const STATEMENT_MS = 3_600_000
/** A disk may take its time over a portion; a program that was halted for longer lets the database go. */
const IDLE_IN_TRANSACTION_MS = 60_000

type CarriedTable = { readonly name: string; readonly rows: number }

export type CarriedOver = {
  /** Whether all of it had been there before, and nothing was written. */
  readonly already: boolean
  readonly tables: readonly CarriedTable[]
}

type Target = SourceTable & { readonly quoted: string; readonly quotedColumns: readonly string[] }

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

function targetOf(table: SourceTable): Target {
  return { ...table, quoted: quotedName(table.name), quotedColumns: table.columns.map(quotedName) }
}

async function sumIn(client: Client, { quoted, quotedColumns }: Target): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(tableSumSql(quoted, quotedColumns))
  return rows[0] ?? { rows: 0, sum: '0' }
}

function sumInSource(file: SqliteFile, table: Target): TableSum {
  const sum = new RunningSum()
  for (const portion of portionsOf(file, table, PORTION)) {
    for (const row of portion) sum.add(table.columns.map((name) => row[name] ?? null))
  }
  return sum.total()
}

async function hasRows(client: Client, { quoted }: Target): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${quoted}) as found`)
  return rows[0]?.found === true
}

const isEqual = (one: TableSum, other: TableSum): boolean => one.rows === other.rows && one.sum === other.sum

/** Throws NotDone where the target holds anything else than the source does. */
async function refuseOtherData(
  client: Client,
  file: SqliteFile,
  tables: readonly Target[],
): Promise<CarriedTable[]> {
  const carried: CarriedTable[] = []
  for (const table of tables) {
    const there = await sumIn(client, table)
    if (!isEqual(there, sumInSource(file, table))) {
      throw new NotDone(
        `The database in DATABASE_URL already has other data (${table.name}: ${there.rows} rows). ` +
          'Nothing was changed. Create an empty database and use that.',
      )
    }
    carried.push({ name: table.name, rows: there.rows })
  }
  return carried
}

async function carryTable(client: Client, file: SqliteFile, table: Target): Promise<CarriedTable> {
  const names = table.quotedColumns.join(', ')
  const insert = `insert into ${table.quoted} (${names})
    select ${names} from json_populate_recordset(null::${table.quoted}, $1::json)`
  const read = new RunningSum()
  for (const portion of portionsOf(file, table, PORTION)) {
    for (const row of portion) read.add(table.columns.map((name) => row[name] ?? null))
    await client.query(insert, [JSON.stringify(portion)])
  }
  const sum = read.total()
  const written = await sumIn(client, table)
  if (!isEqual(sum, written)) {
    throw new Error(
      `${table.name} has ${sum.rows} rows (sum ${sum.sum}), but ${written.rows} (sum ${written.sum}) arrived`,
    )
  }
  return { name: table.name, rows: sum.rows }
}

const NUMBERED = `select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES'`

/** Numbers that PostgreSQL gives out go on behind the highest that was carried over. */
async function setSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(NUMBERED)
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
): Promise<CarriedOver> {
  const tables = sourceTables(file).map(targetOf)
  await client.query('begin')
  // A server that is started on the target too early waits, instead of writing between what is carried.
  await client.query(`lock table ${tables.map(({ quoted }) => quoted).join(', ')} in exclusive mode`)
  for (const table of tables) {
    if (!(await hasRows(client, table))) continue
    const same = await refuseOtherData(client, file, tables)
    await client.query('rollback')
    return { already: true, tables: same }
  }
  const carried: CarriedTable[] = []
  for (const table of tables) {
    onTable(table.name)
    carried.push(await carryTable(client, file, table))
  }
  await setSequences(client)
  await client.query('commit')
  await client.query(`analyze ${tables.map(({ quoted }) => quoted).join(', ')}`)
  return { already: false, tables: carried }
}

/**
 * Copies every row of an embedded database, which nobody else may be using, into the migrated PostgreSQL at `url`, in portions
 * but in one transaction: interrupted, it leaves nothing behind. Each table's count and sum of check values are compared before
 * it commits. `onTable` is told of each table that begins. Throws NotDone when the target holds other data.
 */
export function carryOver(
  file: SqliteFile,
  url: string,
  onTable: (name: string) => void,
): Promise<CarriedOver> {
  const config = {
    ...clientConfig(url, STATEMENT_MS),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }
  return withClient(config, (client) => inOneTransaction(client, file, onTable))
}
