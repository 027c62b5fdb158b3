import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from './schema.ts'

const ENGINES: Readonly<Record<Dialect, Omit<KyselyDialect, 'createDriver'>>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

type Execute = (query: CompiledQuery) => Promise<QueryResult<never>>

/** Sends all queries to one connection. Its transactions are begun and ended elsewhere. */
class BoundDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(execute: Execute) {
    this.#connection = {
      executeQuery: (query) => execute(query),
      streamQuery: () => {
        throw new Error('queries are not streamed')
      },
    }
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async beginTransaction(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

/** A query builder whose queries run through `execute`, in the order in which they were started. */
export function boundKysely(dialect: Dialect, execute: Execute): Kysely<Tables> {
  const engine: KyselyDialect = { ...ENGINES[dialect], createDriver: () => new BoundDriver(execute) }
  return new Kysely<Tables>({ dialect: engine })
}
