import { sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import { insertSent, isSent, jsonRows, type SentRow } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

const CHANGING = [
  'nickname',
  'location',
  'country',
  'state',
  'profile_at_ms',
  'last_active_day',
  'seconds_played',
  'pace_full_at_ms',
  'student_id',
] as const

const GUEST_COLUMNS = {
  token_hash: 'text',
  public_id: 'text',
  nickname: 'text',
  location: 'text',
  country: 'text',
  state: 'text',
  profile_at_ms: 'integer',
  last_active_day: 'text',
  seconds_played: 'integer',
  pace_full_at_ms: 'integer',
  created_at_ms: 'integer',
  address_key: 'text',
  student_id: 'text',
} as const

export type GuestValues = Omit<SentRow<typeof GUEST_COLUMNS>, 'student_id'> & {
  readonly student_id: string | null
}

/** SQLite rewrites the index of every column that is set, even if its value does not change. */
const INDEXED: readonly string[] = ['nickname', 'last_active_day', 'student_id']
const UNINDEXED = CHANGING.filter((column) => !INDEXED.includes(column))

function updateOf(dialect: Dialect, columns: readonly (typeof CHANGING)[number][]) {
  return statement<Rows>()((values) =>
    queryBuilder(dialect)
      .updateTable('guest')
      .from(jsonRows(dialect, values.rows, { id: 'integer', ...GUEST_COLUMNS }))
      .set((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`sent.${column}`)])))
      .whereRef('guest.id', '=', 'sent.id'),
  )
}

export type Update = ReturnType<typeof updateOf>

export type GuestRow = GuestValues & {
  readonly id: number
  readonly merged_at_ms: number | null
  readonly hidden: number
}

export const guestStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    find: statement<{ tokenHash: string }>()((values) =>
      db.selectFrom('guest').selectAll().where('token_hash', '=', values.tokenHash),
    ),
    studentNamed: statement<{ nickname: string }>()((values) =>
      db
        .selectFrom('guest')
        .select('id')
        .where('nickname', '=', values.nickname)
        .where('student_id', 'is not', null)
        .where('merged_at_ms', 'is', null)
        .limit(sql.lit(1)),
    ),
    // Locks the rows, in the order of their ids to prevent deadlocks. SQLite has only one writer.
    findToChange: statement<Rows>()((values) =>
      db
        .selectFrom('guest')
        .selectAll()
        .where(isSent(dialect, values.rows, { token_hash: 'text' }))
        .orderBy('id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    insert: statement<Rows>()((values) => insertSent(dialect, 'guest', values.rows, GUEST_COLUMNS)),
    update: updateOf(dialect, CHANGING),
    updateUnindexed: updateOf(dialect, UNINDEXED),
    addReport: statement<{ tokenHash: string; submissionId: string; practiceDay: string }>()((values) =>
      db
        .insertInto('time_report')
        .columns(['guest_id', 'submission_id', 'practice_day'])
        .expression((eb) =>
          eb
            .selectFrom('guest')
            .select((of) => [
              'id',
              of.cast<string>(of.val(values.submissionId), 'text').as('submission_id'),
              of.cast<string>(of.val(values.practiceDay), 'text').as('practice_day'),
            ])
            .where('token_hash', '=', values.tokenHash),
        )
        .onConflict((conflict) => conflict.columns(['guest_id', 'submission_id']).doNothing()),
    ),
    findReport: statement<{ guestId: number; submissionId: string }>()((values) =>
      db
        .selectFrom('time_report')
        .select('practice_day')
        .where('guest_id', '=', values.guestId)
        .where('submission_id', '=', values.submissionId),
    ),
  }
})
