import { renameSync, rmSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import { NotDone } from '../../ops/not-done.ts'
import { keepOnDisk, refuseTakenPlace } from '../kept-files.ts'
import { DatabaseUrlError } from './failures.ts'
import { runPostgresProgram } from './programs.ts'
import { clientConfig, withClient } from './session.ts'

const STATEMENT_MS = 60_000
/** What was deleted is kept apart from backups (server/ops/deletion-table.ts). */
const OUTSIDE = '--exclude-schema=outside_backups'
/** Whose the tables were, and who else might read them, is the business of the place they are restored to. */
const OURS_ONLY = ['--no-owner', '--no-privileges']

/** Reads a whole dump, as restoring it would. Throws NotDone where it is cut short or damaged. */
async function checkDump(path: string): Promise<void> {
  await runPostgresProgram('pg_restore', [`--file=${devNull}`, path], null)
}

/**
 * Dumps the database at `url` as it is at one moment into the new file `to`, while servers read and write, and reads the dump
 * through. Returns its bytes. Throws NotDone with a sentence; nothing is left behind then.
 */
export async function dumpPostgres(url: string, to: string): Promise<number> {
  refuseTakenPlace(to)
  const draft = `${to}.part`
  try {
    await runPostgresProgram('pg_dump', ['--format=custom', OUTSIDE, ...OURS_ONLY, `--file=${draft}`], url)
    await checkDump(draft)
    keepOnDisk(draft)
    renameSync(draft, to)
    keepOnDisk(dirname(to))
  } finally {
    rmSync(draft, { force: true })
  }
  return statSync(to).size
}

const SERVERS = `select count(*)::int as others from pg_stat_activity
  where datname = current_database() and application_name = 'tenfold' and pid <> pg_backend_pid()`
const TABLES = `select count(*)::int as tables from pg_tables where schemaname = current_schema()`

async function refuseUse(client: Client, replace: boolean): Promise<void> {
  const { rows: servers } = await client.query<{ others: number }>(SERVERS)
  if ((servers[0]?.others ?? 0) > 0) {
    throw new NotDone('The database is in use. Stop every server and every other Tenfold program first.')
  }
  const { rows: tables } = await client.query<{ tables: number }>(TABLES)
  if ((tables[0]?.tables ?? 0) > 0 && !replace) {
    throw new NotDone('The database in DATABASE_URL already has tables. To overwrite them, add --replace.')
  }
}

/**
 * Puts a dump in the place of what the database at `url` holds, in one transaction, after the dump was read through. Tables that
 * are there are only replaced with `replace`, and never while a server uses them. Throws NotDone with a sentence, or
 * DatabaseUrlError; nothing has changed then.
 */
export async function restorePostgres(url: string, from: string, replace: boolean): Promise<void> {
  await checkDump(from)
  try {
    await withClient(clientConfig(url, STATEMENT_MS), (client) => refuseUse(client, replace))
  } catch (error) {
    throw error instanceof NotDone ? error : new DatabaseUrlError(url, error)
  }
  const replacing = replace ? ['--clean', '--if-exists'] : []
  await runPostgresProgram(
    'pg_restore',
    ['--single-transaction', '--exit-on-error', ...OURS_ONLY, ...replacing, from],
    url,
  )
}
