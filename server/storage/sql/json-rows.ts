import { sql, type AliasedRawBuilder } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { SqlValue } from './statement.ts'

type Kind = 'integer' | 'text'
type Columns = Readonly<Record<string, Kind>>

/** A row of these columns. */
type RowOf<C extends Columns> = { readonly [K in keyof C]: C[K] extends 'integer' ? number : string }

/**
 * Rows that travel as one text, as a table named `sent`: a statement that is planned once takes any number of them.
 * `json` is a placeholder for what `toJson` makes. Column names are ours, never a visitor's.
 */
export function jsonRows<const C extends Columns>(
  dialect: Dialect,
  json: string,
  columns: C,
): AliasedRawBuilder<RowOf<C>, 'sent'> {
  const names = Object.entries(columns)
  if (dialect === 'postgres') {
    const list = names.map(([name, kind]) => `${name} ${kind === 'integer' ? 'bigint' : 'text'}`).join(', ')
    return sql<RowOf<C>>`(select * from json_to_recordset(${json}::json) as x (${sql.raw(list)}))`.as('sent')
  }
  const list = names.map(([name]) => `value ->> '${name}' as ${name}`).join(', ')
  return sql<RowOf<C>>`(select ${sql.raw(list)} from json_each(${json}))`.as('sent')
}

/** What `jsonRows` reads. */
export function toJson(rows: readonly Readonly<Record<string, SqlValue>>[]): string {
  return JSON.stringify(rows)
}

/** Stands after the rows of an insert that may meet a conflict: SQLite would else take `on` for a join's. */
export const everyRow = sql<boolean>`true`
