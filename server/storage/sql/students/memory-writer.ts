import { readZones } from '../../../../domain/calendar.ts'
import type { Transaction } from '../../database.ts'
import { putAchievements } from './achievement-writer.ts'
import { changedRows, learningRow, type StudentMemory } from './memory-rows.ts'
import { entryTimesIn, readRetained, readState, retainedText } from './student-state.ts'
import { FLUENCY_COLUMNS, type FactFluencyTable } from './student-tables.ts'
import { foldedMemory, foldOf } from './whole-log.ts'

/* Writes the memories of students, and what they have earned, within a transaction that has locked the student. */

/** Facts per query, so that only as many forms of the query are prepared. */
const MAX_FACTS = 50

/**
 * A student's log and what its deleted part has shown; undefined if the student has never practiced. Attempts that are set aside do
 * not count. If sessions are given, the log has only those.
 */
async function readLog({ db }: Transaction, studentId: string, sessionIds: readonly string[] | null) {
  const only = sessionIds ?? []
  const [row, attempts, ends] = await Promise.all([
    db
      .selectFrom('student_practice')
      .leftJoin('retained_learning', 'retained_learning.student_id', 'student_practice.student_id')
      .select(['retained', 'state_version', 'state', 'zones'])
      .where('student_practice.student_id', '=', studentId)
      .executeTakeFirst(),
    db
      .selectFrom('attempt')
      .innerJoin('student_session', (join) =>
        join
          .onRef('student_session.student_id', '=', 'attempt.student_id')
          .onRef('student_session.session_id', '=', 'attempt.session_id'),
      )
      .select(['attempt.session_id', 'student_session.session_type', 'place', 'fact', 'attempt.correct'])
      .select(['attempt.attempt', 'response_ms', 'entry_ms', 'time_factor', 'visual_used', 'at_ms'])
      .where('attempt.student_id', '=', studentId)
      .where('set_aside', 'is', null)
      .$if(sessionIds !== null, (query) => query.where('attempt.session_id', 'in', only))
      .orderBy('at_ms')
      .orderBy('attempt.session_id')
      .orderBy('place')
      .execute(),
    db
      .selectFrom('student_session')
      .select(['session_id as sessionId', 'completed_at_ms as atMs', 'total_problems as totalProblems'])
      .where('student_id', '=', studentId)
      .where('completed_at_ms', 'is not', null)
      .$if(sessionIds !== null, (query) => query.where('session_id', 'in', only))
      .$narrowType<{ atMs: number }>()
      .execute(),
  ])
  return row && { row, log: { attempts, ends, zones: readZones(row.zones) } }
}

/** Stores what has changed of a memory's facts. All queries start at once: if one fails, none runs after the transaction is over. */
export function putFacts({ db }: Transaction, studentId: string, memory: StudentMemory): Promise<unknown> {
  const facts = changedRows(studentId, memory)
  const columns = Object.keys(FLUENCY_COLUMNS) as (keyof FactFluencyTable)[]
  const portions = Array.from({ length: Math.ceil(facts.length / MAX_FACTS) }, (_, number) =>
    facts.slice(number * MAX_FACTS, (number + 1) * MAX_FACTS),
  )
  return Promise.all(
    portions.map((portion) =>
      db
        .insertInto('fact_fluency')
        .values(portion)
        .onConflict((conflict) =>
          conflict
            .columns(['student_id', 'fact'])
            .doUpdateSet(({ ref }) =>
              Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)])),
            ),
        )
        .execute(),
    ),
  )
}

/** Stores a memory and what it has earned; if `isQuiet`, that is not announced. */
async function putKnown(
  transaction: Transaction,
  studentId: string,
  changed: StudentMemory,
  isQuiet: boolean,
): Promise<void> {
  const memory = await putAchievements(transaction, studentId, changed, isQuiet)
  const practice = transaction.db.updateTable('student_practice').set(learningRow(memory))
  await Promise.all([
    practice.where('student_id', '=', studentId).execute(),
    putFacts(transaction, studentId, memory),
  ])
}

/** Recomputes a student's memory from the whole log. */
export async function refoldMemory(transaction: Transaction, studentId: string): Promise<void> {
  const known = await readLog(transaction, studentId, null)
  if (!known) return
  const { row, log } = known
  // The log was not evaluated by these rules, or not in its present zone.
  const isFirstEvaluation = readState(row) === null
  const [first] = log.attempts
  if (isFirstEvaluation && first) {
    // Days of practice since then are counted again.
    const days = transaction.db.deleteFrom('practiced_day').where('student_id', '=', studentId)
    await days.where('at_ms', '>=', first.at_ms).execute()
  }
  const folded = foldedMemory(log, readRetained(row.retained))
  const memory = { ...folded, entryTimes: entryTimesIn(row.state) }
  await putKnown(transaction, studentId, memory, isFirstEvaluation)
}

/** Keeps what the attempts of these sessions, and their ends, have shown before they are deleted. */
export async function retainMemory(
  transaction: Transaction,
  studentId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const known = await readLog(transaction, studentId, sessionIds)
  if (!known || known.log.attempts.length === 0) return
  const retained = retainedText(foldOf(known.log, readRetained(known.row.retained)))
  await transaction.db
    .insertInto('retained_learning')
    .values({ student_id: studentId, retained })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet({ retained }))
    .execute()
}

/** Stores a changed memory; one that is stale is recomputed. */
export async function putMemory(
  transaction: Transaction,
  studentId: string,
  memory: StudentMemory,
): Promise<void> {
  if (memory.isStale) await refoldMemory(transaction, studentId)
  else await putKnown(transaction, studentId, memory, false)
}
