import { setTimeout as pause } from 'node:timers/promises'
import { type Client, Pool } from 'pg'
import { StorageAway, StorageHeld } from '../../http/errors.ts'
import type { Database, Job } from '../database.ts'
import { MIGRATIONS } from '../sql/migrations/all.ts'
import type { Migration } from '../sql/migrations/migration.ts'
import { writeProbe } from '../sql/write-probe.ts'
import { DatabaseUrlError, gaveWay, isAway, isClash, isStale } from './failures.ts'
import { migratePostgres } from './migrate.ts'
import { vacuum } from './scrub.ts'
import { Session, clientConfig, withClient } from './session.ts'
import { Turns } from './turns.ts'

export const MAX_CONNECTIONS = 10
/** Jobs that wait at most, as in the embedded database. */
export const MAX_WAITING = 10_000
const LONGEST_WAIT_MS = 10_000
const STATEMENT_MS = 10_000
/** Migrating, waiting for another process that migrates, and vacuuming take as long as the tables are large. */
const LONG_STATEMENT_MS = 600_000
/** More than there are connections, all of which a newer version's migration may have made stale. */
const MAX_RUNS = MAX_CONNECTIONS + 2
const LONGEST_PAUSE_MS = 100

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`; the database exists, its tables are made when missing. */
  readonly url: string
  /** The migrations to know; those of this version unless a test says otherwise. */
  readonly migrations?: readonly Migration[]
  /** How long a statement may take before the caller is told to come again. */
  readonly statementMs?: number
  /** Told when the engine stops working, with the cause, and when it works again. */
  readonly onAway?: (error: unknown) => void
  readonly onBack?: () => void
  /** Told of each committed transaction. */
  readonly onBatch?: (jobs: number, seconds: number) => void
}

const PROBE = writeProbe('postgres')

/** Migrates the database. Throws DatabaseUrlError, whose message names the address without its password. */
async function prepare(url: string, migrations: readonly Migration[]): Promise<void> {
  try {
    await withClient(clientConfig(url, LONG_STATEMENT_MS), (client) =>
      migratePostgres(client, migrations, Date.now()),
    )
  } catch (error) {
    throw new DatabaseUrlError(url, error)
  }
}

/**
 * Statements a child waits for find a few rows by a key: a plan is made once for a connection, and compiling it would take longer
 * than running it. Nobody waits long for a row that somebody else holds: whoever comes next would wait as well.
 */
const SHORT_STATEMENTS = ['plan_cache_mode=force_generic_plan', 'jit=off', 'lock_timeout=3000']
  .map((setting) => `-c ${setting}`)
  .join(' ')

function openPool(url: string, statementMs: number, options?: string): Pool {
  const pool = new Pool({ ...clientConfig(url, statementMs), options, max: MAX_CONNECTIONS })
  // A connection that breaks tells whoever uses it, and the pool makes another. Unheard, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function connect(pool: Pool): Promise<Session> {
  try {
    return new Session(await pool.connect())
  } catch (error) {
    throw new StorageAway({ cause: error })
  }
}

/** Runs a job in a transaction of its own. */
async function inTransaction<T>(
  pool: Pool,
  job: Job<T>,
  begin = (session: Session): void => session.begin(),
): Promise<T> {
  const session = await connect(pool)
  try {
    begin(session)
    const value = await job(session)
    await session.commit()
    return value
  } catch (error) {
    await session.rollBack()
    throw error
  } finally {
    session.release()
  }
}

async function onSession<T>(pool: Pool, job: Job<T>): Promise<T> {
  const session = await connect(pool)
  try {
    return await job(session)
  } finally {
    session.release()
  }
}

/** Reads as of one moment, on a connection of its own that waits longer than the pool's. */
async function inSnapshot<T>(url: string, job: Job<T>): Promise<T> {
  const pool = openPool(url, LONG_STATEMENT_MS)
  try {
    return await inTransaction(pool, job, (session) => session.beginSnapshot())
  } finally {
    await pool.end()
  }
}

/** Runs a job again, a little later, for as long as others may be the reason that it fails. */
async function untilThrough<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run()
    } catch (error) {
      const mayHelp = isClash(error) || isStale(error)
      if (!mayHelp) throw error
      if (runs === MAX_RUNS) throw gaveWay(error) ? new StorageAway({ cause: error }) : error
    }
    // Two that clashed do not come back at the same time.
    await pause(Math.random() * Math.min(2 ** runs, LONGEST_PAUSE_MS))
  }
}

/**
 * Opens a PostgreSQL database that other processes may use at the same time, migrating it as needed.
 * Throws DatabaseUrlError, whose message names the address, without its password, and the reason.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, statementMs = STATEMENT_MS } = options
  await prepare(url, options.migrations ?? MIGRATIONS)
  const pool = openPool(url, statementMs, SHORT_STATEMENTS)
  const turns = new Turns({
    atOnce: MAX_CONNECTIONS,
    mostWaiting: MAX_WAITING,
    longestWaitMs: LONGEST_WAIT_MS,
  })
  let working = true
  let closed: Promise<void> | null = null

  const failed = (error: unknown): void => {
    if (working) options.onAway?.(error)
    working = false
  }
  const works = (): void => {
    if (!working) options.onBack?.()
    working = true
  }
  const take = <T>(run: () => Promise<T>): Promise<T> =>
    turns.take(async () => {
      try {
        return await untilThrough(run)
      } catch (error) {
        const isOurs = error instanceof StorageHeld || (error instanceof StorageAway && gaveWay(error.cause))
        if (error instanceof StorageAway && !isOurs) failed(error.cause)
        throw error
      }
    })
  const write = <T>(job: Job<T>): Promise<T> =>
    take(async () => {
      const startedAt = performance.now()
      const value = await inTransaction(pool, job)
      works()
      options.onBatch?.(1, (performance.now() - startedAt) / 1000)
      return value
    })

  return {
    dialect: 'postgres',
    read: (job) => take(() => onSession(pool, job)),
    view: (job) => take(() => inTransaction(pool, job, (session) => session.beginSnapshot())),
    snapshot: (job) => inSnapshot(url, job),
    write,
    check: async () => {
      await write((transaction) => transaction.run(PROBE, { atMs: Date.now() }))
    },
    scrub: async () => {
      try {
        return await withClient(clientConfig(url, LONG_STATEMENT_MS), vacuum)
      } catch (error) {
        if (!isAway(error)) throw error
        failed(error)
        throw new StorageAway({ cause: error })
      }
    },
    alone: async (name, work) => {
      let isOfWork = false
      const watched = (): ReturnType<typeof work> =>
        work().catch((error: unknown) => {
          isOfWork = true
          throw error
        })
      try {
        return await withClient(clientConfig(url, statementMs), (client) =>
          whileLocked(client, name, watched),
        )
      } catch (error) {
        if (isOfWork || !isAway(error)) throw error
        failed(error)
        throw new StorageAway({ cause: error })
      }
    },
    close: () => {
      closed ??= turns.idle().then(() => pool.end())
      return closed
    },
  }
}

/** The first number of every lock of work that one process does at a time; the bytes of `work`. */
const WORK_LOCK = 0x776f726b

/** Does the work while nobody else holds the lock of this name; null where somebody does. The lock ends with the connection at the latest. */
async function whileLocked<T>(client: Client, name: string, work: () => Promise<T>): Promise<T | null> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [WORK_LOCK, name],
  )
  if (rows[0]?.locked !== true) return null
  return work()
}
