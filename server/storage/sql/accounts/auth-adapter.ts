import { createAdapterFactory, type CleanedWhere } from 'better-auth/adapters'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { deviceOf } from '../../../account/device.ts'
import { hashOfSecret } from '../../../account/token-hash.ts'
import type { AuthDatabase } from '../../../account/port.ts'
import type { Database, SqlValue, Transaction } from '../../database.ts'

type Row = Record<string, SqlValue>
type AnyTables = Record<string, Row>

/**
 * The columns that are stored. Omits pictures, OAuth tokens, and sessions' IP addresses and user agents, of which only the kind of
 * browser is stored (device.ts).
 */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  user: [
    'id',
    'name',
    'email',
    'email_verified',
    'role',
    'two_factor_enabled',
    'created_at_ms',
    'updated_at_ms',
  ],
  session: ['id', 'token', 'user_id', 'device', 'expires_at_ms', 'created_at_ms', 'updated_at_ms'],
  account: ['id', 'account_id', 'provider_id', 'user_id', 'password', 'created_at_ms', 'updated_at_ms'],
  verification: ['id', 'identifier', 'value', 'expires_at_ms', 'created_at_ms', 'updated_at_ms'],
  passkey: ['id', 'user_id', 'name', 'credential_id', 'public_key', 'counter', 'transports', 'created_at_ms'],
  second_factor: ['id', 'user_id', 'secret', 'backup_codes', 'verified'],
}

const COMPARISONS = { eq: '=', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function isComparison(operator: string): operator is keyof typeof COMPARISONS {
  return operator in COMPARISONS
}

function conditionOf(
  eb: ExpressionBuilder<AnyTables, string>,
  { field, operator = 'eq', value, mode }: CleanedWhere,
): Expression<SqlBool> {
  if (mode === 'insensitive') throw new Error(`case-insensitive comparison of ${field} is not supported`)
  if (value === null) return eb(field, operator === 'ne' ? 'is not' : 'is', null)
  if (operator === 'in' || operator === 'not_in') {
    const list = (Array.isArray(value) ? value : [value]) as SqlValue[]
    if (list.length === 0) return eb.lit(operator === 'not_in')
    return eb(field, operator === 'in' ? 'in' : 'not in', list)
  }
  if (!isComparison(operator)) throw new Error(`operator ${operator} is not supported`)
  return eb(field, COMPARISONS[operator], (value ?? null) as SqlValue)
}

function allOf(where: readonly CleanedWhere[]) {
  return (eb: ExpressionBuilder<AnyTables, string>): Expression<SqlBool> => {
    const alternatives = where.filter(({ connector }) => connector === 'OR')
    const needed = where.filter(({ connector }) => connector !== 'OR').map((one) => conditionOf(eb, one))
    if (alternatives.length === 0) return eb.and(needed)
    return eb.and([...needed, eb.or(alternatives.map((one) => conditionOf(eb, one)))])
  }
}

/** Replaces session tokens by their hashes in conditions. `restored` puts the token back into a result row. */
function withHashedTokens(model: string, where: readonly CleanedWhere[]) {
  const tokens = new Map<unknown, string>()
  const hashed = (token: unknown): string => {
    const hash = hashOfSecret(String(token))
    tokens.set(hash, String(token))
    return hash
  }
  const conditions = where.map((condition): CleanedWhere => {
    if (model !== 'session' || condition.field !== 'token') return condition
    const { value } = condition
    return { ...condition, value: Array.isArray(value) ? value.map(hashed) : hashed(value) }
  })
  const restored = (row: Row): Row => {
    const token = tokens.get(row['token'])
    return token === undefined ? { ...row } : { ...row, token }
  }
  return { conditions, restored }
}

function ofSession(column: string, value: unknown): SqlValue {
  if (column === 'token') return hashOfSecret(String(value))
  return column === 'device' ? deviceOf(String(value ?? '')) : (value as SqlValue)
}

function storedRow(model: string, data: Readonly<Record<string, unknown>>): Row {
  const row: Row = {}
  for (const column of COLUMNS[model] ?? []) {
    const value = data[column]
    if (value === undefined) continue
    row[column] = model === 'session' ? ofSession(column, value) : (value as SqlValue)
  }
  return row
}

function tablesOf({ db }: Transaction): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>
}

type Selection = {
  readonly model: string
  readonly where?: readonly CleanedWhere[] | undefined
  readonly limit: number
  readonly offset?: number | undefined
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined
}

/** `sortBy` names a column. */
async function select(database: Database, { model, where = [], limit, offset = 0, sortBy }: Selection) {
  const { conditions, restored } = withHashedTokens(model, where)
  const rows = await database.read((transaction) => {
    const all = tablesOf(transaction).selectFrom(model).selectAll().where(allOf(conditions))
    const sorted = sortBy ? all.orderBy(sortBy.field, sortBy.direction) : all
    return sorted.limit(limit).offset(offset).execute()
  })
  return rows.map(restored)
}

async function update(
  database: Database,
  model: string,
  where: readonly CleanedWhere[],
  data: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { conditions } = withHashedTokens(model, where)
  const row = storedRow(model, data)
  const { numUpdatedRows } = await database.write((transaction) =>
    tablesOf(transaction).updateTable(model).set(row).where(allOf(conditions)).executeTakeFirstOrThrow(),
  )
  return Number(numUpdatedRows)
}

async function remove(database: Database, model: string, where: readonly CleanedWhere[]): Promise<number> {
  const { conditions } = withHashedTokens(model, where)
  const { numDeletedRows } = await database.write((transaction) =>
    tablesOf(transaction).deleteFrom(model).where(allOf(conditions)).executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}

async function count(database: Database, model: string, where: readonly CleanedWhere[]): Promise<number> {
  const { conditions } = withHashedTokens(model, where)
  const { rows } = await database.read((transaction) =>
    tablesOf(transaction)
      .selectFrom(model)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where(allOf(conditions))
      .executeTakeFirstOrThrow(),
  )
  return rows
}

/**
 * better-auth's storage on top of the Database port. Dates are stored as epoch milliseconds, booleans as 0 and 1. Each call is its
 * own transaction, because better-auth hashes passwords between calls, for which other writes must not wait.
 */
export function sqlAuthAdapter(database: Database): AuthDatabase {
  const findOne = async <T>(model: string, where: readonly CleanedWhere[]) =>
    ((await select(database, { model, where, limit: 1 }))[0] ?? null) as T | null

  return createAdapterFactory({
    config: {
      adapterId: 'tenfold',
      supportsBooleans: false,
      supportsNumericIds: false,
      customTransformInput: ({ data }) => (data instanceof Date ? data.getTime() : data),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data,
    },
    adapter: ({ getFieldName }) => ({
      create: async ({ model, data }) => {
        const row = storedRow(model, data)
        await database.write((transaction) => tablesOf(transaction).insertInto(model).values(row).execute())
        return data
      },
      findOne: ({ model, where }) => findOne(model, where),
      findMany: async <T>({ sortBy: by, ...asked }: Selection) => {
        // Unlike fields in conditions, better-auth does not translate this one to a column name.
        const sortBy = by && { ...by, field: getFieldName({ model: asked.model, field: by.field }) }
        return (await select(database, { ...asked, sortBy })) as T[]
      },
      count: ({ model, where = [] }) => count(database, model, where),
      update: async ({ model, where, update: data }) => {
        await update(database, model, where, data as Record<string, unknown>)
        return findOne(model, where)
      },
      updateMany: ({ model, where, update: data }) => update(database, model, where, data),
      delete: async ({ model, where }) => void (await remove(database, model, where)),
      deleteMany: ({ model, where }) => remove(database, model, where),
    }),
  })
}
