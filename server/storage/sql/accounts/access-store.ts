import { sql } from 'kysely'
import type { AccessKind } from '../../../../contract/access-kinds.ts'
import type { AccessStore, AccessEntry } from '../../../account/port.ts'
import type { Database, Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { insertSent, toJson } from '../json-rows.ts'
import { perDialect, queryBuilder, statement, type Statement } from '../statement.ts'

/** The student id of operators' actions on the whole database. */
export const ALL_CHILDREN = '*'
/** Rows per page. */
const MAX_ROWS = 200
/** An adult's views of the same child within this time are one row, so that reloads do not fill the log. */
const SLOT_MS = 600_000

const COLUMNS = {
  student_id: 'text',
  at_ms: 'integer',
  adult_id: 'text',
  kind: 'text',
  role: 'text',
  home_id: 'text',
} as const

function insertAccesses(dialect: Dialect): Statement<{ rows: string }, unknown> {
  return statement<{ rows: string }>()((values) =>
    insertSent(dialect, 'child_access', values.rows, COLUMNS).onConflict((conflict) => conflict.doNothing()),
  )
}

/** Writes the access log inside the caller's transaction. */
export class AccessRows {
  readonly #insert: Statement<{ rows: string }, unknown>

  constructor(dialect: Dialect) {
    this.#insert = insertAccesses(dialect)
  }

  /** Adds a row per child, in one statement. Views within ten minutes share a row. */
  async add(transaction: Transaction, { children, by, kind, nowMs }: AccessEntry): Promise<void> {
    if (children.length === 0) return
    const rows = children.map(({ id, classId }) => ({
      student_id: id,
      at_ms: kind === 'view' ? nowMs - (nowMs % SLOT_MS) : nowMs,
      adult_id: by.id,
      kind,
      role: by.role,
      home_id: classId,
    }))
    await transaction.run(this.#insert, { rows: toJson(rows) })
  }
}

const readingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    ofChild: statement<{ studentId: string; most: number }>()((values) =>
      db
        .selectFrom('child_access')
        .leftJoin('guardian', (join) =>
          join
            .onRef('guardian.student_id', '=', 'child_access.student_id')
            .onRef('guardian.parent_id', '=', 'child_access.adult_id'),
        )
        .leftJoin('user', 'user.id', 'guardian.parent_id')
        .select(['child_access.at_ms', 'child_access.adult_id', 'child_access.kind', 'child_access.role'])
        .select('user.name')
        .where('child_access.student_id', '=', values.studentId)
        .orderBy('child_access.at_ms', 'desc')
        .orderBy('child_access.adult_id')
        .orderBy('child_access.kind')
        .limit(values.most),
    ),
    // Only the newest of each kind: an operator may back up every hour.
    ofAllChildren: statement<{ studentId: string; all: string }>()((values) =>
      db
        .selectFrom('child_access')
        .innerJoin('student', (join) =>
          join
            .on('student.user_id', '=', values.studentId)
            .onRef('student.created_at_ms', '<=', 'child_access.at_ms'),
        )
        .select(({ fn }) => [
          'child_access.kind',
          'child_access.role',
          fn.max<number>('child_access.at_ms').as('at_ms'),
        ])
        .where('child_access.student_id', '=', values.all)
        .groupBy(['child_access.kind', 'child_access.role']),
    ),
    deletions: statement<{ ownerId: string; most: number }>()((values) =>
      db
        .selectFrom('school_class')
        .innerJoin('child_access', 'child_access.home_id', 'school_class.id')
        .select([
          'child_access.student_id',
          'child_access.at_ms',
          'child_access.adult_id',
          'child_access.role',
          'child_access.home_id',
        ])
        .where('school_class.owner_id', '=', values.ownerId)
        .where('child_access.kind', '=', sql.lit('deletion'))
        // An interrupted deletion is not shown until it has been repeated.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('student')
                .select('student.user_id')
                .whereRef('student.user_id', '=', 'child_access.student_id'),
            ),
          ),
        )
        .orderBy('child_access.at_ms', 'desc')
        .orderBy('child_access.student_id')
        .limit(values.most),
    ),
  }
})

export function sqlAccessStore(database: Database): AccessStore {
  const reading = readingStatements(database.dialect)
  const accesses = new AccessRows(database.dialect)
  return {
    record: (accessed) => database.write((transaction) => accesses.add(transaction, accessed)),

    ofChild: (studentId) =>
      database.view(async (transaction) => {
        const own = await transaction.all(reading.ofChild, { studentId, most: MAX_ROWS })
        const all = await transaction.all(reading.ofAllChildren, { studentId, all: ALL_CHILDREN })
        return [
          ...own.map((row) => ({ ...row, adultId: row.adult_id })),
          ...all.map((row) => ({ ...row, adultId: row.role, name: null })),
        ]
          .map((row) => ({
            atMs: row.at_ms,
            adultId: row.adultId,
            role: row.role,
            name: row.name,
            kind: row.kind as AccessKind,
          }))
          .toSorted((a, b) => b.atMs - a.atMs)
      }),

    deletionsOf: (ownerId) =>
      database.read(async (transaction) =>
        (await transaction.all(reading.deletions, { ownerId, most: MAX_ROWS })).map((row) => ({
          atMs: row.at_ms,
          adultId: row.adult_id,
          role: row.role,
          studentId: row.student_id,
          classId: row.home_id,
        })),
      ),
  }
}
