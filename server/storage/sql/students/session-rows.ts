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
import type { Dialect } from '../../dialect.ts'
import { toJson } from '../json-rows.ts'
import { extendResult, recordResult, type IdentifiedResult } from '../practice/practice-rows.ts'
import type { ExtendedSession } from './log-judge.ts'
import { studentMemory, withEnd, type StudentMemory } from './memory-rows.ts'
import { MemoryWriter } from './memory-writer.ts'
import type { StudentLogRows } from './student-log.ts'
import { countedSums, sessionOf } from './student-rows.ts'
import { sessionStatements, sessionTimeStatements } from './student-statements.ts'

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

/** Students' sessions and their results on boards, inside the caller's transaction. */
export class StudentSessionRows {
  readonly #statements: ReturnType<typeof sessionStatements> & ReturnType<typeof sessionTimeStatements>
  readonly #logRows: StudentLogRows
  readonly #memories: MemoryWriter

  constructor(dialect: Dialect, logRows: StudentLogRows) {
    this.#statements = { ...sessionStatements(dialect), ...sessionTimeStatements(dialect) }
    this.#logRows = logRows
    this.#memories = new MemoryWriter(dialect)
  }

  async find(transaction: Transaction, studentId: string, sessionId: string) {
    const row = await transaction.first(this.#statements.findSession, { studentId, sessionId })
    return row ? sessionOf(row) : null
  }

  /** Assigns a new session its time, and ends the time of the session during which it begins. */
  async #claimTime(
    transaction: Transaction,
    { studentId, startedAtMs }: NewSession,
    earliestMs: number,
  ): Promise<OwnTime> {
    const beginning = { studentId, atMs: Math.max(startedAtMs, earliestMs) }
    const [row, next] = await Promise.all([
      transaction.first(this.#statements.findWithin, beginning),
      transaction.first(this.#statements.findNext, beginning),
    ])
    const within = row ? sessionOf(row) : null
    const nextFromMs = next?.counts_from_ms ?? null
    const used = within && { time: within.time, usedMs: usedMs(within) }
    const time = ownTime({ startedAtMs, accountMadeAtMs: earliestMs, within: used, nextFromMs })
    if (within) {
      transaction.send(this.#statements.endTime, {
        studentId,
        sessionId: within.sessionId,
        untilMs: time.fromMs,
      })
    }
    return time
  }

  async begin(transaction: Transaction, session: NewSession): Promise<StudentSession | null> {
    const { studentId, sessionId, startedAtMs: atMs } = session
    const student = await transaction.first(this.#statements.lockStudent, { studentId })
    if (!student) return null
    transaction.send(this.#statements.addStudent, { studentId, atMs })
    const [, known] = await Promise.all([
      transaction.all(this.#statements.lock, { rows: toJson([{ student_id: studentId }]) }),
      this.find(transaction, studentId, sessionId),
    ])
    if (known) return known
    // What was played as a guest may have come before the account.
    const isGuests = ([GUEST_SESSION, GUEST_OFF_BOARDS] as string[]).includes(session.sessionType)
    const madeAtMs = student.created_at_ms
    const earliestMs = isGuests ? madeAtMs - MAX_SECONDS_AGO * 1000 : madeAtMs
    const time = await this.#claimTime(transaction, session, earliestMs)
    transaction.send(this.#statements.addSession, { ...session, ...time })
    return { ...session, log: EMPTY_LOG, aside: NO_SUMS, time, completedAtMs: null, seconds: 0 }
  }

  async #record(
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

  /** What the end of a session adds to the achievements. */
  async #addEnd(
    transaction: Transaction,
    { studentId, sessionId, totalProblems }: StudentSession,
    atMs: number,
    student: StudentMemory,
  ): Promise<void> {
    const after = withEnd(student, { sessionId, atMs, totalProblems })
    if (after.isStale) await this.#memories.refold(transaction, studentId)
    else await this.#memories.put(transaction, new Map([[studentId, after]]))
  }

  async #close(
    transaction: Transaction,
    open: StudentSession,
    completion: Completion,
    student: StudentMemory | null,
  ): Promise<StudentSession> {
    const { studentId, sessionId, atMs: completedAtMs, practiceDay } = completion
    const seconds = practicedSeconds(open, completion.actualSeconds, completedAtMs)
    transaction.send(this.#statements.close, { studentId, sessionId, completedAtMs, seconds })
    if (student) await this.#addEnd(transaction, open, completedAtMs, student)
    const day = { student_id: studentId, practice_day: practiceDay, points: 0, attempts: 0 }
    const rows = toJson([
      { ...day, sessions: countedSums(open).answered === 0 ? 0 : 1, seconds: seconds - open.seconds },
    ])
    transaction.send(this.#statements.addToDays, { rows })
    return { ...open, completedAtMs, seconds }
  }

  async complete(transaction: Transaction, completion: Completion): Promise<Completed | null> {
    const { studentId, sessionId, changePlayer } = completion
    if (!(await transaction.first(this.#statements.lockStudent, { studentId }))) return null
    const [row] = await transaction.all(this.#statements.lock, {
      rows: toJson([{ student_id: studentId }]),
    })
    const found = await this.find(transaction, studentId, sessionId)
    if (!found) return null
    if (found.completedAtMs !== null) {
      return {
        session: found,
        recorded: await this.#record(transaction, found, completion, throwAlreadyDeleted),
      }
    }
    const session = await this.#close(transaction, found, completion, row ? studentMemory(row, []) : null)
    const change = (known: GuestRecord | null): GuestRecord =>
      changePlayer(known, countedSums(session).answered)
    return { session, recorded: await this.#record(transaction, session, completion, change) }
  }

  /** Counts, on its league's board, what was added to a session that is over. */
  async #recount(
    transaction: Transaction,
    extended: ExtendedSession,
    { tokenHash, storedAtMs, changePlayer }: LateAttempts,
  ): Promise<void> {
    const { before, after, endedAtMs } = extended
    const end = { tokenHash, storedAtMs, atMs: endedAtMs, practiceDay: practiceDay(endedAtMs) }
    const result = resultOf(after, end)
    const [earlier, now] = [countedSums(before).answered, countedSums(after).answered]
    const problems = now - earlier
    if (!result || problems === 0) return
    const change = (known: GuestRecord | null) => changePlayer(known, problems, endedAtMs)
    if (earlier > 0) return extendResult(transaction, result, change, resultOf(before, end))
    await recordResult(transaction, result, change)
  }

  async logLate(transaction: Transaction, late: LateAttempts): Promise<Logged> {
    const { studentId, attempts, oldestEndMs } = late
    // The student was deleted while the request was in flight.
    if (!(await transaction.first(this.#statements.lockStudent, { studentId }))) {
      return { kind: 'no_session', sessionId: attempts[0]?.sessionId ?? '' }
    }
    const { logged, extended } = await this.#logRows.logLate(
      transaction,
      { studentId, attempts },
      oldestEndMs,
    )
    for (const session of extended) await this.#recount(transaction, session, late)
    return logged
  }
}
