import { sql } from 'kysely'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { boardsOfDay, dayOf, leagueOf, midnightMsOf } from './board-number.ts'
import { RECOMPUTED, type OfDay, type Recomputed } from './recomputed-boards.ts'
import { queryBuilder, statement, type SqlValue, type Statement } from '../statement.ts'

/** A stored number that differs from the recomputed one. Players are identified by public id, never by token. */
export type Difference = {
  readonly day: string
  /** Null for all leagues, and for boards that do not exist. */
  readonly league: string | null
  /** The row and the column. */
  readonly what: string
  /** Null if there is no such row. */
  readonly stored: number | null
  readonly recomputed: number | null
}

export type Verification = {
  /** The first of them, up to the requested number. */
  readonly differences: readonly Difference[]
  readonly more: boolean
  /** The number of rows compared, and of sessions they were recomputed from. */
  readonly rows: number
  readonly sessions: number
}

type Row = Readonly<Record<string, SqlValue>>
type Count = { readonly rows: number }

const columns = (names: readonly string[], prefix = '') =>
  sql.join(names.map((name) => sql`${sql.ref(name)} as ${sql.ref(prefix + name)}`))

/** A condition for the rows of a day. */
const ofDay = (table: string, { day, first, last }: Pick<OfDay, 'day' | 'first' | 'last'>) =>
  table === 'state_day' ? sql`practice_day = ${day}` : sql`board between ${first} and ${last}`

/** Compares the stored with the recomputed rows in the database, and returns only those that differ. */
function comparison(dialect: Dialect, { table, keys, numbers, mayBeEmpty, recompute }: Recomputed) {
  const zeros = (prefix: string) => sql.join(numbers.map((name) => sql`0 as ${sql.ref(prefix + name)}`))
  const totals = ['stored_', 'made_'].flatMap((prefix) =>
    ['rows', ...numbers].map(
      (name) => sql`sum(${sql.ref(prefix + name)}) as ${sql.ref(`total_${prefix}${name}`)}`,
    ),
  )
  const differ = (mayBeEmpty ? numbers : ['rows', ...numbers]).map(
    (name) => sql`sum(${sql.ref(`stored_${name}`)}) <> sum(${sql.ref(`made_${name}`)})`,
  )
  return statement<OfDay & { most: number }>()<Row>((values) => ({
    compile: () =>
      sql<Row>`
        select ${columns(keys)}, ${sql.join(totals)} from (
          select ${columns(keys)}, 1 as stored_rows, ${columns(numbers, 'stored_')}, 0 as made_rows, ${zeros('made_')}
          from ${sql.table(table)} where ${ofDay(table, values)}
          union all
          select ${columns(keys)}, 0 as stored_rows, ${zeros('stored_')}, 1 as made_rows, ${columns(numbers, 'made_')}
          from (${recompute(values)}) made
        ) sides
        group by ${sql.join(keys.map((key) => sql.ref(key)))}
        having ${sql.join(differ, sql` or `)}
        order by ${sql.join(keys.map((key) => sql.ref(key)))} limit ${values.most}`.compile(
        queryBuilder(dialect),
      ),
  }))
}

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    days: statement<{ day: string }>()((values) =>
      db.selectFrom('state_day').select('practice_day').distinct().where('practice_day', '>=', values.day),
    ),
    boards: statement<{ first: number }>()((values) => {
      const boardsIn = (table: 'practice_result' | 'daily_score' | 'rank_cell' | 'state_score') =>
        db.selectFrom(table).select('board').where('board', '>=', values.first)
      return boardsIn('practice_result')
        .union(boardsIn('daily_score'))
        .union(boardsIn('rank_cell'))
        .union(boardsIn('state_score'))
    }),
    comparisons: RECOMPUTED.map((recomputed) => ({
      recomputed,
      count: countOf(dialect, recomputed.table),
      differing: comparison(dialect, recomputed),
    })),
    sessions: countOf(dialect, 'practice_result'),
    publicId: statement<{ guestId: number }>()((values) =>
      db.selectFrom('guest').select('public_id').where('id', '=', values.guestId),
    ),
  }
}

function countOf(dialect: Dialect, table: string): Statement<OfDay, Count> {
  return statement<OfDay>()((values) => ({
    compile: () =>
      sql<Count>`select count(*) as rows from ${sql.table(table)} where ${ofDay(table, values)}`.compile(
        queryBuilder(dialect),
      ),
  }))
}

function differencesIn(day: string, { table, keys, numbers }: Recomputed, row: Row, player: string | null) {
  const league = keys.includes('board') ? leagueOf(Number(row['board'])) : null
  const named = keys
    .filter((key) => key !== 'guest_id' && (key !== 'board' || league === null))
    .map((key) => `${key} ${JSON.stringify(row[key])}`)
  if (player !== null) named.unshift(`player ${player}`)
  const isStored = row['total_stored_rows'] !== 0
  const isMade = row['total_made_rows'] !== 0
  const differences = numbers
    .map((name): Difference => {
      const [stored, made] = [row[`total_stored_${name}`] as number, row[`total_made_${name}`] as number]
      return {
        day,
        league,
        what: `${table} of ${named.join(', ')}: ${name}`,
        stored: isStored ? stored : null,
        recomputed: isMade ? made : null,
      }
    })
    .filter(({ stored, recomputed }) => stored !== recomputed)
  // For a missing or extra row, one difference is enough.
  return isStored && isMade ? differences : differences.slice(0, 1)
}

/**
 * Recomputes all tables behind the boards from the sessions of `firstKeptDay` and later, in one snapshot, and returns at most
 * `most` differences.
 */
export function verifyBoards(database: Database, firstKeptDay: string, most: number): Promise<Verification> {
  const statements = statementsFor(database.dialect)

  const playerOf = async (transaction: Transaction, row: Row): Promise<string | null> => {
    if (typeof row['guest_id'] !== 'number') return null
    const guest = await transaction.first(statements.publicId, { guestId: row['guest_id'] })
    return guest?.public_id ?? 'unknown'
  }

  const daysFrom = async (transaction: Transaction): Promise<string[]> => {
    const { first } = boardsOfDay(firstKeptDay)
    const days = (await transaction.all(statements.days, { day: firstKeptDay })).map(
      (row) => row.practice_day,
    )
    const boards = (await transaction.all(statements.boards, { first })).map(({ board }) => dayOf(board))
    return [...new Set([...days, ...boards])].toSorted()
  }

  return database.snapshot(async (transaction) => {
    const differences: Difference[] = []
    let [rows, sessions] = [0, 0]
    for (const day of await daysFrom(transaction)) {
      const ofThisDay = { day, ...boardsOfDay(day), midnightMs: midnightMsOf(day) }
      sessions += (await transaction.first(statements.sessions, ofThisDay))?.rows ?? 0
      for (const { recomputed, count, differing } of statements.comparisons) {
        rows += (await transaction.first(count, ofThisDay))?.rows ?? 0
        for (const row of await transaction.all(differing, { ...ofThisDay, most: most + 1 })) {
          differences.push(...differencesIn(day, recomputed, row, await playerOf(transaction, row)))
        }
      }
    }
    return {
      differences: differences.slice(0, most),
      more: differences.length > most,
      rows,
      sessions,
    }
  })
}
