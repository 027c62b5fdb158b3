import { createHash } from 'node:crypto'
import { Client, types, type ClientConfig, type PoolClient, type QueryResult } from 'pg'
import { StorageAway, StorageHeld } from '../../http/errors.ts'
import type { Transaction } from '../database.ts'
import type { Statement, Values } from '../sql/statement.ts'
import { isAway, isEcho, isHeld, isStale } from './failures.ts'

/** How long a connection may take to come about. */
const CONNECT_MS = 3_000
/** A transaction that its process left open is ended after this, so that its locks hold nobody up for longer. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** How much later than the server the client gives a statement up; a server that has vanished does not answer. */
const GRACE_MS = 2_000

/** Counts and sums come as text unless asked for: they may be longer than a number is exact. Tenfold's never are. */
const NUMBERS: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  NUMBERS.includes(oid) && format !== 'binary' ? Number : types.getTypeParser(oid, format as 'text')

/** How every connection is made. A statement that takes longer than `statementMs` is given up. */
export function clientConfig(url: string, statementMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: 'tenfold',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    // Statements that do not wait for one another travel together.
    pipeline: true,
    types: { getTypeParser },
  }
}

/** Runs `work` on a connection of its own, beside the pool. Throws what the connection throws. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  // Without a listener, a connection that breaks would end the process; the statement under way fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What each connection has prepared: only that may be sent again before it is answered. */
const preparedOn = new WeakMap<PoolClient, Set<string>>()

const names = new Map<string, string>()

/** A name that stands for this SQL on every connection, so that each plans it once. */
function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = `tenfold_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
  names.set(sql, name)
  return name
}

/** A connection of the pool while one job has it. What it throws is StorageAway, or PostgreSQL's complaint. */
export class Session implements Transaction {
  readonly #client: PoolClient
  #complaint: unknown = null
  #spoiled = false
  /** What was sent without waiting for its answer. */
  #sent: Promise<unknown>[] = []
  /** Statements that may not be prepared yet: sent again by their names, they would be prepared twice. */
  readonly #unanswered = new Set<string>()

  readonly #prepared: Set<string>

  constructor(client: PoolClient) {
    this.#client = client
    this.#prepared = preparedOn.get(client) ?? new Set()
    preparedOn.set(client, this.#prepared)
  }

  async first<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }

  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    return (await this.#run(statement, values)).rows as Row[]
  }

  async run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<number> {
    return (await this.#run(statement, values)).rowCount ?? 0
  }

  send<P extends Values>(statement: Statement<P, unknown>, values: P): void {
    this.#later(this.#run(statement, values))
  }

  /** Opens a transaction: each of its statements sees what is committed when it begins. */
  begin(): void {
    this.#later(this.#ask('begin isolation level read committed'))
  }

  /** Opens a transaction that sees what was committed when its first statement began, and writes nothing. */
  beginSnapshot(): void {
    this.#later(this.#ask('begin isolation level repeatable read read only'))
  }

  /** Resolves when the changes are durable. */
  async commit(): Promise<void> {
    const committed = this.#ask('commit')
    const [{ command }] = await Promise.all([committed, ...this.#sent])
    // After a complaint that the job has swallowed, PostgreSQL rolls back and calls that no error.
    if (command !== 'COMMIT') throw this.#complaint
  }

  /** Undoes the open transaction; what cannot be undone goes with its connection. */
  async rollBack(): Promise<void> {
    if (this.#spoiled) return
    await this.#ask('rollback').catch(() => undefined)
  }

  /** Gives the connection back, or closes it when it may not work any more. */
  release(): void {
    this.#client.release(this.#spoiled)
  }

  /** Keeps an answer for the commit; until then its failure is nobody's. */
  #later(answer: Promise<unknown>): void {
    answer.catch(() => undefined)
    this.#sent.push(answer)
  }

  async #run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<QueryResult> {
    const name = nameOf(statement.sql)
    const query = { text: statement.sql, values: statement.bind(values) }
    if (this.#prepared.has(name)) return this.#ask({ name, ...query })
    if (this.#unanswered.has(name)) return this.#ask(query)
    this.#unanswered.add(name)
    try {
      const answer = await this.#ask({ name, ...query })
      this.#prepared.add(name)
      return answer
    } finally {
      this.#unanswered.delete(name)
    }
  }

  async #ask(query: string | { name?: string; text: string; values: unknown[] }): Promise<QueryResult> {
    try {
      return await this.#client.query(query as string)
    } catch (error) {
      this.#complaint ??= error
      const cause = isEcho(error) ? this.#complaint : error
      // Also one that lives: after a failover the next connection may lead to the server that can be written.
      this.#spoiled ||= (isAway(cause) && !isHeld(cause)) || isStale(cause)
      if (isHeld(cause)) throw new StorageHeld({ cause })
      throw isAway(cause) ? new StorageAway({ cause }) : cause
    }
  }
}
