import { randomBytes } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import { withClient } from '../../server/storage/postgres/session.ts'
import { describeUnless } from './describe-unless.ts'
import { ownServer, postgresPrograms, refusalOf } from './postgres-server.ts'

/** Where one may be running: as the setting says, or on this machine with no password asked. */
const PLACES: readonly string[] = process.env['DATABASE_URL_TEST']
  ? [process.env['DATABASE_URL_TEST']]
  : [
      'postgres://postgres@127.0.0.1:5432/postgres',
      'postgres://root@127.0.0.1:5432/postgres',
      'postgres://postgres@%2Fvar%2Frun%2Fpostgresql/postgres',
      'postgres://root@%2Fvar%2Frun%2Fpostgresql/postgres',
    ]

type Found = { readonly url: string } | { readonly unreachable: string }

async function find(): Promise<Found> {
  const refusals: string[] = []
  for (const url of PLACES) {
    const refusal = await refusalOf(url)
    if (refusal === null) return { url }
    refusals.push(refusal)
  }
  const programs = postgresPrograms()
  // Who names a server means that one.
  if (!process.env['DATABASE_URL_TEST'] && programs !== null) {
    try {
      const server = await ownServer(programs)
      afterAll(() => server.remove())
      return { url: server.url }
    } catch (error) {
      refusals.push((error as Error).message)
    }
  }
  return { unreachable: [...new Set(refusals)].join('; ').replaceAll(/\s+/g, ' ') }
}

/** The PostgreSQL of the tests, or why there is none: found once a test file. */
export const POSTGRES = await find()

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
  return `tenfold_test_${process.pid}_${randomBytes(4).toString('hex')}`
}

function drop(name: string): Promise<object[]> {
  return administer(`drop database if exists ${name} with (force)`)
}

let template: Promise<string> | null = null

/** A database that has been migrated, to be copied: copying is quicker than migrating. */
async function makeTemplate(): Promise<string> {
  const name = newName()
  await administer(`create database ${name}`)
  await (await openPostgres({ url: urlOf(name) })).close()
  return name
}

afterAll(async () => {
  if (template) await drop(await template)
})

/** The address of a new database, dropped when the test that asked for it has ended. `migrated` with its tables. */
export async function freshDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  const name = newName()
  if (kind === 'migrated') template ??= makeTemplate()
  await administer(`create database ${name} template ${kind === 'migrated' ? await template : 'template1'}`)
  onTestFinished(async () => void (await drop(name)))
  return urlOf(name)
}
