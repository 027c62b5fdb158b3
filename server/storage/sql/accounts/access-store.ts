import { sql } from 'kysely'
import type { AccessKind } from '../../../../contract/access-kinds.ts'
import type { AccessEntry } from '../../../account/port.ts'
import type { Database, Transaction } from '../../database.ts'

/** The student id of operators' actions on the whole database. */
export const ALL_CHILDREN = '*'
/** Rows per page. */
const MAX_ROWS = 200
/** An adult's views of the same child within this time are one row, so that reloads do not fill the log. */
const SLOT_MS = 600_000

/** Adds a row per child, in one statement. Views within ten minutes share a row. */
export async function addAccesses(
  { db }: Transaction,
  { children, by, kind, nowMs }: AccessEntry,
): Promise<void> {
  if (children.length === 0) return
  const rows = children.map(({ id, classId }) => ({
    student_id: id,
    at_ms: kind === 'view' ? nowMs - (nowMs % SLOT_MS) : nowMs,
    adult_id: by.id,
    kind,
    role: by.role,
    home_id: classId,
  }))
  await db
    .insertInto('child_access')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The access log: who did what with which child, never the data itself. It outlives the child and the adult. */
export function sqlAccessStore(database: Database) {
  return {
    /** Adds one row per child, in one statement; the same access within ten minutes is one row. */
    record: (accessed: AccessEntry) => database.write((transaction) => addAccesses(transaction, accessed)),

    /** Newest first; `name` is set for parents currently linked to the child. */
    ofChild: (studentId: string) =>
      database.view(async ({ db }) => {
        const [own, all] = await Promise.all([
          db
            .selectFrom('child_access')
            .leftJoin('guardian', (join) =>
              join
                .onRef('guardian.student_id', '=', 'child_access.student_id')
                .onRef('guardian.parent_id', '=', 'child_access.adult_id'),
            )
            .leftJoin('user', 'user.id', 'guardian.parent_id')
            .select(['child_access.at_ms as atMs', 'child_access.adult_id as adultId', 'child_access.kind'])
            .select(['child_access.role', 'user.name'])
            .where('child_access.student_id', '=', studentId)
            .orderBy('child_access.at_ms', 'desc')
            .orderBy('child_access.adult_id')
            .orderBy('child_access.kind')
            .limit(MAX_ROWS)
            .execute(),
          // Only the newest of each kind: an operator may back up every hour.
          db
            .selectFrom('child_access')
            .innerJoin('student', (join) =>
              join
                .on('student.user_id', '=', studentId)
                .onRef('student.created_at_ms', '<=', 'child_access.at_ms'),
            )
            .select(['child_access.kind', 'child_access.role', 'child_access.role as adultId'])
            .select(({ fn }) => fn.max<number>('child_access.at_ms').as('atMs'))
            .where('child_access.student_id', '=', ALL_CHILDREN)
            .groupBy(['child_access.kind', 'child_access.role'])
            .execute(),
        ])
        return [...own, ...all.map((row) => ({ ...row, name: null }))]
          .map((row) => ({ ...row, kind: row.kind as AccessKind }))
          .toSorted((a, b) => b.atMs - a.atMs)
      }),

    /** The deleted children of this adult's classes or family, newest first. */
    deletionsOf: (ownerId: string) =>
      database.read(({ db }) =>
        db
          .selectFrom('school_class')
          .innerJoin('child_access', 'child_access.home_id', 'school_class.id')
          .select(['child_access.at_ms as atMs', 'child_access.adult_id as adultId', 'child_access.role'])
          .select(['child_access.student_id as studentId', 'child_access.home_id as classId'])
          .where('school_class.owner_id', '=', ownerId)
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
          .limit(MAX_ROWS)
          .execute(),
      ),
  }
}

export type AccessStore = ReturnType<typeof sqlAccessStore>
