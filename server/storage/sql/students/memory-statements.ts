import { columnsOf, insertSent, isSent, jsonRows, replacing } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { LEARNING_COLUMNS } from './memory-rows.ts'
import { FLUENCY_COLUMNS } from './student-tables.ts'

type Rows = { rows: string }
type OfStudent = { studentId: string }

const writingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    updateLearning: statement<Rows>()((values) =>
      db
        .updateTable('student_practice')
        .from(jsonRows(dialect, values.rows, { student_id: 'text', ...LEARNING_COLUMNS }))
        .set((eb) =>
          Object.fromEntries(columnsOf(LEARNING_COLUMNS).map((column) => [column, eb.ref(`sent.${column}`)])),
        )
        .whereRef('student_practice.student_id', '=', 'sent.student_id'),
    ),
    retain: statement<OfStudent & { retained: string }>()((values) =>
      db
        .insertInto('retained_learning')
        .values({ student_id: values.studentId, retained: values.retained })
        .onConflict((conflict) => conflict.column('student_id').doUpdateSet(replacing(['retained']))),
    ),
    putFluency: statement<Rows>()((values) =>
      insertSent(dialect, 'fact_fluency', values.rows, FLUENCY_COLUMNS).onConflict((conflict) =>
        conflict.columns(['student_id', 'fact']).doUpdateSet(replacing(columnsOf(FLUENCY_COLUMNS))),
      ),
    ),
    putBrought: statement<OfStudent & { brought: string }>()((values) =>
      db
        .updateTable('student_practice')
        .set({ brought: values.brought })
        .where('student_id', '=', values.studentId),
    ),
    putState: statement<OfStudent & { state: string }>()((values) =>
      db
        .updateTable('student_practice')
        .set({ state: values.state })
        .where('student_id', '=', values.studentId),
    ),
  }
})

const readingStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Attempts that are set aside do not count.
    wholeLog: statement<OfStudent>()((values) =>
      db
        .selectFrom('attempt')
        .innerJoin('student_session', (join) =>
          join
            .onRef('student_session.student_id', '=', 'attempt.student_id')
            .onRef('student_session.session_id', '=', 'attempt.session_id'),
        )
        .select([
          'attempt.session_id',
          'student_session.session_type',
          'place',
          'fact',
          'attempt.correct',
          'attempt.attempt',
          'response_ms',
          'entry_ms',
          'time_factor',
          'visual_used',
          'at_ms',
        ])
        .where('attempt.student_id', '=', values.studentId)
        .where('set_aside', 'is', null)
        .orderBy('at_ms')
        .orderBy('attempt.session_id')
        .orderBy('place'),
    ),
    retained: statement<OfStudent>()((values) =>
      db
        .selectFrom('student_practice')
        .leftJoin('retained_learning', 'retained_learning.student_id', 'student_practice.student_id')
        .select(['retained', 'state_version', 'state', 'zones'])
        .where('student_practice.student_id', '=', values.studentId),
    ),
    ends: statement<OfStudent>()((values) =>
      db
        .selectFrom('student_session')
        .select(['session_id', 'completed_at_ms', 'total_problems'])
        .where('student_id', '=', values.studentId)
        .where('completed_at_ms', 'is not', null),
    ),
    learning: statement<Rows>()((values) =>
      db
        .selectFrom('student_practice')
        .select(['student_id', 'state_version', 'state', 'brought'])
        .where(isSent(dialect, values.rows, { student_id: 'text' })),
    ),
    facts: statement<Rows>()((values) =>
      db
        .selectFrom('fact_fluency')
        .selectAll()
        .where(isSent(dialect, values.rows, { student_id: 'text' })),
    ),
    state: statement<OfStudent>()((values) =>
      db.selectFrom('student_practice').select('state').where('student_id', '=', values.studentId),
    ),
    zones: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .innerJoin('school_class', 'school_class.id', 'student.class_id')
        .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
        .select(['school_class.zone', 'student_practice.zones'])
        .where('student.user_id', '=', values.studentId),
    ),
  }
})

export const memoryStatements = perDialect((dialect) => {
  return { ...writingStatements(dialect), ...readingStatements(dialect) }
})
