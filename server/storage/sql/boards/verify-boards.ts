import { sql } from 'kysely'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { boardsOfDay, dayOf, leagueOf, midnightMsOf } from './board-number.ts'
import { RECOMPUTED, type OfDay, type Recomputed } from './recomputed-boards.ts'
import { queryBuilder, statement, type SqlValue, type Statement } from '../statement.ts'

/** A number that is not what the stored sessions make it. A player is named by the public id, never by a token. */
export type Difference = {
  readonly day: string
  /** Null where it is of all leagues, or of a board that there is not. */
  readonly league: string | null
  /** The row and the number in it. */
  readonly what: string
  /** Null where there is no such row. */
  readonly kept: number | null
  readonly recomputed: number | null
}

export type Verification = {
  /** The first ones, at most as many as were asked for. */
  readonly differences: readonly Difference[]
  /** Whether there are more. */
  readonly more: boolean
  /** Rows of the five tables that were looked at, and the sessions they were recomputed from. */
  readonly rows: number
  readonly sessions: number
}

type Row = Readonly<Record<string, SqlValue>>
type Count = { readonly rows: number }

const columns = (names: readonly string[], prefix = '') =>
  sql.join(names.map((name) => sql`${sql.ref(name)} as ${sql.ref(prefix + name)}`))

/** The rows of a day. */
const ofDay = (table: string, { day, first, last }: Pick<OfDay, 'day' | 'first' | 'last'>) =>
  table === 'state_day' ? sql`practice_day = ${day}` : sql`board between ${first} and ${last}`

/** Both sides of a table under each other, grouped by row: the engine compares, and only what differs leaves it. */
function comparison(dialect: Dialect, { table, keys, numbers, mayBeEmpty, recompute }: Recomputed) {
  const zeros = (prefix: string) => sql.join(numbers.map((name) => sql`0 as ${sql.ref(prefix + name)}`))
  const totals = ['kept_', 'made_'].flatMap((prefix) =>
    ['rows', ...numbers].map(
      (name) => sql`sum(${sql.ref(prefix + name)}) as ${sql.ref(`total_${prefix}${name}`)}`,
    ),
  )
  const differ = (mayBeEmpty ? numbers : ['rows', ...numbers]).map(
    (name) => sql`sum(${sql.ref(`kept_${name}`)}) <> sum(${sql.ref(`made_${name}`)})`,
  )
  return statement<OfDay & { most: number }>()<Row>((values) => ({
    compile: () =>
      sql<Row>`
        select ${columns(keys)}, ${sql.join(totals)} from (
          select ${columns(keys)}, 1 as kept_rows, ${columns(numbers, 'kept_')}, 0 as made_rows, ${zeros('made_')}
          from ${sql.table(table)} where ${ofDay(table, values)}
          union all
          select ${columns(keys)}, 0 as kept_rows, ${zeros('kept_')}, 1 as made_rows, ${columns(numbers, 'made_')}
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
  const isKept = row['total_kept_rows'] !== 0
  const isMade = row['total_made_rows'] !== 0
  const differences = numbers
    .map((name): Difference => {
      const [kept, made] = [row[`total_kept_${name}`] as number, row[`total_made_${name}`] as number]
      return {
        day,
        league,
        what: `${table} of ${named.join(', ')}: ${name}`,
        kept: isKept ? kept : null,
        recomputed: isMade ? made : null,
      }
    })
    .filter(({ kept, recomputed }) => kept !== recomputed)
  // Of a row that is missing, or too many, one number says enough.
  return isKept && isMade ? differences : differences.slice(0, 1)
}

/**
 * Recomputes everything the boards are read from, from the stored sessions of `firstKeptDay` and later, as of one moment,
 * and compares it with what is kept. At most `most` differences are told.
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
