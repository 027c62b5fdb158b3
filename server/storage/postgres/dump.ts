import { renameSync, rmSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import { OperatorError } from '../../ops/operator-error.ts'
import { syncToDisk, requireFreePath } from '../durable-files.ts'
import { DatabaseUrlError } from './failures.ts'
import { runPostgresTool } from './tools.ts'
import { clientConfig, withClient } from './session.ts'

const STATEMENT_MS = 60_000
/** The deletion log must survive a restore, so it is not part of backups (server/ops/deletion-table.ts). */
const EXCLUDE_DELETIONS = '--exclude-schema=outside_backups'
/** Owners and privileges depend on where the dump is restored. */
const NO_ROLES = ['--no-owner', '--no-privileges']

/** Reads the whole dump as a restore would. Throws OperatorError if it is truncated or damaged. */
async function checkDump(path: string): Promise<void> {
  await runPostgresTool('pg_restore', [`--file=${devNull}`, path], null)
}

/**
 * Dumps a consistent snapshot of the database to the new file `to` while servers keep running, and checks the dump. Returns its
 * size in bytes. Throws OperatorError, leaving nothing behind.
 */
export async function dumpPostgres(url: string, to: string): Promise<number> {
  requireFreePath(to)
  const draft = `${to}.part`
  try {
    await runPostgresTool(
      'pg_dump',
      ['--format=custom', EXCLUDE_DELETIONS, ...NO_ROLES, `--file=${draft}`],
      url,
    )
    await checkDump(draft)
    syncToDisk(draft)
    renameSync(draft, to)
    syncToDisk(dirname(to))
  } finally {
    rmSync(draft, { force: true })
  }
  return statSync(to).size
}

const SERVERS = `select count(*)::int as others from pg_stat_activity
  where datname = current_database() and application_name = 'tenfold' and pid <> pg_backend_pid()`
const TABLES = `select count(*)::int as tables from pg_tables where schemaname = current_schema()`

async function requireUnused(client: Client, replace: boolean): Promise<void> {
  const { rows: servers } = await client.query<{ others: number }>(SERVERS)
  if ((servers[0]?.others ?? 0) > 0) {
    throw new OperatorError(
      'The database is in use. Stop every server and every other Tenfold program first.',
    )
  }
  const { rows: tables } = await client.query<{ tables: number }>(TABLES)
  if ((tables[0]?.tables ?? 0) > 0 && !replace) {
    throw new OperatorError(
      'The database in DATABASE_URL already has tables. To overwrite them, add --replace.',
    )
  }
}

/**
 * Restores a dump in one transaction after checking it. Replaces existing tables only if `replace` is set and no server is
 * using them. Throws OperatorError or DatabaseUrlError, having changed nothing.
 */
export async function restorePostgres(url: string, from: string, replace: boolean): Promise<void> {
  await checkDump(from)
  try {
    await withClient(clientConfig(url, STATEMENT_MS), (client) => requireUnused(client, replace))
  } catch (error) {
    throw error instanceof OperatorError ? error : new DatabaseUrlError(url, error)
  }
  const replacing = replace ? ['--clean', '--if-exists'] : []
  await runPostgresTool(
    'pg_restore',
    ['--single-transaction', '--exit-on-error', ...NO_ROLES, ...replacing, from],
    url,
  )
}
