import { sql, type AliasedRawBuilder, type InsertQueryBuilder, type InsertResult, type SqlBool } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from './schema.ts'
import { queryBuilder, type SqlValue } from './statement.ts'

type Kind = 'integer' | 'text'
type Columns = Readonly<Record<string, Kind>>
type ColumnsOf<T extends keyof Tables> = Readonly<Partial<Record<keyof Tables[T] & string, Kind>>>

/** A row of these columns. */
export type SentRow<C extends Columns> = { readonly [K in keyof C]: C[K] extends 'integer' ? number : string }

/**
 * Rows that travel as one text, as a table named `sent`: a statement that is planned once takes any number of them.
 * `json` is a placeholder for what `toJson` makes. Column names are ours, never a visitor's.
 */
export function jsonRows<const C extends Columns>(
  dialect: Dialect,
  json: string,
  columns: C,
): AliasedRawBuilder<SentRow<C>, 'sent'> {
  const names = Object.entries(columns)
  if (dialect === 'postgres') {
    const list = names.map(([name, kind]) => `${name} ${kind === 'integer' ? 'bigint' : 'text'}`).join(', ')
    return sql<SentRow<C>>`(select * from json_to_recordset(${json}::json) as x (${sql.raw(list)}))`.as(
      'sent',
    )
  }
  const list = names.map(([name]) => `value ->> '${name}' as ${name}`).join(', ')
  return sql<SentRow<C>>`(select ${sql.raw(list)} from json_each(${json}))`.as('sent')
}

/** What `jsonRows` reads. */
export function toJson(rows: readonly Readonly<Record<string, SqlValue>>[]): string {
  return JSON.stringify(rows)
}

/** Stands after the rows of an insert that may meet a conflict: SQLite would else take `on` for a join's. */
export const everyRow = sql<boolean>`true`

export const columnsOf = <C extends object>(columns: C) => Object.keys(columns) as (keyof C & string)[]

/** Whether a row's values of these columns are among the rows that were sent; `own` are their names in the row, where they differ. */
export function isSent(dialect: Dialect, json: string, columns: Columns, own = Object.keys(columns)) {
  const sent = Object.keys(columns).map((name) => sql.ref(`sent.${name}`))
  const [left, right] = [sql.join(own.map((name) => sql.ref(name))), sql.join(sent)]
  return sql<SqlBool>`(${left}) in (select ${right} from ${jsonRows(dialect, json, columns)})`
}

/** Inserts the rows that were sent; a conflict may follow. */
export function insertSent<T extends keyof Tables & string>(
  dialect: Dialect,
  table: T,
  json: string,
  columns: ColumnsOf<T>,
): InsertQueryBuilder<Tables, T, InsertResult> {
  const names = columnsOf(columns)
  const sent = sql.join(names.map((name) => sql.ref(`sent.${name}`)))
  return queryBuilder(dialect)
    .insertInto(table)
    .columns(names)
    .expression(sql`select ${sent} from ${jsonRows(dialect, json, columns as Columns)} where ${everyRow}`)
}

type ExcludedRefs<C extends string> = Record<C, ReturnType<typeof sql.ref<never>>>

/** For an insert that meets a conflict: puts the new values in place of the old ones. */
export function replacing<C extends string>(columns: readonly C[]): ExcludedRefs<C> {
  return Object.fromEntries(
    columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]),
  ) as ExcludedRefs<C>
}

/** For an insert that meets a conflict: adds the new values to the old ones. */
export function adding<C extends string>(table: string, columns: readonly C[]): ExcludedRefs<C> {
  const sum = (column: string) =>
    sql<never>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  return Object.fromEntries(columns.map((column) => [column, sum(column)])) as ExcludedRefs<C>
}
