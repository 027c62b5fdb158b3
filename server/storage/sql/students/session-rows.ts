import { GUEST_OFF_BOARDS, GUEST_SESSION } from '../../../../contract/attempt-log.ts'
import { MAX_SECONDS_AGO } from '../../../../contract/guest.ts'
import type { GuestRecord } from '../../../../domain/guest-record.ts'
import { findLeague } from '../../../../domain/league.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import { averageMsOf, EMPTY_LOG, NO_SUMS, practicedSeconds, usedMs } from '../../../../domain/session-log.ts'
import { ownTime, type OwnTime } from '../../../../domain/session-time.ts'
import type { Recorded } from '../../../practice/port.ts'
import type {
  Completed,
  Completion,
  LateAttempts,
  Logged,
  NewSession,
  StudentSession,
} from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import { extendResult, recordResult, type IdentifiedResult } from '../practice/practice-rows.ts'
import type { ExtendedSession } from './log-judge.ts'
import { studentMemory, withEnd, type StudentMemory } from './memory-rows.ts'
import { putMemory } from './memory-writer.ts'
import { logAttempts } from './student-log.ts'
import { addPractice, addToDays, lockPractice, lockStudent } from './student-practice-rows.ts'
import { countedSums, logRow, sessionOf } from './student-rows.ts'

/** The session was counted before, but retention has deleted its result since. */
class AlreadyDeleted extends Error {}

const throwAlreadyDeleted = (): GuestRecord => {
  throw new AlreadyDeleted()
}

/** The session's result for its league's board; null if it has no league or no answers. */
function resultOf(
  session: StudentSession,
  completion: Pick<Completion, 'tokenHash' | 'practiceDay' | 'atMs' | 'storedAtMs'>,
) {
  const league = findLeague(session.sessionType)
  const counted = countedSums(session)
  if (!league || counted.answered === 0) return null
  const result: IdentifiedResult = {
    tokenHash: completion.tokenHash,
    submissionId: session.sessionId,
    league: league.id,
    practiceDay: completion.practiceDay,
    score: counted.score,
    problemsSolved: counted.answered,
    correctAnswers: counted.correct,
    averageTimeMs: Math.round(averageMsOf(counted)),
    playedAtMs: completion.atMs,
    storedAtMs: completion.storedAtMs,
  }
  return result
}

/** Finds a session; null if there is none. */
export async function findSession({ db }: Transaction, studentId: string, sessionId: string) {
  const session = db.selectFrom('student_session').selectAll().where('student_id', '=', studentId)
  const row = await session.where('session_id', '=', sessionId).executeTakeFirst()
  return row ? sessionOf(row) : null
}

/** The time of a new session, and the session during which it begins, whose time ends then (domain/session-time.ts). */
async function claimTime(
  { db }: Transaction,
  { studentId, startedAtMs }: NewSession,
  earliestMs: number,
): Promise<{ readonly time: OwnTime; readonly within: StudentSession | null }> {
  const atMs = Math.max(startedAtMs, earliestMs)
  const own = db.selectFrom('student_session').where('student_id', '=', studentId)
  const [row, next] = await Promise.all([
    // Of several sessions that began at the same moment, all but one have no time of their own.
    own
      .selectAll()
      .where('counts_from_ms', '<=', atMs)
      .where(({ eb, or, ref }) =>
        or([eb('counts_until_ms', 'is', null), eb('counts_until_ms', '>', ref('counts_from_ms'))]),
      )
      .orderBy('counts_from_ms', 'desc')
      .limit(1)
      .executeTakeFirst(),
    own
      .select('counts_from_ms')
      .where('counts_from_ms', '>', atMs)
      .orderBy('counts_from_ms')
      .limit(1)
      .executeTakeFirst(),
  ])
  const within = row ? sessionOf(row) : null
  const nextFromMs = next?.counts_from_ms ?? null
  const used = within && { time: within.time, usedMs: usedMs(within) }
  return { time: ownTime({ startedAtMs, accountMadeAtMs: earliestMs, within: used, nextFromMs }), within }
}

/** Begins a session, or finds it if it was begun before; null if the student is being deleted. */
export async function beginSession(
  transaction: Transaction,
  session: NewSession,
): Promise<StudentSession | null> {
  const { studentId, sessionId } = session
  const student = await lockStudent(transaction, studentId)
  if (!student) return null
  const [, , known] = await Promise.all([
    addPractice(transaction, studentId, session.startedAtMs),
    lockPractice(transaction, [studentId]),
    findSession(transaction, studentId, sessionId),
  ])
  if (known) return known
  // What was played as a guest may have come before the account.
  const isGuests = ([GUEST_SESSION, GUEST_OFF_BOARDS] as string[]).includes(session.sessionType)
  const madeAtMs = student.created_at_ms
  const earliestMs = isGuests ? madeAtMs - MAX_SECONDS_AGO * 1000 : madeAtMs
  const { time, within } = await claimTime(transaction, session, earliestMs)
  const begun = { ...session, log: EMPTY_LOG, aside: NO_SUMS, time, completedAtMs: null, seconds: 0 }
  const { db } = transaction
  await Promise.all([
    within &&
      db
        .updateTable('student_session')
        .set({ counts_until_ms: time.fromMs })
        .where('student_id', '=', studentId)
        .where('session_id', '=', within.sessionId)
        .execute(),
    db
      .insertInto('student_session')
      .values({
        student_id: studentId,
        session_id: sessionId,
        session_type: session.sessionType,
        target_seconds: session.targetSeconds,
        total_problems: session.totalProblems,
        started_at_ms: session.startedAtMs,
        counts_from_ms: time.fromMs,
        counts_until_ms: time.untilMs,
        completed_at_ms: null,
        ...logRow(begun),
      })
      .execute(),
  ])
  return begun
}

async function record(
  transaction: Transaction,
  session: StudentSession,
  completion: Completion,
  change: (known: GuestRecord | null) => GuestRecord,
): Promise<Recorded | null> {
  const result = resultOf(session, completion)
  if (!result) return null
  try {
    return await recordResult(transaction, result, change)
  } catch (error) {
    if (error instanceof AlreadyDeleted) return null
    throw error
  }
}

async function closeSession(
  transaction: Transaction,
  open: StudentSession,
  { atMs, actualSeconds, practiceDay: day }: Completion,
  memory: StudentMemory | null,
): Promise<StudentSession> {
  const { studentId, sessionId, totalProblems } = open
  const seconds = practicedSeconds(open, actualSeconds, atMs)
  const sums = {
    seconds: seconds - open.seconds,
    sessions: countedSums(open).answered === 0 ? 0 : 1,
    points: 0,
    attempts: 0,
  }
  await Promise.all([
    transaction.db
      .updateTable('student_session')
      .set({ completed_at_ms: atMs, seconds })
      .where('student_id', '=', studentId)
      .where('session_id', '=', sessionId)
      .execute(),
    addToDays(transaction, [{ student_id: studentId, practice_day: day, ...sums }]),
  ])
  if (memory) {
    await putMemory(transaction, studentId, withEnd(memory, { sessionId, atMs, totalProblems }))
  }
  return { ...open, completedAtMs: atMs, seconds }
}

/** Ends a session and counts it on its league's board; idempotent. Null if there is none. */
export async function completeSession(
  transaction: Transaction,
  completion: Completion,
): Promise<Completed | null> {
  const { studentId, sessionId, changePlayer } = completion
  if (!(await lockStudent(transaction, studentId))) return null
  const [[row], found] = await Promise.all([
    lockPractice(transaction, [studentId]),
    findSession(transaction, studentId, sessionId),
  ])
  if (!found) return null
  if (found.completedAtMs !== null) {
    return { session: found, recorded: await record(transaction, found, completion, throwAlreadyDeleted) }
  }
  const session = await closeSession(transaction, found, completion, row ? studentMemory(row, []) : null)
  const change = (known: GuestRecord | null): GuestRecord =>
    changePlayer(known, countedSums(session).answered)
  return { session, recorded: await record(transaction, session, completion, change) }
}

/** Counts, on its league's board, what was added to a session that is over. */
async function recount(
  transaction: Transaction,
  { before, after, endedAtMs }: ExtendedSession,
  { tokenHash, storedAtMs, changePlayer }: LateAttempts,
): Promise<void> {
  const end = { tokenHash, storedAtMs, atMs: endedAtMs, practiceDay: practiceDay(endedAtMs) }
  const result = resultOf(after, end)
  const [earlier, now] = [countedSums(before).answered, countedSums(after).answered]
  const problems = now - earlier
  if (!result || problems === 0) return
  const change = (known: GuestRecord | null) => changePlayer(known, problems, endedAtMs)
  if (earlier > 0) return extendResult(transaction, result, change, resultOf(before, end))
  await recordResult(transaction, result, change)
}

/** Logs attempts, also of sessions that are over, whose results on boards change too. */
export async function logLateAttempts(transaction: Transaction, late: LateAttempts): Promise<Logged> {
  const { studentId, attempts, oldestEndMs } = late
  // The student was deleted while the request was in flight.
  if (!(await lockStudent(transaction, studentId))) {
    return { kind: 'no_session', sessionId: attempts[0]?.sessionId ?? '' }
  }
  const { logged, extended } = await logAttempts(transaction, { studentId, attempts }, oldestEndMs)
  for (const session of extended) await recount(transaction, session, late)
  return logged
}
