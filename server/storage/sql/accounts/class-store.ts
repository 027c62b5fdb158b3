import { dayIn } from '../../../../domain/day-in-zone.ts'
import type { Selectable } from 'kysely'
import type { ClassChange, ClassKind, ClassRecord, ClassStore, NewClass } from '../../../account/port.ts'
import type { PinKind } from '../../../../domain/pin.ts'
import type { Database, Transaction } from '../../database.ts'
import type { SchoolClassTable } from './account-tables.ts'
import { homeText, readHome } from './settings-text.ts'
import { ChildRows } from './child-rows.ts'
import { TokenRounds } from '../students/token-rounds.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type Row = Selectable<SchoolClassTable>
type ClassValues = Omit<Row, 'school_days' | 'announces' | 'closed_week'>
type OfClass = { classId: string }
type Changed = OfClass & Required<ClassChange>
type OfOwner = { ownerId: string }

const readingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    ofOwner: statement<OfOwner>()((values) =>
      db
        .selectFrom('school_class')
        .selectAll('school_class')
        .select((eb) =>
          eb
            .selectFrom('student')
            .select((of) => of.fn.countAll<number>().as('children'))
            .whereRef('student.class_id', '=', 'school_class.id')
            .as('children'),
        )
        .where('owner_id', '=', values.ownerId)
        .where('kind', '=', 'class')
        .orderBy('created_at_ms', 'desc')
        .orderBy('id'),
    ),
    homes: statement<OfOwner>()((values) =>
      db
        .selectFrom('school_class')
        .selectAll()
        .where('owner_id', '=', values.ownerId)
        .orderBy('created_at_ms')
        .orderBy('id'),
    ),
    family: statement<OfOwner>()((values) =>
      db
        .selectFrom('school_class')
        .selectAll()
        .where('owner_id', '=', values.ownerId)
        .where('kind', '=', 'family'),
    ),
    find: statement<OfClass>()((values) =>
      db.selectFrom('school_class').selectAll().where('id', '=', values.classId),
    ),
    ofCode: statement<{ code: string }>()((values) =>
      db.selectFrom('school_class').select('let_in_until_ms').where('code', '=', values.code),
    ),
    countOfOwner: statement<OfOwner>()((values) =>
      db
        .selectFrom('school_class')
        .select((eb) => eb.fn.countAll<number>().as('classes'))
        .where('owner_id', '=', values.ownerId)
        .where('kind', '=', 'class'),
    ),
    codeOfOther: statement<OfClass & { code: string }>()((values) =>
      db
        .selectFrom('school_class')
        .select('id')
        .where('code', '=', values.code)
        .where('id', '!=', values.classId),
    ),
  }
})

const changingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    lockOwner: statement<OfOwner>()((values) =>
      db
        .selectFrom('user')
        .select('id')
        .where('id', '=', values.ownerId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    insert: statement<ClassValues>()((values) =>
      db
        .insertInto('school_class')
        .values({
          id: values.id,
          owner_id: values.owner_id,
          kind: values.kind,
          name: values.name,
          code: values.code,
          created_at_ms: values.created_at_ms,
          archived_at_ms: values.archived_at_ms,
          pin_kind: values.pin_kind,
          let_in_until_ms: values.let_in_until_ms,
          zone: values.zone,
          settings: values.settings,
        })
        .onConflict((conflict) => conflict.column('code').doNothing()),
    ),
    update: statement<Changed>()((values) =>
      db
        .updateTable('school_class')
        .set({
          name: values.name,
          code: values.code,
          archived_at_ms: values.archivedAtMs,
          let_in_until_ms: values.signInWindowUntilMs,
        })
        .where('id', '=', values.classId),
    ),
    deleteChildSessions: statement<OfClass>()((values) =>
      db
        .deleteFrom('session')
        .where('user_id', 'in', ({ selectFrom }) =>
          selectFrom('student').select('user_id').where('class_id', '=', values.classId),
        ),
    ),
    endAssignments: statement<OfClass & { day: string }>()((values) =>
      db
        .updateTable('assignment')
        .set({ ended_day: values.day })
        .where('class_id', '=', values.classId)
        .where('ended_day', 'is', null),
    ),
    lock: statement<OfClass>()((values) =>
      db
        .selectFrom('school_class')
        .selectAll()
        .where('id', '=', values.classId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
  }
})

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

function valuesOf({ grade = 'unknown', ...record }: NewClass): ClassValues {
  return {
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
  }
}

type ListRefusal = Exclude<Awaited<ReturnType<ClassStore['addList']>>, { readonly kind: 'done' }>

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
  const statements = { ...readingStatements(database.dialect), ...changingStatements(database.dialect) }
  const rows = new ChildRows(database.dialect, new TokenRounds(database.dialect))

  const insert = async (transaction: Transaction, record: NewClass, most: number) => {
    const counted = await transaction.first(statements.countOfOwner, { ownerId: record.ownerId })
    if (Number(counted?.classes ?? 0) >= most) return 'too_many'
    return (await transaction.run(statements.insert, valuesOf(record))) === 1 ? 'added' : 'code_taken'
  }

  return {
    addClass: (record, most) =>
      database.write(async (transaction) => {
        // Locks the owner, so that concurrent calls cannot exceed the limit.
        await transaction.first(statements.lockOwner, { ownerId: record.ownerId })
        return insert(transaction, record, most)
      }),

    addList: async ({ ownerId, classes, requestId, nowMs }, most) => {
      try {
        return await database.write(async (transaction) => {
          await transaction.first(statements.lockOwner, { ownerId })
          const done: { id: string; studentIds: readonly string[] }[] = []
          for (const { id, fresh, children } of classes) {
            if (fresh !== null && !(await transaction.first(statements.find, { classId: id }))) {
              const inserted = await insert(transaction, fresh, most)
              if (inserted !== 'added') throw new ListRefused(inserted)
            }
            const added = await rows.add(transaction, id, children, null, nowMs, requestId)
            if (added.kind !== 'done') throw new ListRefused(added)
            done.push({ id, studentIds: added.studentIds })
          }
          return { kind: 'done', classes: done }
        })
      } catch (error) {
        if (error instanceof ListRefused) return error.result
        throw error
      }
    },
  } satisfies Partial<ClassStore>
}

export function sqlClassStore(database: Database): ClassStore {
  const statements = { ...readingStatements(database.dialect), ...changingStatements(database.dialect) }
  return {
    ...classMaking(database),

    classesOf: (ownerId) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.ofOwner, { ownerId })).map((row) => ({
          ...recordOf(row),
          children: Number(row.children ?? 0),
        })),
      ),

    homesOf: (ownerId) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.homes, { ownerId })).map(recordOf),
      ),

    findSignInWindow: (code) =>
      database.read(async (transaction) => {
        const row = await transaction.first(statements.ofCode, { code })
        return row ? { signInWindowUntilMs: row.let_in_until_ms } : null
      }),

    findClass: (classId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(statements.find, { classId })
        return row ? recordOf(row) : null
      }),

    changeClass: (classId, change) =>
      database.write(async (transaction) => {
        const row = await transaction.first(statements.lock, { classId })
        if (!row) return true
        const { name, code, archivedAtMs, signInWindowUntilMs } = { ...recordOf(row), ...change }
        if (await transaction.first(statements.codeOfOther, { classId, code })) return false
        await transaction.run(statements.update, { classId, name, code, archivedAtMs, signInWindowUntilMs })
        // An archived class's code no longer works, so its children are signed out too.
        if (row.archived_at_ms === null && archivedAtMs !== null) {
          await transaction.run(statements.deleteChildSessions, { classId })
          // They stay ended when the class is restored.
          await transaction.run(statements.endAssignments, { classId, day: dayIn(row.zone, archivedAtMs) })
        }
        return true
      }),

    familyOf: (parentId, fresh) =>
      database.write(async (transaction) => {
        // Locks the parent, so that concurrent calls create only one family.
        await transaction.first(statements.lockOwner, { ownerId: parentId })
        const known = await transaction.first(statements.family, { ownerId: parentId })
        if (known) return recordOf(known)
        return (await transaction.run(statements.insert, valuesOf(fresh))) === 1 ? fresh : null
      }),
  }
}
