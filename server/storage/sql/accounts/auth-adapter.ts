import { createAdapterFactory, type CleanedWhere } from 'better-auth/adapters'
import type { Compilable, Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { deviceOf } from '../../../account/device.ts'
import { hashOfSecret } from '../../../account/token-hash.ts'
import type { AuthDatabase } from '../../../account/port.ts'
import type { Database } from '../../database.ts'
import { queryBuilder, statement, type SqlValue, type Statement } from '../statement.ts'

type Row = Record<string, SqlValue>
type AnyTables = Record<string, Row>
type Values = Record<string, SqlValue>

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

/** A condition without its values. Queries whose conditions are equal share a statement. */
type Condition = {
  readonly field: string
  readonly operator: string
  readonly isAlternative: boolean
  /** The number of values compared with; null for a comparison with NULL. */
  readonly count: number | null
}

function shapeOf(where: readonly CleanedWhere[]): Condition[] {
  return where.map(({ field, operator = 'eq', connector, value, mode }) => {
    if (mode === 'insensitive') throw new Error(`case-insensitive comparison of ${field} is not supported`)
    const count = value === null ? null : Array.isArray(value) ? value.length : 1
    return { field, operator, isAlternative: connector === 'OR', count }
  })
}

function valuesOf(where: readonly CleanedWhere[]): Values {
  const values: Values = {}
  for (const [index, { value }] of where.entries()) {
    const list = Array.isArray(value) ? value : [value]
    for (const [position, item] of list.entries()) values[`w${index}_${position}`] = item as SqlValue
  }
  return values
}

function conditionOf(
  eb: ExpressionBuilder<AnyTables, string>,
  { field, operator, count }: Condition,
  index: number,
  values: Values,
): Expression<SqlBool> {
  const nth = (place: number): SqlValue => values[`w${index}_${place}`] as SqlValue
  if (count === null) return eb(field, operator === 'ne' ? 'is not' : 'is', null)
  if (operator === 'in' || operator === 'not_in') {
    if (count === 0) return eb.lit(operator === 'not_in')
    const list = Array.from({ length: count }, (_, place) => nth(place))
    return eb(field, operator === 'in' ? 'in' : 'not in', list)
  }
  if (!isComparison(operator)) throw new Error(`operator ${operator} is not supported`)
  return eb(field, COMPARISONS[operator], nth(0))
}

function allOf(conditions: readonly Condition[], values: Values) {
  return (eb: ExpressionBuilder<AnyTables, string>): Expression<SqlBool> => {
    const made = conditions.map((condition, index) => conditionOf(eb, condition, index, values))
    const isAlternative = (_: unknown, index: number): boolean => conditions[index]?.isAlternative === true
    const alternatives = made.filter(isAlternative)
    const needed = made.filter((_, index) => !isAlternative(_, index))
    return eb.and(alternatives.length > 0 ? [...needed, eb.or(alternatives)] : needed)
  }
}

/** Replaces session tokens by their hashes in conditions. `restored` puts the token back into a result row. */
function withHashedTokens(model: string, where: readonly CleanedWhere[]) {
  const tokens = new Map<SqlValue, string>()
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
  const restored = (row: Row | undefined): Row | null =>
    row === undefined
      ? null
      : {
          ...row,
          ...('token' in row ? { token: tokens.get(row['token'] ?? null) ?? row['token'] ?? null } : {}),
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

const prefixed = (prefix: string, row: Row): Values =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [`${prefix}_${column}`, value]))

function setOf(columns: readonly string[], values: Values): Row {
  return Object.fromEntries(columns.map((column) => [column, values[`s_${column}`] as SqlValue]))
}

/** Runs better-auth's queries. Each statement is compiled once per shape: model, columns and conditions. */
class QueryCache {
  readonly #database: Database
  readonly #db: Kysely<AnyTables>
  readonly #known = new Map<string, Statement<Values, Row>>()

  constructor(database: Database) {
    this.#database = database
    this.#db = queryBuilder(database.dialect) as unknown as Kysely<AnyTables>
  }

  #of(
    key: readonly unknown[],
    build: (db: Kysely<AnyTables>, values: Values) => Compilable<Row>,
  ): Statement<Values, Row> {
    const text = JSON.stringify(key)
    const known = this.#known.get(text)
    if (known) return known
    const made = statement<Values>()((values) => build(this.#db, values))
    this.#known.set(text, made)
    return made
  }

  async create(model: string, data: Readonly<Record<string, unknown>>): Promise<void> {
    const row = storedRow(model, data)
    const columns = Object.keys(row)
    const query = this.#of(
      ['insert', model, columns],
      (db, values) => db.insertInto(model).values(setOf(columns, values)) as unknown as Compilable<Row>,
    )
    await this.#database.write((transaction) => transaction.run(query, prefixed('s', row)))
  }

  async count(model: string, where: readonly CleanedWhere[]): Promise<number> {
    const { conditions } = withHashedTokens(model, where)
    const shape = shapeOf(conditions)
    const query = this.#of(
      ['count', model, shape],
      (db, values) =>
        db
          .selectFrom(model)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .where(allOf(shape, values)) as unknown as Compilable<Row>,
    )
    const row = await this.#database.read((transaction) => transaction.first(query, valuesOf(conditions)))
    return Number(row?.['rows'] ?? 0)
  }

  select(
    model: string,
    where: readonly CleanedWhere[],
    limit: number,
    offset: number,
    order?: readonly [string, 'asc' | 'desc'],
  ) {
    const { conditions, restored } = withHashedTokens(model, where)
    const shape = shapeOf(conditions)
    const query = this.#of(['select', model, shape, limit, offset, order], (db, values) => {
      const all = db.selectFrom(model).selectAll().where(allOf(shape, values))
      const sorted = order ? all.orderBy(order[0], order[1]) : all
      const first = sorted.limit((eb) => eb.lit(limit))
      return offset > 0 ? first.offset((eb) => eb.lit(offset)) : first
    })
    return { query, values: valuesOf(conditions), restored }
  }

  async update(model: string, where: readonly CleanedWhere[], data: Row): Promise<number> {
    const { conditions } = withHashedTokens(model, where)
    const shape = shapeOf(conditions)
    const columns = Object.keys(data)
    const query = this.#of(
      ['update', model, shape, columns],
      (db, values) =>
        db
          .updateTable(model)
          .set(setOf(columns, values))
          .where(allOf(shape, values)) as unknown as Compilable<Row>,
    )
    const values = { ...prefixed('s', data), ...valuesOf(conditions) }
    return this.#database.write((transaction) => transaction.run(query, values))
  }

  async remove(model: string, where: readonly CleanedWhere[]): Promise<number> {
    const { conditions } = withHashedTokens(model, where)
    const shape = shapeOf(conditions)
    const query = this.#of(
      ['delete', model, shape],
      (db, values) => db.deleteFrom(model).where(allOf(shape, values)) as unknown as Compilable<Row>,
    )
    return this.#database.write((transaction) => transaction.run(query, valuesOf(conditions)))
  }

  async findOne(model: string, where: readonly CleanedWhere[]): Promise<Row | null> {
    const { query, values, restored } = this.select(model, where, 1, 0)
    return restored(await this.#database.read((transaction) => transaction.first(query, values)))
  }
}

/**
 * better-auth's storage on top of the Database port. Dates are stored as epoch milliseconds, booleans as 0 and 1. Each call is its
 * own transaction, because better-auth hashes passwords between calls, for which other writes must not wait.
 */
export function sqlAuthAdapter(database: Database): AuthDatabase {
  const queries = new QueryCache(database)

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
        await queries.create(model, data)
        return data
      },
      findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
        (await queries.findOne(model, where)) as T | null,
      findMany: async <T>(asked: {
        model: string
        where?: CleanedWhere[] | undefined
        limit: number
        sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined
        offset?: number | undefined
      }) => {
        const { model, where = [], limit, sortBy, offset = 0 } = asked
        // Unlike fields in conditions, better-auth does not translate this one to a column name.
        const order = sortBy && ([getFieldName({ model, field: sortBy.field }), sortBy.direction] as const)
        const { query, values, restored } = queries.select(model, where, limit, offset, order)
        const rows = await database.read((transaction) => transaction.all(query, values))
        return rows.map(restored) as T[]
      },
      count: ({ model, where = [] }) => queries.count(model, where),
      update: async <T>({
        model,
        where,
        update: data,
      }: {
        model: string
        where: CleanedWhere[]
        update: T
      }) => {
        const row = storedRow(model, data as Record<string, unknown>)
        await queries.update(model, where, row)
        return (await queries.findOne(model, where)) as T | null
      },
      updateMany: ({ model, where, update: data }) => queries.update(model, where, storedRow(model, data)),
      delete: async ({ model, where }) => void (await queries.remove(model, where)),
      deleteMany: ({ model, where }) => queries.remove(model, where),
    }),
  })
}
