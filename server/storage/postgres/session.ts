import { createHash } from 'node:crypto'
import { Client, types, type ClientConfig, type PoolClient, type QueryResult } from 'pg'
import { StorageUnavailable, LockTimeout } from '../../http/errors.ts'
import type { SqlValue, Transaction } from '../database.ts'
import { boundKysely } from '../sql/bound-kysely.ts'
import { isUnreachable, isInFailedTransaction, isLockTimeout, hasStalePlan } from './failures.ts'

const CONNECT_MS = 3_000
/** PostgreSQL ends an idle transaction after this, which releases its locks if the process hangs. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** The client's statement timeout is this much longer than the server's; it applies if the server has vanished. */
const GRACE_MS = 2_000

/** By default, pg returns these as text because they may exceed safe integers. Tenfold's never do. */
const NUMERIC_TYPES: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  NUMERIC_TYPES.includes(oid) && format !== 'binary' ? Number : types.getTypeParser(oid, format as 'text')

/** The configuration of every connection. `statementMs` is the statement timeout. */
export function clientConfig(url: string, statementMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: 'tenfold',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    // Sends statements without waiting for the responses to earlier ones.
    pipeline: true,
    types: { getTypeParser },
  }
}

/** Runs `work` on a separate connection outside the pool. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  // Without a listener, a broken connection would end the process; the statement in flight fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The names of each connection's prepared statements. */
const preparedOn = new WeakMap<PoolClient, Set<string>>()

const names = new Map<string, string>()

/** A statement name derived from the SQL, so that each connection plans it once. */
function nameOf(sql: string): string {
  const cached = names.get(sql)
  if (cached !== undefined) return cached
  const name = `tenfold_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
  names.set(sql, name)
  return name
}

/** A pool connection while one job uses it. Throws StorageUnavailable or PostgreSQL's error. */
export class Session implements Transaction {
  readonly dialect = 'postgres'
  readonly db = boundKysely(this.dialect, async ({ sql, parameters }) => {
    const { rows, rowCount } = await this.#prepared(sql, parameters as SqlValue[])
    return { rows: rows as never[], numAffectedRows: BigInt(rowCount ?? 0) }
  })
  readonly #client: PoolClient
  #firstError: unknown = null
  /** Whether the connection must be closed rather than returned to the pool. */
  #broken = false
  /** Results that nothing has awaited yet. */
  #deferred: Promise<unknown>[] = []
  /** Statements being prepared. Sending one again under its name would prepare it twice. */
  readonly #preparing = new Set<string>()

  readonly #names: Set<string>

  constructor(client: PoolClient) {
    this.#client = client
    this.#names = preparedOn.get(client) ?? new Set()
    preparedOn.set(client, this.#names)
  }

  /** Begins a transaction at read committed: each statement sees what was committed before it started. */
  begin(): void {
    this.#defer(this.#query('begin isolation level read committed'))
  }

  /** Begins a read-only transaction that sees one snapshot, taken when its first statement starts. */
  beginSnapshot(): void {
    this.#defer(this.#query('begin isolation level repeatable read read only'))
  }

  /** Resolves when the changes are durable. */
  async commit(): Promise<void> {
    const committed = this.#query('commit')
    const [{ command }] = await Promise.all([committed, ...this.#deferred])
    // If the job ignored an error, PostgreSQL answers COMMIT with a rollback rather than an error.
    if (command !== 'COMMIT') throw this.#firstError
  }

  /** Rolls back the open transaction. Closing a broken connection does so too. */
  async rollBack(): Promise<void> {
    if (this.#broken) return
    await this.#query('rollback').catch(() => undefined)
  }

  /** Returns the connection to the pool, or closes it if it is broken. */
  release(): void {
    this.#client.release(this.#broken)
  }

  /** Leaves a result to be awaited, and its failure reported, by `commit`. */
  #defer(result: Promise<unknown>): void {
    result.catch(() => undefined)
    this.#deferred.push(result)
  }

  /** Runs a statement, which each connection plans once. */
  async #prepared(text: string, values: SqlValue[]): Promise<QueryResult> {
    const name = nameOf(text)
    if (this.#names.has(name)) return this.#query({ name, text, values })
    if (this.#preparing.has(name)) return this.#query({ text, values })
    this.#preparing.add(name)
    try {
      const result = await this.#query({ name, text, values })
      this.#names.add(name)
      return result
    } finally {
      this.#preparing.delete(name)
    }
  }

  async #query(query: string | { name?: string; text: string; values: unknown[] }): Promise<QueryResult> {
    try {
      return await this.#client.query(query as string)
    } catch (error) {
      this.#firstError ??= error
      const cause = isInFailedTransaction(error) ? this.#firstError : error
      // Closes even a live connection: after a failover, a new one may reach the server that accepts writes.
      this.#broken ||= (isUnreachable(cause) && !isLockTimeout(cause)) || hasStalePlan(cause)
      if (isLockTimeout(cause)) throw new LockTimeout({ cause })
      throw isUnreachable(cause) ? new StorageUnavailable({ cause }) : cause
    }
  }
}
