import { sql } from 'kysely'
import { practiceDay, practiceDayStartMs } from '../../../../domain/practice-day.ts'
import type { ChildLife, Warned } from '../../../../domain/retention.ts'
import type { Database, Transaction } from '../../database.ts'
import { byStudent } from '../students/calendar-rows.ts'
import { retainMemory } from '../students/memory-writer.ts'
import { lockPractice } from '../students/student-practice-rows.ts'

type Db = Transaction['db']

/** Children, adults or sessions per batch. */
const MAX_BATCH_ROWS = 200

/** A row of what is stored about warnings. */
export type WarningStep = 'first' | 'second' | 'failing'

/** A child with what determines its retention. */
export type ChildAtRisk = ChildLife & {
  readonly id: string
  readonly classId: string
  /** '' for a family. */
  readonly className: string
  readonly ownerId: string
  /** A parent who looks after it, other than the owner of its home; null for none. */
  readonly parentId: string | null
  readonly warned: Warned
  /** Since when its next warning cannot be sent; null if it can, or was not tried. */
  readonly failingSinceMs: number | null
}

/** An inactive adult without children at home. */
export type IdleAdult = {
  readonly id: string
  readonly email: string
  readonly activeAtMs: number
  readonly warned: Warned
  readonly failingSinceMs: number | null
}

const warningAt = (person: string, step: WarningStep) =>
  sql<
    number | null
  >`(select at_ms from retention_warning where person_id = ${sql.ref(person)} and step = ${sql.lit(step)})`

const warningsOf = (person: string) =>
  [
    warningAt(person, 'first').as('first_warning_ms'),
    warningAt(person, 'second').as('second_warning_ms'),
    warningAt(person, 'failing').as('failing_since_ms'),
  ] as const

/** Children with everything that determines when they are deleted. */
function activityOf(db: Db) {
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
      ...warningsOf('student.user_id'),
    ])
}

type ActivityRow = Awaited<ReturnType<ReturnType<typeof activityOf>['execute']>>[number]

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

async function childrenAtRisk(
  db: Db,
  idleMs: number,
  archivedMs: number,
  after: string,
): Promise<ChildAtRisk[]> {
  const rows = await activityOf(db)
    .where('student.user_id', '>', after)
    .where(({ eb, or, and, not, exists, fn, selectFrom }) =>
      or([
        eb('school_class.archived_at_ms', '<', archivedMs),
        and([
          eb('student.created_at_ms', '<', idleMs),
          eb(fn.coalesce('own_seen.seen_at_ms', sql.lit(0)), '<', idleMs),
          eb(fn.coalesce('owner_seen.seen_at_ms', sql.lit(0)), '<', idleMs),
          not(
            exists(
              selectFrom('guardian as g')
                .innerJoin('person_seen as p', 'p.user_id', 'g.parent_id')
                .select('g.parent_id')
                .whereRef('g.student_id', '=', 'student.user_id')
                .where('p.seen_at_ms', '>=', idleMs),
            ),
          ),
          not(
            exists(
              selectFrom('student_day as d')
                .select('d.practice_day')
                .whereRef('d.student_id', '=', 'student.user_id')
                .where('d.practice_day', '>=', practiceDay(idleMs)),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('student.user_id')
    .limit(MAX_BATCH_ROWS)
    .execute()
  return rows.map(riskOf)
}

async function emailsOf(db: Db, studentId: string): Promise<string[]> {
  const guardians = db.selectFrom('guardian').select('parent_id').where('student_id', '=', studentId)
  const owner = db
    .selectFrom('student')
    .innerJoin('school_class', 'school_class.id', 'student.class_id')
    .select('school_class.owner_id')
    .where('student.user_id', '=', studentId)
  const emails = db
    .selectFrom('user')
    .select('email')
    .where(({ eb, or }) => or([eb('id', 'in', guardians), eb('id', 'in', owner)]))
  return (await emails.orderBy('email').execute()).map(({ email }) => email)
}

async function idleAdults(db: Db, idleMs: number, after: string): Promise<IdleAdult[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('person_seen', 'person_seen.user_id', 'user.id')
    .select(['user.id', 'user.email', 'user.created_at_ms', 'person_seen.seen_at_ms'])
    .select(warningsOf('user.id'))
    .where('user.role', '!=', 'student')
    .where('user.id', '>', after)
    .where('user.created_at_ms', '<', idleMs)
    .where(({ eb, fn }) => eb(fn.coalesce('person_seen.seen_at_ms', sql.lit(0)), '<', idleMs))
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
    .limit(MAX_BATCH_ROWS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    activeAtMs: Math.max(row.created_at_ms, row.seen_at_ms ?? 0),
    warned: { firstAtMs: row.first_warning_ms, secondAtMs: row.second_warning_ms },
    failingSinceMs: row.failing_since_ms,
  }))
}

/** The number of a student's facts in this state now. */
const countOf = (state: string) =>
  sql<number>`(select count(*) from fact_fluency as f where f.student_id = student_day.student_id and f.state = ${sql.lit(state)})`

/** A repeat updates the sums, for late attempts, but not the numbers of facts at the end of the week. */
async function sumWeek(db: Db, week: string, nextWeek: string): Promise<void> {
  await db
    .insertInto('student_week')
    .columns(['student_id', 'week', 'days', 'seconds', 'points', 'attempts', 'known', 'fluent'])
    .expression(({ selectFrom }) =>
      selectFrom('student_day')
        .where('practice_day', '>=', week)
        .where('practice_day', '<', nextWeek)
        .groupBy('student_id')
        .select(({ fn }) => [
          'student_id',
          sql<string>`cast(${week} as text)`.as('week'),
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
    )
    .execute()
}

/** Deletes a batch of sessions with their attempts, and retains what they have shown. Returns how many. */
async function deleteOldSessions(transaction: Transaction, beforeMs: number): Promise<number> {
  const { db } = transaction
  const sessions = await db
    .selectFrom('student_session')
    .select(['student_id', 'session_id'])
    .where('started_at_ms', '<', beforeMs)
    .orderBy('student_id')
    .orderBy('started_at_ms')
    .limit(MAX_BATCH_ROWS)
    .execute()
  const sessionsOf = byStudent(sessions)
  await lockPractice(transaction, [...sessionsOf.keys()])
  for (const [studentId, own] of sessionsOf) {
    const sessionIds = own.map((session) => session.session_id)
    await retainMemory(transaction, studentId, sessionIds)
    for (const table of ['attempt', 'student_session'] as const) {
      const rows = db.deleteFrom(table).where('student_id', '=', studentId)
      await rows.where('session_id', 'in', sessionIds).execute()
    }
  }
  return sessions.length
}

/** Storage for the retention policy. Lists are paged by id, starting after `after`. */
export function sqlPolicyStore(database: Database) {
  return {
    /** Children without practice or sign-in since `idleMs`, and those in classes archived before `archivedMs`. */
    childrenAtRisk: (idleMs: number, archivedMs: number, after: string) =>
      database.read(({ db }) => childrenAtRisk(db, idleMs, archivedMs, after)),

    child: (studentId: string) =>
      database.read(async ({ db }) => {
        const row = await activityOf(db).where('student.user_id', '=', studentId).executeTakeFirst()
        return row ? riskOf(row) : null
      }),

    /** The email addresses of the adults who look after a child. */
    emailsOf: (studentId: string) => database.read(({ db }) => emailsOf(db, studentId)),

    /** Adults without children at home who were last active before `idleMs`. */
    idleAdults: (idleMs: number, after: string) => database.read(({ db }) => idleAdults(db, idleMs, after)),

    /** Records the warning, replacing one for an earlier deadline; `failing` is the first that could not be sent. */
    recordWarning: (personIds: readonly string[], step: WarningStep, nowMs: number) =>
      database.write(async ({ db }) => {
        for (const personId of personIds) {
          await db
            .insertInto('retention_warning')
            .values({ person_id: personId, step, at_ms: nowMs })
            .onConflict((conflict) => conflict.columns(['person_id', 'step']).doUpdateSet({ at_ms: nowMs }))
            .execute()
        }
      }),

    /** Records that emails to these people can be sent again. */
    endFailures: (personIds: readonly string[]) =>
      database.write(async ({ db }) => {
        if (personIds.length === 0) return
        const failures = db.deleteFrom('retention_warning').where('step', '=', 'failing')
        await failures.where('person_id', 'in', personIds).execute()
      }),

    /** Sums the practice days from `week` to before `nextWeek` per student; idempotent. */
    sumWeek: (week: string, nextWeek: string) => database.write(({ db }) => sumWeek(db, week, nextWeek)),

    /** Deletes practice sessions that started before this time, with their attempts, in batches. */
    deleteAnswersBefore: async (beforeMs: number, signal: AbortSignal) => {
      let found = MAX_BATCH_ROWS
      while (found === MAX_BATCH_ROWS && !signal.aborted) {
        found = await database.write((transaction) => deleteOldSessions(transaction, beforeMs))
      }
    },
  }
}

export type PolicyStore = ReturnType<typeof sqlPolicyStore>
