import { columnsOf, insertSent, jsonRows, replacing } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import { FLUENCY_COLUMNS, LEARNING_COLUMNS } from './memory-rows.ts'

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
    retain: statement<OfStudent & { memory: string | null; counters: string | null }>()((values) =>
      db
        .updateTable('student_practice')
        .set({ retained: values.memory, retained_counters: values.counters })
        .where('student_id', '=', values.studentId),
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
    putEntryTime: statement<
      OfStudent & { inputType: string; baseMs: number; keyMs: number; measuredAtMs: number }
    >()((values) =>
      db
        .insertInto('entry_time')
        .values({
          student_id: values.studentId,
          input_type: values.inputType,
          base_ms: values.baseMs,
          key_ms: values.keyMs,
          measured_at_ms: values.measuredAtMs,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['student_id', 'input_type'])
            .doUpdateSet(replacing(['base_ms', 'key_ms', 'measured_at_ms'])),
        ),
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
        .select(['retained', 'retained_counters', 'counters', 'zones'])
        .where('student_id', '=', values.studentId),
    ),
    ends: statement<OfStudent>()((values) =>
      db
        .selectFrom('student_session')
        .select(['session_id', 'completed_at_ms', 'total_problems'])
        .where('student_id', '=', values.studentId)
        .where('completed_at_ms', 'is not', null),
    ),
    learning: statement<OfStudent>()((values) =>
      db.selectFrom('student_practice').selectAll().where('student_id', '=', values.studentId),
    ),
    zones: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .innerJoin('school_class', 'school_class.id', 'student.class_id')
        .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
        .select(['school_class.zone', 'student_practice.zones'])
        .where('student.user_id', '=', values.studentId),
    ),
    entryTimes: statement<OfStudent>()((values) =>
      db
        .selectFrom('entry_time')
        .selectAll()
        .where('student_id', '=', values.studentId)
        .orderBy('input_type'),
    ),
  }
})

export const memoryStatements = perDialect((dialect) => {
  return { ...writingStatements(dialect), ...readingStatements(dialect) }
})
