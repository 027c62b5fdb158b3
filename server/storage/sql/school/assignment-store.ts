import type { Weekday } from '../../../../domain/calendar.ts'
import { EMPTY_MEMORY } from '../../../../domain/learning/memory.ts'
import type { AmountKind, Assigned } from '../../../../domain/school/assignment.ts'
import type {
  AssignedHome,
  AssignmentStore,
  StoredAssignment,
  StoredWork,
} from '../../../school/assignment-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { toJson } from '../json-rows.ts'
import { memoryReading } from '../students/memory-reading.ts'
import {
  answerStatements,
  assignmentStatements,
  homeStatements,
  workStatements,
} from './assignment-statements.ts'
import type { AssignmentTable, AssignmentWorkTable } from './assignment-tables.ts'

const studentRows = (ids: readonly string[]): string => toJson(ids.map((id) => ({ student_id: id })))
const assignmentRows = (ids: readonly string[]): string => toJson(ids.map((id) => ({ assignment_id: id })))

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

/** Homes and their assignments. */
function assignmentReading(database: Database) {
  const homes = homeStatements(database.dialect)
  const assignments = assignmentStatements(database.dialect)

  const read = async (transaction: Transaction, classId: string): Promise<AssignedHome | null> => {
    const [home, holidays, children, away] = await Promise.all([
      transaction.first(homes.home, { classId }),
      transaction.all(homes.holidays, { classId }),
      transaction.all(homes.children, { classId }),
      transaction.all(homes.away, { classId }),
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

  const withChildren = async (
    transaction: Transaction,
    rows: readonly AssignmentTable[],
  ): Promise<StoredAssignment[]> => {
    const ids = rows.filter((row) => row.for_all === 0).map(({ id }) => id)
    const children =
      ids.length === 0 ? [] : await transaction.all(assignments.childrenOf, { rows: assignmentRows(ids) })
    return rows.map((row) =>
      assignmentOf(
        row,
        children.filter((child) => child.assignment_id === row.id).map((child) => child.student_id),
      ),
    )
  }

  return {
    withChildren,

    home: (classId: string) => database.read((transaction) => read(transaction, classId)),

    homeOf: (studentId: string) =>
      database.read(async (transaction) => {
        const row = await transaction.first(homes.classOf, { studentId })
        const home = row ? await read(transaction, row.class_id) : null
        return home && { ...home, children: home.children.filter((child) => child.studentId === studentId) }
      }),

    ofClass: (classId: string) =>
      database.read(async (transaction) =>
        withChildren(transaction, await transaction.all(assignments.ofClass, { classId })),
      ),

    find: (assignmentId: string) =>
      database.read(async (transaction) => {
        const rows = await transaction.all(assignments.find, { assignmentId })
        return (await withChildren(transaction, rows))[0] ?? null
      }),
  }
}

/** What children answered. */
function answerReading(database: Database) {
  const answers = answerStatements(database.dialect)
  const memories = memoryReading(database)
  return {
    counts: (studentIds, span) =>
      database.read(async (transaction) =>
        (await transaction.all(answers.counts, { rows: studentRows(studentIds), ...span })).map((row) => ({
          studentId: row.student_id,
          factId: row.fact,
          problems: Number(row.problems),
          firsts: Number(row.firsts),
          firstsRight: Number(row.firsts_right),
        })),
      ),

    answers: (studentId, span) =>
      database.read(async (transaction) =>
        (await transaction.all(answers.answers, { rows: studentRows([studentId]), ...span })).map((row) => ({
          factId: row.fact,
          atMs: row.at_ms,
          isFirst: row.attempt === 1,
          isRight: row.correct === 1,
          isOver: row.correct === 1 || row.attempt === 3,
        })),
      ),

    times: (studentIds, span) =>
      database.read(async (transaction) =>
        (await transaction.all(answers.times, { rows: studentRows(studentIds), ...span })).map((row) => ({
          studentId: row.student_id,
          sessionType: row.session_type,
          startedAtMs: row.started_at_ms,
          seconds: row.seconds,
        })),
      ),

    memory: async (studentId) => (await memories([studentId])).get(studentId)?.memory ?? EMPTY_MEMORY,

    practiced: (studentIds, fromDay) =>
      database.read(async (transaction) => {
        const rows = studentRows(studentIds)
        const [pace, tried] = await Promise.all([
          transaction.first(answers.pace, { rows, fromDay }),
          transaction.all(answers.tried, { rows }),
        ])
        const [seconds, attempts] = [Number(pace?.seconds ?? 0), Number(pace?.attempts ?? 0)]
        return {
          problemMs: attempts > 0 ? Math.round((seconds * 1000) / attempts) : null,
          factIds: tried.map(({ fact }) => fact),
        }
      }),
  } satisfies Partial<AssignmentStore>
}

export function sqlAssignmentStore(database: Database): AssignmentStore {
  const { withChildren, ...reading } = assignmentReading(database)
  const works = workStatements(database.dialect)
  const assignments = assignmentStatements(database.dialect)

  const addChildren = async (transaction: Transaction, assignment: StoredAssignment): Promise<void> => {
    if (assignment.forAll) return
    const rows = assignment.childIds.map((id) => ({ student_id: id, assignment_id: assignment.id }))
    await transaction.run(works.addChildren, { rows: toJson(rows), classId: assignment.classId })
  }

  const ofRequest = async (transaction: Transaction, classId: string, requestId: string) => {
    const rows = await transaction.all(assignments.ofRequest, { classId, requestId })
    return (await withChildren(transaction, rows))[0] ?? null
  }

  return {
    ...reading,
    ...answerReading(database),

    ofRequest: (classId, requestId) =>
      database.read((transaction) => ofRequest(transaction, classId, requestId)),

    add: (assignment, requestId) =>
      database.write(async (transaction) => {
        const { classId } = assignment
        // Locks the class, so that a concurrent repeat is found.
        await transaction.first(assignments.lockClass, { classId })
        const known = await ofRequest(transaction, classId, requestId)
        if (known) return known
        await transaction.run(assignments.add, { ...rowOf(assignment), request_id: requestId })
        await addChildren(transaction, assignment)
        return assignment
      }),

    put: (assignment) =>
      database.write(async (transaction) => {
        await transaction.first(assignments.lockClass, { classId: assignment.classId })
        const { class_id: _class, made_by: _by, made_at_ms: _at, ...row } = rowOf(assignment)
        transaction.send(assignments.put, row)
        await transaction.run(works.dropChildren, { assignmentId: assignment.id })
        await addChildren(transaction, assignment)
      }),

    work: (assignmentIds, studentIds) =>
      database.read(async (transaction) => {
        const values = { assignments: assignmentRows(assignmentIds), students: studentRows(studentIds) }
        return (await transaction.all(works.work, values)).map(workOf)
      }),

    putWork: (work) =>
      database.write(async (transaction) => {
        const rows = studentRows([...new Set(work.map(({ studentId }) => studentId))])
        const left = new Set(
          (await transaction.all(works.lockStudents, { rows })).map(({ user_id: id }) => id),
        )
        const kept = work.filter(({ studentId }) => left.has(studentId)).map(workRow)
        if (kept.length > 0) await transaction.run(works.putWork, { rows: toJson(kept) })
      }),
  }
}
