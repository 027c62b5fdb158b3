import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import { withClient } from '../../server/storage/postgres/session.ts'
import { describeUnless } from './describe-unless.ts'

/** One number for all workers of a run. */
const TEMPLATE_LOCK = 1_000_001

/** The PostgreSQL of the tests, or why there is none (postgres-setup.ts). */
export const POSTGRES = inject('postgres')

const MISSING =
  'unreachable' in POSTGRES
    ? `no PostgreSQL can be reached (set DATABASE_URL_TEST to one whose user may make databases): ${POSTGRES.unreachable}`
    : null

/** A suite that needs a PostgreSQL, whichever one. */
export function describePostgres(name: string, suite: () => void): void {
  describeUnless(MISSING, name, suite)
}

function urlOf(database: string): string {
  if ('unreachable' in POSTGRES) throw new Error(POSTGRES.unreachable)
  const url = new URL(POSTGRES.url)
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement beside the server, as an administrator would; its rows. */
export function ask<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const config = { connectionString: url }
  return withClient(config, async (client) => (await client.query<Row>(sql, [...values])).rows)
}

function administer(sql: string): Promise<object[]> {
  if ('unreachable' in POSTGRES) throw new Error(POSTGRES.unreachable)
  return ask(POSTGRES.url, sql)
}

function newName(): string {
  const run = 'unreachable' in POSTGRES ? '' : POSTGRES.template
  return `${run}_${randomBytes(4).toString('hex')}`
}

function drop(name: string): Promise<object[]> {
  return administer(`drop database if exists ${name} with (force)`)
}

let template: Promise<string> | null = null

/** A migrated database to be copied, which is quicker than migrating; made by the first test of the run that needs it. */
function madeTemplate(): Promise<string> {
  if ('unreachable' in POSTGRES) throw new Error(POSTGRES.unreachable)
  const { url, template: name } = POSTGRES
  return withClient({ connectionString: url }, async (client) => {
    // Held until the connection closes: another worker waits here and then finds the template.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return name
    const draft = newName()
    await client.query(`create database ${draft}`)
    await (await openPostgres({ url: urlOf(draft) })).close()
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  })
}

async function create(kind: 'migrated' | 'empty'): Promise<string> {
  const name = newName()
  if (kind === 'migrated') template ??= madeTemplate()
  await administer(`create database ${name} template ${kind === 'migrated' ? await template : 'template1'}`)
  return name
}

/** The address of a new database, dropped when the test that asked for it has ended. `migrated` with its tables. */
export async function freshDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  const name = await create(kind)
  onTestFinished(async () => void (await drop(name)))
  return urlOf(name)
}

/** Ends what a test has left running, empties every table that has rows, and says which columns and rules the tables have. */
const EMPTY = `
do $$
declare
  name text;
  has_rows boolean;
begin
  perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' loop
    execute 'select exists (select from ' || name || ')' into has_rows;
    if has_rows then execute 'truncate ' || name || ' restart identity cascade'; end if;
  end loop;
end $$;
select md5(
  (select string_agg(attrelid::regclass || attname || atttypid || attnotnull, ',' order by attrelid, attnum)
   from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace))
  || (select count(*) from pg_constraint) || (select count(*) from pg_trigger)
  || (select count(*) from schema_migration)
) as shape`

/** Empties a database; what its tables look like. */
async function emptied(name: string): Promise<string> {
  return withClient({ connectionString: urlOf(name) }, async (client) => {
    const answers = (await client.query(EMPTY)) as unknown as readonly { rows: { shape: string }[] }[]
    return answers.at(-1)?.rows[0]?.shape ?? ''
  })
}

const free: string[] = []
let shape: Promise<string> | null = null

/**
 * The address of a migrated database without rows that other tests have used before: to empty one takes a tenth of the time that
 * making one takes. One whose tables were changed is not used again.
 */
export async function emptyDatabase(): Promise<string> {
  const name = free.pop() ?? (await create('migrated'))
  shape ??= emptied(name)
  const asMigrated = await shape
  onTestFinished(async () => {
    if ((await emptied(name)) === asMigrated) free.push(name)
    else await drop(name)
  })
  return urlOf(name)
}
