import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type Dialect as KyselyDialect,
} from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from './schema.ts'

/** Only integers and text, which all engines store alike. Times are epoch milliseconds. */
export type SqlValue = number | string | null

export type Values = Readonly<Record<string, SqlValue>>

/** A compiled query. */
export type Statement<P extends Values, Row> = {
  readonly sql: string
  /** Returns the placeholders' values, in order. */
  bind(values: P): SqlValue[]
  /** Never set; carries the type of a result row. */
  readonly row?: Row
}

/** Marks where a value is bound when the query runs. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export const ENGINES: Readonly<Record<Dialect, KyselyDialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

/** A typed query builder that only compiles queries. They run through the Database port. */
export function queryBuilder(dialect: Dialect): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: ENGINES[dialect] })
}

/** Compiles a query. Each property of `build`'s argument is a placeholder with the type of its value. Constants are allowed too. */
export function statement<P extends Values>() {
  return <Row>(build: (values: P) => Compilable<Row>): Statement<P, Row> => {
    // The query builder passes parameters through unchanged.
    const placeholders = new Proxy({} as P, {
      get: (_target, name) => new Placeholder(String(name)),
    })
    const { sql, parameters } = build(placeholders).compile()
    const slots = parameters.map((parameter) =>
      parameter instanceof Placeholder ? { name: parameter.name } : { constant: parameter as SqlValue },
    )
    return {
      sql,
      bind: (values) => slots.map((slot) => ('name' in slot ? (values[slot.name] ?? null) : slot.constant)),
    }
  }
}
