import type { Weekday } from '../../../../domain/calendar.ts'
import type { AmountKind, Assigned } from '../../../../domain/school/assignment.ts'
import type { AssignedHome, StoredAssignment, StoredWork } from '../../../school/assignment-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { assignmentAnswers } from './assignment-answers.ts'
import type { AssignmentTable, AssignmentWorkTable } from './assignment-tables.ts'

function assignmentOf(row: AssignmentTable, childIds: readonly string[]): StoredAssignment {
  const { next_amount: amount, next_from_day: fromDay } = row
  return {
    id: row.id,
    classId: row.class_id,
    madeBy: row.made_by,
    // Only this store writes it, from a value of this type.
    assigned: JSON.parse(row.assigned) as Assigned,
    amountKind: row.amount_kind as AmountKind,
    amount: row.amount,
    next: amount === null || fromDay === null ? null : { amount, fromDay },
    firstDay: row.first_day,
    dueDay: row.due_day,
    lastDay: row.last_day,
    forAll: row.for_all === 1,
    childIds,
    madeAtMs: row.made_at_ms,
    endedDay: row.ended_day,
    deletedAtMs: row.deleted_at_ms,
  }
}

function rowOf(assignment: StoredAssignment) {
  return {
    id: assignment.id,
    class_id: assignment.classId,
    made_by: assignment.madeBy,
    assigned: JSON.stringify(assignment.assigned),
    amount_kind: assignment.amountKind,
    amount: assignment.amount,
    next_amount: assignment.next?.amount ?? null,
    next_from_day: assignment.next?.fromDay ?? null,
    first_day: assignment.firstDay,
    due_day: assignment.dueDay,
    last_day: assignment.lastDay,
    for_all: assignment.forAll ? 1 : 0,
    made_at_ms: assignment.madeAtMs,
    ended_day: assignment.endedDay,
    deleted_at_ms: assignment.deletedAtMs,
  }
}

function workOf(row: AssignmentWorkTable): StoredWork {
  return {
    studentId: row.student_id,
    assignmentId: row.assignment_id,
    roundDay: row.round_day,
    amount: row.amount,
    knows: row.knows === 1,
    isStuck: row.stuck === 1,
    isExcused: row.excused === 1,
    moreDays: row.more_days,
    doneAtMs: row.done_at_ms,
    count: row.done_count,
    firsts: row.firsts,
    firstsRight: row.firsts_right,
    isClosed: row.closed === 1,
  }
}

const workRow = (work: StoredWork) => ({
  student_id: work.studentId,
  assignment_id: work.assignmentId,
  round_day: work.roundDay,
  amount: work.amount,
  knows: Number(work.knows),
  stuck: Number(work.isStuck),
  excused: Number(work.isExcused),
  more_days: work.moreDays,
  done_at_ms: work.doneAtMs,
  done_count: work.count,
  firsts: work.firsts,
  firsts_right: work.firstsRight,
  closed: Number(work.isClosed),
})

/** A class with its children, in the order of their names. */
async function readHome({ db }: Transaction, classId: string): Promise<AssignedHome | null> {
  const [home, holidays, children, away] = await Promise.all([
    db
      .selectFrom('school_class')
      .select(['zone', 'school_days'])
      .where('id', '=', classId)
      .executeTakeFirst(),
    db
      .selectFrom('class_holiday')
      .select(['from_day as from', 'to_day as to'])
      .where('class_id', '=', classId)
      .orderBy('from_day')
      .execute(),
    db
      .selectFrom('student')
      .select(['user_id', 'display_name', 'created_at_ms', 'joined_at_ms'])
      .where('class_id', '=', classId)
      .orderBy('name_key')
      .execute(),
    db
      .selectFrom('away')
      .innerJoin('student', 'student.user_id', 'away.student_id')
      .select(['student_id', 'from_day as from', 'to_day as to'])
      .where('student.class_id', '=', classId)
      .execute(),
  ])
  if (!home) return null
  return {
    classId,
    zone: home.zone,
    schoolDays: Array.from(home.school_days, (digit) => Number(digit) as Weekday),
    holidays,
    children: children.map((child) => ({
      studentId: child.user_id,
      name: child.display_name,
      joinedAtMs: Math.max(child.created_at_ms, child.joined_at_ms),
      away: away.filter(({ student_id: id }) => id === child.user_id).map(({ from, to }) => ({ from, to })),
    })),
  }
}

/** Adds to assignments the children that they are for. */
async function withChildren(
  { db }: Transaction,
  rows: readonly AssignmentTable[],
): Promise<StoredAssignment[]> {
  const ids = rows.filter((row) => row.for_all === 0).map(({ id }) => id)
  const chosen = db.selectFrom('assignment_child').selectAll().orderBy('student_id')
  const children = ids.length === 0 ? [] : await chosen.where('assignment_id', 'in', ids).execute()
  return rows.map((row) =>
    assignmentOf(
      row,
      children.filter((child) => child.assignment_id === row.id).map((child) => child.student_id),
    ),
  )
}

/** The assignment that a request made; null if it made none. */
async function ofRequest(transaction: Transaction, classId: string, requestId: string) {
  const rows = await transaction.db
    .selectFrom('assignment')
    .selectAll()
    .where('class_id', '=', classId)
    .where('request_id', '=', requestId)
    .execute()
  return (await withChildren(transaction, rows))[0] ?? null
}

/** Locks a class, so that a concurrent repeat is found. */
async function lockClass({ db, dialect }: Transaction, classId: string): Promise<void> {
  const home = db.selectFrom('school_class').select('id').where('id', '=', classId)
  await home.$if(dialect === 'postgres', (query) => query.forUpdate()).execute()
}

/** Only children who are at home there, so that no other child's row can be made. */
async function addChildren({ db }: Transaction, assignment: StoredAssignment): Promise<void> {
  const { id: assignmentId, classId, childIds, forAll } = assignment
  if (forAll || childIds.length === 0) return
  const atHome = await db
    .selectFrom('student')
    .select('user_id')
    .where('class_id', '=', classId)
    .where('user_id', 'in', childIds)
    .execute()
  const rows = atHome.map(({ user_id: id }) => ({ student_id: id, assignment_id: assignmentId }))
  if (rows.length > 0) await db.insertInto('assignment_child').values(rows).execute()
}

async function putAssignment(transaction: Transaction, assignment: StoredAssignment): Promise<void> {
  const { db } = transaction
  await lockClass(transaction, assignment.classId)
  const { id, class_id: _class, made_by: _by, made_at_ms: _at, ...row } = rowOf(assignment)
  await db.updateTable('assignment').set(row).where('id', '=', id).execute()
  await db.deleteFrom('assignment_child').where('assignment_id', '=', id).execute()
  await addChildren(transaction, assignment)
}

/** Stores what children did, without those who have been deleted. */
async function putWork({ db, dialect }: Transaction, work: readonly StoredWork[]): Promise<void> {
  if (work.length === 0) return
  const locked = await db
    .selectFrom('student')
    .select('user_id')
    .where('user_id', 'in', [...new Set(work.map(({ studentId }) => studentId))])
    .orderBy('user_id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
  const left = new Set(locked.map(({ user_id: id }) => id))
  for (const row of work.filter(({ studentId }) => left.has(studentId)).map(workRow)) {
    const { student_id: _student, assignment_id: _assignment, round_day: _day, ...values } = row
    await db
      .insertInto('assignment_work')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['student_id', 'assignment_id', 'round_day']).doUpdateSet(values),
      )
      .execute()
  }
}

/** Homes and their assignments. */
function assignmentReading(database: Database) {
  return {
    /** Null for a deleted class. */
    home: (classId: string) => database.read((transaction) => readHome(transaction, classId)),

    /** The home of a child, with this child only; null for a deleted child. */
    homeOf: (studentId: string) =>
      database.read(async (transaction) => {
        const student = transaction.db
          .selectFrom('student')
          .select('class_id')
          .where('user_id', '=', studentId)
        const row = await student.executeTakeFirst()
        const home = row ? await readHome(transaction, row.class_id) : null
        return home && { ...home, children: home.children.filter((child) => child.studentId === studentId) }
      }),

    /** Newest first, without deleted ones. */
    ofClass: (classId: string) =>
      database.read(async (transaction) => {
        const rows = await transaction.db
          .selectFrom('assignment')
          .selectAll()
          .where('class_id', '=', classId)
          .where('deleted_at_ms', 'is', null)
          .orderBy('made_at_ms', 'desc')
          .orderBy('id')
          .execute()
        return withChildren(transaction, rows)
      }),

    /** Deleted ones too. */
    find: (assignmentId: string) =>
      database.read(async (transaction) => {
        const found = transaction.db.selectFrom('assignment').selectAll().where('id', '=', assignmentId)
        return (await withChildren(transaction, await found.execute()))[0] ?? null
      }),

    /** The one that this request has made before; null if there is none. */
    ofRequest: (classId: string, requestId: string) =>
      database.read((transaction) => ofRequest(transaction, classId, requestId)),

    work: (assignmentIds: readonly string[], studentIds: readonly string[]) =>
      database.read(async ({ db }) => {
        if (assignmentIds.length === 0 || studentIds.length === 0) return []
        const work = db.selectFrom('assignment_work').selectAll().where('assignment_id', 'in', assignmentIds)
        return (await work.where('student_id', 'in', studentIds).execute()).map(workOf)
      }),
  }
}

/** Stores assignments. What was done of them is read from the attempt log. Every operation is atomic. */
export function sqlAssignmentStore(database: Database) {
  return {
    ...assignmentReading(database),
    ...assignmentAnswers(database),

    /** Returns the one that the same request has made before, if there is one. Children of other homes are left out. */
    add: (assignment: StoredAssignment, requestId: string) =>
      database.write(async (transaction) => {
        const { classId } = assignment
        await lockClass(transaction, classId)
        const known = await ofRequest(transaction, classId, requestId)
        if (known) return known
        const row = { ...rowOf(assignment), request_id: requestId }
        await transaction.db.insertInto('assignment').values(row).execute()
        await addChildren(transaction, assignment)
        return assignment
      }),

    put: (assignment: StoredAssignment) =>
      database.write((transaction) => putAssignment(transaction, assignment)),

    /** Does nothing for children that were deleted. */
    putWork: (work: readonly StoredWork[]) => database.write((transaction) => putWork(transaction, work)),
  }
}

export type AssignmentStore = ReturnType<typeof sqlAssignmentStore>
