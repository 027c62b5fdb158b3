import { sql } from 'kysely'
import { practiceDay, practiceDayStartMs } from '../../../../domain/practice-day.ts'
import type { IdleAdult, PolicyStore, ChildAtRisk, WarningStep } from '../../../account/policy-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { isSent, jsonRows, toJson } from '../json-rows.ts'
import { MemoryWriter } from '../students/memory-writer.ts'
import { sessionStatements } from '../students/student-statements.ts'
import { perDialect, queryBuilder, statement, type RowOf } from '../statement.ts'

/** Children, adults or sessions per batch. */
const MAX_BATCH_ROWS = 200

const warningAt = (person: string, step: WarningStep) =>
  sql<
    number | null
  >`(select at_ms from retention_warning where person_id = ${sql.ref(person)} and step = ${sql.lit(step)})`

/** Children with everything that determines when they are deleted. */
const childActivity = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return db
    .selectFrom('student')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .leftJoin('person_seen as own_seen', 'own_seen.user_id', 'student.user_id')
    .leftJoin('person_seen as owner_seen', 'owner_seen.user_id', 'school_class.owner_id')
    .select([
      'student.user_id',
      'student.class_id',
      'student.created_at_ms',
      'school_class.owner_id',
      'school_class.name as class_name',
      'school_class.archived_at_ms',
      'own_seen.seen_at_ms as own_seen_ms',
      'owner_seen.seen_at_ms as owner_seen_ms',
    ])
    .select(({ selectFrom }) => [
      selectFrom('guardian')
        .innerJoin('person_seen', 'person_seen.user_id', 'guardian.parent_id')
        .whereRef('guardian.student_id', '=', 'student.user_id')
        .select(({ fn }) => fn.max<number | null>('person_seen.seen_at_ms').as('seen'))
        .as('guardians_seen_ms'),
      selectFrom('student_day')
        .whereRef('student_day.student_id', '=', 'student.user_id')
        .select(({ fn }) => fn.max<string | null>('student_day.practice_day').as('day'))
        .as('last_day'),
      selectFrom('guardian')
        .whereRef('guardian.student_id', '=', 'student.user_id')
        .whereRef('guardian.parent_id', '!=', 'school_class.owner_id')
        .select(({ fn }) => fn.min<string | null>('guardian.parent_id').as('parent'))
        .as('parent_id'),
      warningAt('student.user_id', 'first').as('first_warning_ms'),
      warningAt('student.user_id', 'second').as('second_warning_ms'),
      warningAt('student.user_id', 'failing').as('failing_since_ms'),
    ])
})

const childStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const activity = childActivity(dialect)
  return {
    one: statement<{ studentId: string }>()((values) =>
      activity.where('student.user_id', '=', values.studentId),
    ),
    atRisk: statement<{
      idleMs: number
      idleDay: string
      archivedMs: number
      after: string
    }>()((values) =>
      activity
        .where('student.user_id', '>', values.after)
        .where((eb) =>
          eb.or([
            eb('school_class.archived_at_ms', '<', values.archivedMs),
            eb.and([
              eb('student.created_at_ms', '<', values.idleMs),
              eb(eb.fn.coalesce('own_seen.seen_at_ms', sql.lit(0)), '<', values.idleMs),
              eb(eb.fn.coalesce('owner_seen.seen_at_ms', sql.lit(0)), '<', values.idleMs),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('guardian as g')
                    .innerJoin('person_seen as p', 'p.user_id', 'g.parent_id')
                    .select('g.parent_id')
                    .whereRef('g.student_id', '=', 'student.user_id')
                    .where('p.seen_at_ms', '>=', values.idleMs),
                ),
              ),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('student_day as d')
                    .select('d.practice_day')
                    .whereRef('d.student_id', '=', 'student.user_id')
                    .where('d.practice_day', '>=', values.idleDay),
                ),
              ),
            ]),
          ]),
        )
        .orderBy('student.user_id')
        .limit(MAX_BATCH_ROWS),
    ),
    emails: statement<{ studentId: string }>()((values) =>
      db
        .selectFrom('user')
        .select('user.email')
        .where((eb) =>
          eb.or([
            eb(
              'user.id',
              'in',
              eb
                .selectFrom('guardian')
                .select('guardian.parent_id')
                .where('guardian.student_id', '=', values.studentId),
            ),
            eb(
              'user.id',
              'in',
              eb
                .selectFrom('student')
                .innerJoin('school_class', 'school_class.id', 'student.class_id')
                .select('school_class.owner_id')
                .where('student.user_id', '=', values.studentId),
            ),
          ]),
        )
        .orderBy('user.email'),
    ),
  }
})

const adultStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    idle: statement<{ idleMs: number; after: string }>()((values) =>
      db
        .selectFrom('user')
        .leftJoin('person_seen', 'person_seen.user_id', 'user.id')
        .select(['user.id', 'user.email', 'user.created_at_ms', 'person_seen.seen_at_ms'])
        .select([
          warningAt('user.id', 'first').as('first_warning_ms'),
          warningAt('user.id', 'second').as('second_warning_ms'),
          warningAt('user.id', 'failing').as('failing_since_ms'),
        ])
        .where('user.role', '!=', 'student')
        .where('user.id', '>', values.after)
        .where('user.created_at_ms', '<', values.idleMs)
        .where((eb) => eb(eb.fn.coalesce('person_seen.seen_at_ms', sql.lit(0)), '<', values.idleMs))
        // Adults with children in their classes or family are not deleted, so they are not warned.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('school_class')
                .innerJoin('student', 'student.class_id', 'school_class.id')
                .select('student.user_id')
                .whereRef('school_class.owner_id', '=', 'user.id'),
            ),
          ),
        )
        .orderBy('user.id')
        .limit(MAX_BATCH_ROWS),
    ),
    endFailure: statement<{ personId: string }>()((values) =>
      db
        .deleteFrom('retention_warning')
        .where('person_id', '=', values.personId)
        .where('step', '=', 'failing'),
    ),
    warn: statement<{ personId: string; step: WarningStep; nowMs: number }>()((values) =>
      db
        .insertInto('retention_warning')
        .values({ person_id: values.personId, step: values.step, at_ms: values.nowMs })
        .onConflict((conflict) =>
          conflict.columns(['person_id', 'step']).doUpdateSet({ at_ms: values.nowMs }),
        ),
    ),
  }
})

/** The number of a student's facts in this state now. */
const countOf = (state: string) =>
  sql<number>`(select count(*) from fact_fluency as f where f.student_id = student_day.student_id and f.state = ${sql.lit(state)})`

const answerStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const keys = { student_id: 'text', session_id: 'text' } as const
  return {
    // A repeat updates the sums, for late attempts, but not the numbers of facts at the end of the week.
    week: statement<{ week: string; nextWeek: string }>()((values) =>
      db
        .insertInto('student_week')
        .columns(['student_id', 'week', 'days', 'seconds', 'points', 'attempts', 'known', 'fluent'])
        .expression((eb) =>
          eb
            .selectFrom('student_day')
            .where('practice_day', '>=', values.week)
            .where('practice_day', '<', values.nextWeek)
            .groupBy('student_id')
            .select(({ fn }) => [
              'student_id',
              sql<string>`cast(${values.week} as text)`.as('week'),
              fn.countAll<number>().as('days'),
              fn.sum<number>('seconds').as('seconds'),
              fn.sum<number>('points').as('points'),
              fn.sum<number>('attempts').as('attempts'),
              countOf('known').as('known'),
              countOf('fluent').as('fluent'),
            ]),
        )
        .onConflict((conflict) =>
          conflict.columns(['student_id', 'week']).doUpdateSet(({ ref }) => ({
            days: ref('excluded.days'),
            seconds: ref('excluded.seconds'),
            points: ref('excluded.points'),
            attempts: ref('excluded.attempts'),
          })),
        ),
    ),
    oldSessions: statement<{ beforeMs: number }>()((values) =>
      db
        .selectFrom('student_session')
        .select(['student_id', 'session_id'])
        .where('started_at_ms', '<', values.beforeMs)
        .orderBy('student_id')
        .orderBy('started_at_ms')
        .limit(MAX_BATCH_ROWS),
    ),
    attemptsOf: statement<{ rows: string }>()(({ rows }) =>
      db
        .selectFrom(jsonRows(dialect, rows, keys))
        .innerJoin('attempt', (join) =>
          join
            .onRef('attempt.student_id', '=', 'sent.student_id')
            .onRef('attempt.session_id', '=', 'sent.session_id'),
        )
        .innerJoin('student_session as session', (join) =>
          join
            .onRef('session.student_id', '=', 'sent.student_id')
            .onRef('session.session_id', '=', 'sent.session_id'),
        )
        .selectAll('attempt')
        .select('session.session_type')
        .where('attempt.set_aside', 'is', null)
        .orderBy('attempt.student_id')
        .orderBy('attempt.at_ms')
        .orderBy('attempt.session_id')
        .orderBy('attempt.place'),
    ),
    endsOf: statement<{ rows: string }>()(({ rows }) =>
      db
        .selectFrom('student_session')
        .select(['student_id', 'session_id', 'completed_at_ms', 'total_problems'])
        .where(isSent(dialect, rows, keys))
        .where('completed_at_ms', 'is not', null),
    ),
    drop: (['attempt', 'student_session'] as const).map((table) =>
      statement<{ rows: string }>()(({ rows }) =>
        db.deleteFrom(table as 'attempt').where(isSent(dialect, rows, keys)),
      ),
    ),
  }
})

type ActivityRow = RowOf<ReturnType<typeof childStatements>['one']>

function riskOf(row: ActivityRow): ChildAtRisk {
  const practiced = row.last_day === null ? 0 : practiceDayStartMs(row.last_day)
  const seen = [row.own_seen_ms, row.owner_seen_ms, row.guardians_seen_ms].map((ms) => ms ?? 0)
  return {
    id: row.user_id,
    classId: row.class_id,
    className: row.class_name,
    ownerId: row.owner_id,
    parentId: row.parent_id,
    activeAtMs: Math.max(row.created_at_ms, practiced, ...seen),
    archivedAtMs: row.archived_at_ms,
    warned: { firstAtMs: row.first_warning_ms, secondAtMs: row.second_warning_ms },
    failingSinceMs: row.failing_since_ms,
  }
}

export function sqlPolicyStore(database: Database): PolicyStore {
  const children = childStatements(database.dialect)
  const adults = adultStatements(database.dialect)
  const answers = answerStatements(database.dialect)
  const { lock } = sessionStatements(database.dialect)
  const memories = new MemoryWriter(database.dialect)

  /** Retains the memory of these sessions' attempts before they are deleted. */
  const retain = async (
    transaction: Transaction,
    sessions: readonly { readonly student_id: string; readonly session_id: string }[],
  ): Promise<void> => {
    const students = [...new Set(sessions.map((session) => session.student_id))]
    await transaction.all(lock, { rows: toJson(students.map((id) => ({ student_id: id }))) })
    const rows = toJson(sessions)
    const [attempts, ends] = await Promise.all([
      transaction.all(answers.attemptsOf, { rows }),
      transaction.all(answers.endsOf, { rows }),
    ])
    for (const id of students) {
      const own = attempts.filter((attempt) => attempt.student_id === id)
      const closed = ends.filter((session) => session.student_id === id)
      await memories.retain(transaction, id, own, closed)
    }
  }

  return {
    childrenAtRisk: (idleMs, archivedMs, after) =>
      database.read(async (transaction) => {
        const values = { idleMs, idleDay: practiceDay(idleMs), archivedMs, after }
        return (await transaction.all(children.atRisk, values)).map(riskOf)
      }),

    child: (studentId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(children.one, { studentId })
        return row ? riskOf(row) : null
      }),

    emailsOf: (studentId) =>
      database.read(async (transaction) =>
        (await transaction.all(children.emails, { studentId })).map(({ email }) => email),
      ),

    idleAdults: (idleMs, after) =>
      database.read(async (transaction) =>
        (await transaction.all(adults.idle, { idleMs, after })).map((row): IdleAdult => ({
          id: row.id,
          email: row.email,
          activeAtMs: Math.max(row.created_at_ms, row.seen_at_ms ?? 0),
          warned: { firstAtMs: row.first_warning_ms, secondAtMs: row.second_warning_ms },
          failingSinceMs: row.failing_since_ms,
        })),
      ),

    recordWarning: (personIds, step, nowMs) =>
      database.write(async (transaction) => {
        for (const personId of personIds) await transaction.run(adults.warn, { personId, step, nowMs })
      }),

    endFailures: (personIds) =>
      database.write(async (transaction) => {
        for (const personId of personIds) await transaction.run(adults.endFailure, { personId })
      }),

    sumWeek: (week, nextWeek) =>
      database.write(async (transaction) => {
        await transaction.run(answers.week, { week, nextWeek })
      }),

    deleteAnswersBefore: async (beforeMs, signal) => {
      let found = MAX_BATCH_ROWS
      while (found === MAX_BATCH_ROWS && !signal.aborted) {
        found = await database.write(async (transaction) => {
          const sessions = await transaction.all(answers.oldSessions, { beforeMs })
          const rows = toJson(sessions)
          await retain(transaction, sessions)
          for (const drop of answers.drop) await transaction.run(drop, { rows })
          return sessions.length
        })
      }
    },
  }
}
