import { sql, type AliasedRawBuilder, type InsertQueryBuilder, type InsertResult, type SqlBool } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from './schema.ts'
import { queryBuilder, type SqlValue } from './statement.ts'

type Kind = 'integer' | 'text'
type Columns = Readonly<Record<string, Kind>>
type ColumnsOf<T extends keyof Tables> = Readonly<Partial<Record<keyof Tables[T] & string, Kind>>>

type SentRow<C extends Columns> = { readonly [K in keyof C]: C[K] extends 'integer' ? number : string }

/**
 * Turns a JSON parameter (from `toJson`) into a table named `sent`, so that one prepared statement takes any number of rows.
 * Column names are not escaped; they must never come from users.
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

/** Serializes rows for `jsonRows`. */
export function toJson(rows: readonly Readonly<Record<string, SqlValue>>[]): string {
  return JSON.stringify(rows)
}

/** Needed after `select ... from` in an upsert: SQLite would otherwise parse `on conflict` as a join condition. */
export const everyRow = sql<boolean>`true`

export const columnsOf = <C extends object>(columns: C) => Object.keys(columns) as (keyof C & string)[]

/** Whether the row matches one of the sent rows in these columns. `own` gives their names in the row if those differ. */
export function isSent(dialect: Dialect, json: string, columns: Columns, own = Object.keys(columns)) {
  const sent = Object.keys(columns).map((name) => sql.ref(`sent.${name}`))
  const [left, right] = [sql.join(own.map((name) => sql.ref(name))), sql.join(sent)]
  return sql<SqlBool>`(${left}) in (select ${right} from ${jsonRows(dialect, json, columns)})`
}

/** Inserts the sent rows. May be followed by `onConflict`. */
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

/** For upserts: replaces the old values with the new ones. */
export function replacing<C extends string>(columns: readonly C[]): ExcludedRefs<C> {
  return Object.fromEntries(
    columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]),
  ) as ExcludedRefs<C>
}

/** For upserts: adds the new values to the old ones. */
export function adding<C extends string>(table: string, columns: readonly C[]): ExcludedRefs<C> {
  const sum = (column: string) =>
    sql<never>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  return Object.fromEntries(columns.map((column) => [column, sum(column)])) as ExcludedRefs<C>
}
