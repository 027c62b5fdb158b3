import { setTimeout as pause } from 'node:timers/promises'
import { type Client, Pool } from 'pg'
import { StorageUnavailable, LockTimeout } from '../../http/errors.ts'
import type { Database, Job } from '../database.ts'
import { MIGRATIONS } from '../sql/migrations/all.ts'
import type { Migration } from '../sql/migrations/migration.ts'
import { probe } from '../sql/probe.ts'
import { DatabaseUrlError, isTransientConflict, isUnreachable, isConflict, hasStalePlan } from './failures.ts'
import { migratePostgres } from './migrate.ts'
import { vacuumDeletedRows } from './vacuum.ts'
import { Session, clientConfig, withClient } from './session.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

export const MAX_CONNECTIONS = 10
/** As in the embedded database. */
export const MAX_WAITING = 10_000
const MAX_WAIT_MS = 10_000
const STATEMENT_MS = 10_000
/** Migrating, waiting for another process to migrate, and vacuuming take longer the larger the tables are. */
const LONG_STATEMENT_MS = 600_000
/** More than there are connections: a newer version's migration may have made all their prepared statements stale. */
const MAX_ATTEMPTS = MAX_CONNECTIONS + 2
const MAX_BACKOFF_MS = 100

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`. The database must exist; missing tables are created. */
  readonly url: string
  /** For tests; all migrations by default. */
  readonly migrations?: readonly Migration[]
  /** Statement timeout. */
  readonly statementMs?: number
  /** Called once when the engine becomes unavailable, and again when it recovers. */
  readonly onUnavailable?: (error: unknown) => void
  readonly onBack?: () => void
  /** Called after each committed transaction. */
  readonly onBatch?: (jobs: number, seconds: number) => void
}

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
 * Statements that users wait for read a few rows by key: each connection plans them once, and JIT compilation would take longer
 * than running them. The lock timeout is short because waiting jobs occupy connections.
 */
const SHORT_STATEMENTS = ['plan_cache_mode=force_generic_plan', 'jit=off', 'lock_timeout=3000']
  .map((setting) => `-c ${setting}`)
  .join(' ')

function openPool(url: string, statementMs: number, options?: string): Pool {
  const pool = new Pool({ ...clientConfig(url, statementMs), options, max: MAX_CONNECTIONS })
  // Without listeners, a broken connection would end the process. Its user gets the error anyway, and the pool replaces it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function connect(pool: Pool): Promise<Session> {
  try {
    return new Session(await pool.connect())
  } catch (error) {
    throw new StorageUnavailable({ cause: error })
  }
}

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

/** Retries a job with backoff while concurrent writers may be the reason it fails. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await run()
    } catch (error) {
      const mayHelp = isConflict(error) || hasStalePlan(error)
      if (!mayHelp) throw error
      if (attempts === MAX_ATTEMPTS)
        throw isTransientConflict(error) ? new StorageUnavailable({ cause: error }) : error
    }
    // Jitter keeps conflicting jobs from retrying at the same time.
    await pause(Math.random() * Math.min(2 ** attempts, MAX_BACKOFF_MS))
  }
}

/** Opens a PostgreSQL database, which other processes may use too; migrates it if necessary. Throws DatabaseUrlError. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, statementMs = STATEMENT_MS } = options
  await prepare(url, options.migrations ?? MIGRATIONS)
  const pool = openPool(url, statementMs, SHORT_STATEMENTS)
  const limit = new ConcurrencyLimit({
    maxRunning: MAX_CONNECTIONS,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  })
  let isAvailable = true
  let closed: Promise<void> | null = null

  const failed = (error: unknown): void => {
    if (isAvailable) options.onUnavailable?.(error)
    isAvailable = false
  }
  const markAvailable = (): void => {
    if (!isAvailable) options.onBack?.()
    isAvailable = true
  }
  const limited = <T>(run: () => Promise<T>): Promise<T> =>
    limit.run(async () => {
      try {
        return await withRetries(run)
      } catch (error) {
        const isContention =
          error instanceof LockTimeout ||
          (error instanceof StorageUnavailable && isTransientConflict(error.cause))
        if (error instanceof StorageUnavailable && !isContention) failed(error.cause)
        throw error
      }
    })
  const write = <T>(job: Job<T>): Promise<T> =>
    limited(async () => {
      const startedAt = performance.now()
      const value = await inTransaction(pool, job)
      markAvailable()
      options.onBatch?.(1, (performance.now() - startedAt) / 1000)
      return value
    })

  return {
    dialect: 'postgres',
    read: (job) => limited(() => onSession(pool, job)),
    view: (job) => limited(() => inTransaction(pool, job, (session) => session.beginSnapshot())),
    write,
    check: () => write(probe),
    scrub: async () => {
      try {
        return await withClient(clientConfig(url, LONG_STATEMENT_MS), vacuumDeletedRows)
      } catch (error) {
        if (!isUnreachable(error)) throw error
        failed(error)
        throw new StorageUnavailable({ cause: error })
      }
    },
    tryWithLock: async (name, work) => {
      let isFromWork = false
      const watched = (): ReturnType<typeof work> =>
        work().catch((error: unknown) => {
          isFromWork = true
          throw error
        })
      try {
        return await withClient(clientConfig(url, statementMs), (client) =>
          whileLocked(client, name, watched),
        )
      } catch (error) {
        if (isFromWork || !isUnreachable(error)) throw error
        failed(error)
        throw new StorageUnavailable({ cause: error })
      }
    },
    close: () => {
      closed ??= limit.idle().then(() => pool.end())
      return closed
    },
  }
}

/** The first key of the advisory locks of `tryWithLock`: the bytes of `work`. */
const WORK_LOCK = 0x776f726b

/** Runs `work` while holding an advisory lock; null if another process holds it. Closing the connection releases the lock. */
async function whileLocked<T>(client: Client, name: string, work: () => Promise<T>): Promise<T | null> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [WORK_LOCK, name],
  )
  if (rows[0]?.locked !== true) return null
  return work()
}
