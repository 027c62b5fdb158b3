import type { TestProject } from 'vitest/node'
import { withClient } from '../../server/storage/postgres/session.ts'
import { ownServer, postgresPrograms, refusalOf } from './postgres-server.ts'

/** A server named in the environment must be the one used. */
const NAMED = process.env['DATABASE_URL_TEST'] || null

/** Where one may be running on this machine with no password asked. */
const PLACES: readonly string[] = [
  'postgres://postgres@127.0.0.1:5432/postgres',
  'postgres://root@127.0.0.1:5432/postgres',
  'postgres://postgres@%2Fvar%2Frun%2Fpostgresql/postgres',
  'postgres://root@%2Fvar%2Frun%2Fpostgresql/postgres',
]

/** The PostgreSQL of a run and the name of the database that its tests copy, or why there is none. */
type Found = { readonly url: string; readonly template: string } | { readonly unreachable: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Found
  }
}

type Server = { readonly url: string; readonly remove: () => Promise<void> }

/** One of this run's own does not wait for disks, as one that is running does: it is many times faster with new databases. */
async function find(refusals: string[]): Promise<Server | null> {
  const programs = NAMED === null ? postgresPrograms() : null
  if (programs !== null) {
    try {
      return await ownServer(programs, 'trust')
    } catch (error) {
      refusals.push((error as Error).message)
    }
  }
  for (const url of NAMED === null ? PLACES : [NAMED]) {
    const refusal = await refusalOf(url)
    if (refusal === null) return { url, remove: async () => undefined }
    refusals.push(refusal)
  }
  return null
}

/** Removes what the tests have left on a server that stays. */
async function dropAll(url: string, prefix: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    const left = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of left.rows) await client.query(`drop database ${datname} with (force)`)
  })
}

/** Vitest calls this before the tests (`globalSetup`), and what it returns after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const refusals: string[] = []
  const server = await find(refusals)
  if (!server) {
    const unreachable = [...new Set(refusals)].join('; ').replaceAll(/\s+/g, ' ')
    project.provide('postgres', { unreachable })
    return async () => undefined
  }
  const template = `tenfold_test_${process.pid}`
  project.provide('postgres', { url: server.url, template })
  return async () => {
    await dropAll(server.url, template)
    await server.remove()
  }
}
