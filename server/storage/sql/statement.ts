import {
  sql,
  type SqlBool,
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

/** Integers, text and nothing else, so that every engine stores the same (times are epoch milliseconds). */
export type SqlValue = number | string | null

export type Values = Readonly<Record<string, SqlValue>>

/** A query compiled once: its SQL, and where each placeholder's value comes from. */
export type Statement<P extends Values, Row> = {
  readonly sql: string
  /** The values of the placeholders in order. */
  bind(values: P): SqlValue[]
  /** Only a type: what a row of the answer looks like. */
  readonly row?: Row
}

/** What a row of a statement's answer looks like. */
export type RowOf<S extends { readonly row?: unknown }> = NonNullable<S['row']>

/** Stands in a query where a value will stand when it runs. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const ENGINES: Readonly<Record<Dialect, KyselyDialect>> = {
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

/** A typed query builder that only compiles; the Database port runs what it makes. */
export function queryBuilder(dialect: Dialect): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: ENGINES[dialect] })
}

/** Statements that are built at their first use, once for each dialect: many stores need the same, and building one takes Kysely a while. */
export function perDialect<T>(build: (dialect: Dialect) => T): (dialect: Dialect) => T {
  const built = new Map<Dialect, T>()
  return (dialect) => {
    const known = built.get(dialect) ?? build(dialect)
    built.set(dialect, known)
    return known
  }
}

/**
 * Compiles a query once. `build` gets an object whose every property is a placeholder typed as its value will
 * be; constants may stand in the query too.
 */
export function statement<P extends Values>() {
  return <Row>(build: (values: P) => Compilable<Row>): Statement<P, Row> => {
    // The proxy's properties only travel through the builder, which keeps a value as it gets it.
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

/** Deletes the rows of a table whose `column` has the value that is bound under `name`. */
export function deletion<Name extends string>(
  dialect: Dialect,
  table: keyof Tables,
  column: string,
  name: Name,
): Statement<Record<Name, SqlValue>, unknown> {
  return statement<Record<Name, SqlValue>>()((values) =>
    queryBuilder(dialect)
      .deleteFrom(table)
      .where(sql<SqlBool>`${sql.ref(column)} = ${values[name]}`),
  )
}
