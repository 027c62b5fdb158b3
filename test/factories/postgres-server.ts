import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '../../server/storage/postgres/session.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const DEBIAN_VERSIONS = '/usr/lib/postgresql'
export const OWN_PASSWORD = 'hunter2'

/** The folder of this machine's PostgreSQL programs, or null when it has none. */
export function postgresPrograms(): string | null {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS).map(Number) : []
  const newest = versions.filter((version) => version > 0).toSorted((a, b) => b - a)[0]
  if (newest !== undefined) return join(DEBIAN_VERSIONS, String(newest), 'bin')
  const found = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout?.trim()
  return found ? join(found, '..') : null
}

type User = { readonly uid: number; readonly gid: number } | Record<never, never>

/** PostgreSQL does not run as root: another user of the machine has to. */
function otherThanRoot(): User {
  if (process.getuid?.() !== 0) return {}
  const name = ['postgres', 'nobody'].find((user) => spawnSync('id', [user]).status === 0)
  const id = (flag: string): number =>
    Number(spawnSync('id', [flag, String(name)], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** A PostgreSQL of the tests' own, which may be stopped, and may be started again. */
export type OwnServer = {
  readonly url: string
  start(): Promise<void>
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/**
 * Makes and starts a PostgreSQL in a temporary folder, on a free port of this machine. One that trusts everybody accepts any
 * password at once: checking it takes longer than most tests' statements.
 */
export async function ownServer(
  programs: string,
  method: 'scram-sha-256' | 'trust' = 'scram-sha-256',
): Promise<OwnServer> {
  const user = otherThanRoot()
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-postgres-'))
  const password = join(folder, 'password')
  writeFileSync(password, OWN_PASSWORD)
  if ('uid' in user) for (const path of [folder, password]) chownSync(path, user.uid, user.gid)
  const data = join(folder, 'data')
  const asUser = { ...user, cwd: folder }
  const settings = ['-A', method, '-U', 'tenfold', `--pwfile=${password}`, '-E', 'UTF8', '--no-sync']
  await run(join(programs, 'initdb'), ['-D', data, ...settings], asUser)

  const port = await freePort()
  const url = `postgres://tenfold:${OWN_PASSWORD}@127.0.0.1:${port}/postgres`
  let child: ChildProcess | null = null
  const stop = async (): Promise<void> => {
    const ending = child
    child = null
    if (!ending) return
    const ended = new Promise((resolve) => ending.once('close', resolve))
    ending.kill('SIGQUIT')
    await ended
  }
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F']
    const starting = spawn(join(programs, 'postgres'), args, {
      ...asUser,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = starting
    let said = ''
    await new Promise<void>((resolve, reject) => {
      starting.stderr.on('data', (chunk) => {
        said += String(chunk)
        if (said.includes('is ready to accept connections')) resolve()
      })
      starting.once('close', () => reject(new Error(`PostgreSQL ended: ${said}`)))
    })
  }
  await start()
  return {
    url,
    start,
    stop,
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a PostgreSQL there accepts a user who may create databases; otherwise the reason. */
export async function refusalOf(url: string): Promise<string | null> {
  try {
    const { rows } = await withClient({ connectionString: url, connectionTimeoutMillis: 2_000 }, (client) =>
      client.query<{ may: boolean }>(
        'select rolsuper or rolcreatedb as may from pg_roles where rolname = user',
      ),
    )
    return rows[0]?.may === true ? null : 'its user may not make databases'
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return message || String(code)
  }
}
