import { sql } from 'kysely'
import { GUEST_OFF_BOARDS, GUEST_SESSION } from '../../../../contract/attempt-log.ts'
import { insertSent, isSent, jsonRows, replacing } from '../json-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'
import type { AssignmentTable } from './assignment-tables.ts'

/** Sessions that are no work on an assignment: a guest has none. */
const NOT_ASSIGNED = [GUEST_SESSION, GUEST_OFF_BOARDS].map((type) => sql.lit(type))

type OfClass = { classId: string }
type OfStudent = { studentId: string }
type Rows = { rows: string }
type ChangedAssignment = Omit<AssignmentTable, 'request_id' | 'made_by' | 'class_id' | 'made_at_ms'>
type InSpan = { fromMs: number; untilMs: number }

const WORK_COLUMNS = {
  student_id: 'text',
  assignment_id: 'text',
  round_day: 'text',
  amount: 'integer',
  knows: 'integer',
  stuck: 'integer',
  excused: 'integer',
  more_days: 'integer',
  done_at_ms: 'integer',
  done_count: 'integer',
  firsts: 'integer',
  firsts_right: 'integer',
  closed: 'integer',
} as const

const WORK_KEY = ['student_id', 'assignment_id', 'round_day'] as const
const WORK_VALUES = (Object.keys(WORK_COLUMNS) as (keyof typeof WORK_COLUMNS)[]).filter(
  (name) => !WORK_KEY.some((key) => key === name),
)

/** A problem is over with a right answer or the third wrong one. */
const IS_OVER = sql<number>`case when attempt.correct = 1 or attempt.attempt = 3 then 1 else 0 end`
const IS_FIRST = sql<number>`case when attempt.attempt = 1 then 1 else 0 end`
const IS_FIRST_RIGHT = sql<number>`case when attempt.attempt = 1 and attempt.correct = 1 then 1 else 0 end`
const DAY_MS = 86_400_000

/** Reads homes with their children. */
export const homeStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    home: statement<OfClass>()((values) =>
      db.selectFrom('school_class').select(['zone', 'school_days']).where('id', '=', values.classId),
    ),
    classOf: statement<OfStudent>()((values) =>
      db.selectFrom('student').select('class_id').where('user_id', '=', values.studentId),
    ),
    holidays: statement<OfClass>()((values) =>
      db
        .selectFrom('class_holiday')
        .select(['from_day as from', 'to_day as to'])
        .where('class_id', '=', values.classId)
        .orderBy('from_day'),
    ),
    children: statement<OfClass>()((values) =>
      db
        .selectFrom('student')
        .select(['user_id', 'display_name', 'created_at_ms', 'joined_at_ms', 'settings'])
        .where('class_id', '=', values.classId)
        .orderBy('name_key'),
    ),
    away: statement<OfClass>()((values) =>
      db
        .selectFrom('away')
        .innerJoin('student', 'student.user_id', 'away.student_id')
        .select(['student_id', 'from_day as from', 'to_day as to'])
        .where('student.class_id', '=', values.classId),
    ),
  }
})

/** Reads and writes assignments. */
export const assignmentStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    ofClass: statement<OfClass>()((values) =>
      db
        .selectFrom('assignment')
        .selectAll()
        .where('class_id', '=', values.classId)
        .where('deleted_at_ms', 'is', null)
        .orderBy('made_at_ms', 'desc')
        .orderBy('id'),
    ),
    find: statement<{ assignmentId: string }>()((values) =>
      db.selectFrom('assignment').selectAll().where('id', '=', values.assignmentId),
    ),
    ofRequest: statement<OfClass & { requestId: string }>()((values) =>
      db
        .selectFrom('assignment')
        .selectAll()
        .where('class_id', '=', values.classId)
        .where('request_id', '=', values.requestId),
    ),
    lockClass: statement<OfClass>()((values) =>
      db
        .selectFrom('school_class')
        .select('id')
        .where('id', '=', values.classId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    childrenOf: statement<Rows>()(({ rows }) =>
      db
        .selectFrom('assignment_child')
        .selectAll()
        .where(isSent(dialect, rows, { assignment_id: 'text' }))
        .orderBy('student_id'),
    ),
    add: statement<AssignmentTable>()((values) =>
      db.insertInto('assignment').values({
        id: values.id,
        class_id: values.class_id,
        made_by: values.made_by,
        request_id: values.request_id,
        assigned: values.assigned,
        amount_kind: values.amount_kind,
        amount: values.amount,
        next_amount: values.next_amount,
        next_from_day: values.next_from_day,
        first_day: values.first_day,
        due_day: values.due_day,
        last_day: values.last_day,
        for_all: values.for_all,
        made_at_ms: values.made_at_ms,
        ended_day: values.ended_day,
        deleted_at_ms: values.deleted_at_ms,
      }),
    ),
    put: statement<ChangedAssignment>()((values) =>
      db
        .updateTable('assignment')
        .set({
          assigned: values.assigned,
          amount_kind: values.amount_kind,
          amount: values.amount,
          next_amount: values.next_amount,
          next_from_day: values.next_from_day,
          first_day: values.first_day,
          due_day: values.due_day,
          last_day: values.last_day,
          for_all: values.for_all,
          ended_day: values.ended_day,
          deleted_at_ms: values.deleted_at_ms,
        })
        .where('id', '=', values.id),
    ),
  }
})

/** Reads and writes the children of assignments, and what is stored of their work. */
export const workStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    dropChildren: deletion(dialect, 'assignment_child', 'assignment_id', 'assignmentId'),
    // Only children who are at home there, so that no other child's row can be made.
    addChildren: statement<Rows & OfClass>()((values) =>
      db
        .insertInto('assignment_child')
        .columns(['student_id', 'assignment_id'])
        .expression(
          db
            .selectFrom(jsonRows(dialect, values.rows, { student_id: 'text', assignment_id: 'text' }))
            .innerJoin('student', 'student.user_id', 'sent.student_id')
            .select(['sent.student_id', 'sent.assignment_id'])
            .where('student.class_id', '=', values.classId),
        ),
    ),
    work: statement<{ assignments: string; students: string }>()((values) =>
      db
        .selectFrom('assignment_work')
        .selectAll()
        .where(isSent(dialect, values.assignments, { assignment_id: 'text' }))
        .where(isSent(dialect, values.students, { student_id: 'text' })),
    ),
    lockStudents: statement<Rows>()(({ rows }) =>
      db
        .selectFrom('student')
        .select('user_id')
        .where(isSent(dialect, rows, { student_id: 'text' }, ['user_id']))
        .orderBy('user_id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    putWork: statement<Rows>()(({ rows }) =>
      insertSent(dialect, 'assignment_work', rows, WORK_COLUMNS).onConflict((conflict) =>
        conflict.columns([...WORK_KEY]).doUpdateSet(replacing(WORK_VALUES)),
      ),
    ),
  }
})

/**
 * Reads what children answered in a time. Facts that were asked since are found first, so that the cost does not depend on how long
 * a child has practiced. Answers that are set aside, and those given as a guest, do not count.
 */
export const answerStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const answersOf = (values: { rows: string } & InSpan) =>
    db
      .selectFrom('fact_fluency')
      .innerJoin('attempt', (join) =>
        join
          .onRef('attempt.student_id', '=', 'fact_fluency.student_id')
          .onRef('attempt.fact', '=', 'fact_fluency.fact'),
      )
      .innerJoin('student_session', (join) =>
        join
          .onRef('student_session.student_id', '=', 'attempt.student_id')
          .onRef('student_session.session_id', '=', 'attempt.session_id'),
      )
      .where(isSent(dialect, values.rows, { student_id: 'text' }, ['fact_fluency.student_id']))
      // The day of an answer is the practice day, which may be one less than the day in UTC.
      .where(sql<number>`(fact_fluency.asked_day + 2) * ${sql.lit(DAY_MS)}`, '>=', values.fromMs)
      .where('attempt.at_ms', '>=', values.fromMs)
      .where('attempt.at_ms', '<', values.untilMs)
      .where('student_session.session_type', 'not in', NOT_ASSIGNED)
      .where('attempt.set_aside', 'is', null)
  return {
    counts: statement<Rows & InSpan>()((values) =>
      answersOf(values)
        .select(({ fn }) => [
          'attempt.student_id',
          'attempt.fact',
          fn.sum<number>(IS_OVER).as('problems'),
          fn.sum<number>(IS_FIRST).as('firsts'),
          fn.sum<number>(IS_FIRST_RIGHT).as('firsts_right'),
        ])
        .groupBy(['attempt.student_id', 'attempt.fact']),
    ),
    answers: statement<Rows & InSpan>()((values) =>
      answersOf(values)
        .select(['attempt.fact', 'attempt.at_ms', 'attempt.correct', 'attempt.attempt'])
        .orderBy('attempt.at_ms')
        .orderBy('attempt.session_id')
        .orderBy('attempt.place'),
    ),
    times: statement<Rows & InSpan>()((values) =>
      db
        .selectFrom('student_session')
        .select(['student_id', 'session_type', 'started_at_ms', 'seconds'])
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .where('started_at_ms', '>=', values.fromMs)
        .where('started_at_ms', '<', values.untilMs)
        .where('session_type', 'not in', NOT_ASSIGNED)
        .orderBy('started_at_ms')
        .orderBy('session_id'),
    ),
    /** Of the newest days: the pace of a class changes over a year. */
    pace: statement<Rows & { fromDay: string }>()((values) =>
      db
        .selectFrom('student_day')
        .select(({ fn }) => [
          fn.sum<number>('seconds').as('seconds'),
          fn.sum<number>('attempts').as('attempts'),
        ])
        .where(isSent(dialect, values.rows, { student_id: 'text' }))
        .where('practice_day', '>=', values.fromDay),
    ),
    tried: statement<Rows>()(({ rows }) =>
      db
        .selectFrom('fact_fluency')
        .select('fact')
        .distinct()
        .where(isSent(dialect, rows, { student_id: 'text' })),
    ),
  }
})
