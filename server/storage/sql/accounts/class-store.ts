import { dayIn } from '../../../../domain/day-in-zone.ts'
import type { Selectable } from 'kysely'
import type {
  ClassKind,
  ClassRecord,
  NewClass,
  ClassChange,
  ClassList,
  PlacementResult,
} from '../../../account/port.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import type { Database, Transaction } from '../../database.ts'
import type { SchoolClassTable } from './account-tables.ts'
import { homeText, readHome } from './settings-text.ts'
import { addChildren } from './child-rows.ts'

type Row = Selectable<SchoolClassTable>

function recordOf(row: Row): ClassRecord {
  return {
    id: row.id,
    ownerId: row.owner_id,
    kind: row.kind as ClassKind,
    name: row.name,
    code: row.code,
    createdAtMs: row.created_at_ms,
    archivedAtMs: row.archived_at_ms,
    pinKind: row.pin_kind as PinKind,
    signInWindowUntilMs: row.let_in_until_ms,
    zone: row.zone,
  }
}

/** Stores a new class or family; false if its code is taken. */
async function insertHome({ db }: Transaction, { grade = 'unknown', ...record }: NewClass): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('school_class')
    .values({
      id: record.id,
      owner_id: record.ownerId,
      kind: record.kind,
      name: record.name,
      code: record.code,
      created_at_ms: record.createdAtMs,
      archived_at_ms: record.archivedAtMs,
      pin_kind: record.pinKind,
      let_in_until_ms: record.signInWindowUntilMs,
      zone: record.zone,
      settings: homeText({ ...readHome(''), grade }),
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Locks an adult, so that concurrent calls cannot exceed the limit of classes, or create two families. */
function lockOwner({ db, dialect }: Transaction, ownerId: string) {
  return db
    .selectFrom('user')
    .select('id')
    .where('id', '=', ownerId)
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
}

/** Adds a class of an owner who is locked. */
async function insertClass(transaction: Transaction, record: NewClass, most: number) {
  const { classes } = await transaction.db
    .selectFrom('school_class')
    .select(({ fn }) => fn.countAll<number>().as('classes'))
    .where('owner_id', '=', record.ownerId)
    .where('kind', '=', 'class')
    .executeTakeFirstOrThrow()
  if (classes >= most) return 'too_many'
  return (await insertHome(transaction, record)) ? 'added' : 'code_taken'
}

function homeRow({ db }: Transaction, classId: string) {
  return db.selectFrom('school_class').selectAll().where('id', '=', classId)
}

type ListRefusal = Exclude<PlacementResult, { readonly kind: 'done' }> | 'code_taken' | 'too_many'

/** Undoes the transaction of a list, because one of its classes or children could not be added. */
class ListRefused extends Error {
  readonly result: ListRefusal
  constructor(result: ListRefusal) {
    super(typeof result === 'string' ? result : result.kind)
    this.result = result
  }
}

/** Making classes, with or without children. */
function classMaking(database: Database) {
  return {
    /** Stores a class unless its code is taken or its owner has `most` classes. */
    addClass: (record: ClassRecord, most: number) =>
      database.write(async (transaction) => {
        await lockOwner(transaction, record.ownerId)
        return insertClass(transaction, record, most)
      }),

    /** Adds all children of a list, and the classes to make for them, in one transaction. Idempotent by request id. */
    addList: async ({ ownerId, classes, requestId, nowMs }: ClassList, most: number) => {
      try {
        return await database.write(async (transaction) => {
          await lockOwner(transaction, ownerId)
          const done: { id: string; studentIds: readonly string[] }[] = []
          for (const { id, fresh, children } of classes) {
            if (fresh !== null && !(await homeRow(transaction, id).executeTakeFirst())) {
              const inserted = await insertClass(transaction, fresh, most)
              if (inserted !== 'added') throw new ListRefused(inserted)
            }
            const added = await addChildren(transaction, id, children, null, nowMs, requestId)
            if (added.kind !== 'done') throw new ListRefused(added)
            done.push({ id, studentIds: added.studentIds })
          }
          return { kind: 'done' as const, classes: done }
        })
      } catch (error) {
        if (error instanceof ListRefused) return error.result
        throw error
      }
    },

    /** The family of a parent, created from `fresh` if there is none; null if the code of `fresh` is taken. */
    familyOf: (parentId: string, fresh: ClassRecord) =>
      database.write(async (transaction) => {
        await lockOwner(transaction, parentId)
        const known = await transaction.db
          .selectFrom('school_class')
          .selectAll()
          .where('owner_id', '=', parentId)
          .where('kind', '=', 'family')
          .executeTakeFirst()
        if (known) return recordOf(known)
        return (await insertHome(transaction, fresh)) ? fresh : null
      }),
  }
}

/** Stores classes and families. Every operation is atomic. */
export function sqlClassStore(database: Database) {
  return {
    ...classMaking(database),

    /** The classes of a teacher with their number of children, newest first. */
    classesOf: (ownerId: string) =>
      database.read(async ({ db }) => {
        const rows = await db
          .selectFrom('school_class')
          .selectAll('school_class')
          .select(({ selectFrom }) =>
            selectFrom('student')
              .select(({ fn }) => fn.countAll<number>().as('children'))
              .whereRef('student.class_id', '=', 'school_class.id')
              .as('children'),
          )
          .where('owner_id', '=', ownerId)
          .where('kind', '=', 'class')
          .orderBy('created_at_ms', 'desc')
          .orderBy('id')
          .execute()
        return rows.map((row) => ({ ...recordOf(row), children: row.children ?? 0 }))
      }),

    /** All classes and the family of an adult, oldest first. */
    homesOf: (ownerId: string) =>
      database.read(async ({ db }) => {
        const homes = db.selectFrom('school_class').selectAll().where('owner_id', '=', ownerId)
        return (await homes.orderBy('created_at_ms').orderBy('id').execute()).map(recordOf)
      }),

    /** The sign-in window of the class or family with this code, archived or not; null if there is no such code. */
    findSignInWindow: (code: string) =>
      database.read(async ({ db }) => {
        const home = db.selectFrom('school_class').select('let_in_until_ms as signInWindowUntilMs')
        return (await home.where('code', '=', code).executeTakeFirst()) ?? null
      }),

    findClass: (classId: string) =>
      database.read(async (transaction) => {
        const row = await homeRow(transaction, classId).executeTakeFirst()
        return row ? recordOf(row) : null
      }),

    /** Changes a class; false if its new code is taken. Archiving signs out its children. */
    changeClass: (classId: string, change: ClassChange) =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        const row = await homeRow(transaction, classId)
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!row) return true
        const { name, code, archivedAtMs, signInWindowUntilMs } = { ...recordOf(row), ...change }
        const withCode = db.selectFrom('school_class').select('id').where('code', '=', code)
        if (await withCode.where('id', '!=', classId).executeTakeFirst()) return false
        await db
          .updateTable('school_class')
          .set({ name, code, archived_at_ms: archivedAtMs, let_in_until_ms: signInWindowUntilMs })
          .where('id', '=', classId)
          .execute()
        if (row.archived_at_ms !== null || archivedAtMs === null) return true
        // An archived class's code no longer works, so its children are signed out too.
        const children = db.selectFrom('student').select('user_id').where('class_id', '=', classId)
        await db.deleteFrom('session').where('user_id', 'in', children).execute()
        // They stay ended when the class is restored.
        await db
          .updateTable('assignment')
          .set({ ended_day: dayIn(row.zone, archivedAtMs) })
          .where('class_id', '=', classId)
          .where('ended_day', 'is', null)
          .execute()
        return true
      }),
  }
}

export type ClassStore = ReturnType<typeof sqlClassStore>
