import { GUEST_SESSION } from '../../../../contract/student-limits.ts'
import type { GuestRecord } from '../../../../domain/guest-record.ts'
import { fluencyOf, needsHelp } from '../../../../domain/learning/states.ts'
import { EMPTY_MEMORY } from '../../../../domain/learning/memory.ts'
import { findLeague } from '../../../../domain/league.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import { averageMsOf, EMPTY_LOG, NO_SUMS, practisedSeconds } from '../../../../domain/session-log.ts'
import { ownTime, type OwnTime } from '../../../../domain/session-time.ts'
import type { PracticeResult, Recorded } from '../../../practice/port.ts'
import type {
  Acceptance,
  Completed,
  Completion,
  LateAttempts,
  Logged,
  NewSession,
  StudentSession,
  StudentStore,
} from '../../../student/port.ts'
import type { Database, Transaction } from '../../database.ts'
import { Gathering, groupsAtOnce } from '../gathering.ts'
import { toJson } from '../json-rows.ts'
import { PracticeRows } from '../practice/practice-rows.ts'
import { SetAsideRows } from './set-aside-rows.ts'
import { StudentLogRows, type ExtendedSession, type LogItem } from './student-log.ts'
import { studentOverview } from './student-overview.ts'
import { factOf, memoryOf } from './memory-rows.ts'
import { countedOf, sessionOf } from './student-rows.ts'
import { MEMORY_VERSION } from '../../../../domain/learning/stored.ts'
import { memoryStatements } from './memory-statements.ts'
import { progressStatements, sessionStatements } from './student-statements.ts'

/** Calls of one transaction at most, so that no turn of the event loop is long. */
const MAX_AT_ONCE = 64
const MAX_WAITING = 10_000
/** Students whose logs are folded in one transaction. */
const FOLDED_AT_ONCE = 20

/** The session was counted before, and what it counted for has been forgotten since. */
class AlreadyDeleted extends Error {}

const refuseAgain = (): GuestRecord => {
  throw new AlreadyDeleted()
}

/** What the session is on its league's board; null where it is on none: of no league, or without an answer. */
function resultOf(
  session: StudentSession,
  completion: Pick<Completion, 'tokenHash' | 'practiceDay' | 'atMs' | 'storedAtMs'>,
) {
  const league = findLeague(session.sessionType)
  const counted = countedOf(session)
  if (!league || counted.answered === 0) return null
  const result: PracticeResult & { readonly submissionId: string } = {
    tokenHash: completion.tokenHash,
    submissionId: session.sessionId,
    league: league.id,
    practiceDay: completion.practiceDay,
    score: counted.score,
    problemsSolved: counted.answered,
    correctAnswers: counted.correct,
    averageTimeMs: Math.round(averageMsOf(counted)),
    speedBonus: 0,
    playedAtMs: completion.atMs,
    storedAtMs: completion.storedAtMs,
  }
  return result
}

/** The practice of students in a SQL database. Attempts that come at the same time share a transaction and its statements. */
export function sqlStudentStore(database: Database): StudentStore {
  const statements = sessionStatements(database.dialect)
  const reads = progressStatements(database.dialect)
  const memories = memoryStatements(database.dialect)
  const logRows = new StudentLogRows(database.dialect)
  const practice = new PracticeRows(database.dialect)
  const setAsideRows = new SetAsideRows(database.dialect, logRows)

  const find = async (transaction: Transaction, studentId: string, sessionId: string) => {
    const row = await transaction.first(statements.findSession, { studentId, sessionId })
    return row ? sessionOf(row) : null
  }

  /** The time of a session that is to be stored, which the session has lost in whose time it begins. */
  const takeTime = async (
    transaction: Transaction,
    { studentId, startedAtMs }: NewSession,
    accountMadeAtMs: number,
  ): Promise<OwnTime> => {
    const beginning = { studentId, atMs: Math.max(startedAtMs, accountMadeAtMs) }
    const [row, next] = await Promise.all([
      transaction.first(statements.findWithin, beginning),
      transaction.first(statements.findNext, beginning),
    ])
    const within = row ? sessionOf(row) : null
    const nextFromMs = next?.counts_from_ms ?? null
    const time = ownTime({ startedAtMs, accountMadeAtMs, within, nextFromMs })
    if (within) {
      transaction.send(statements.endTime, {
        studentId,
        sessionId: within.sessionId,
        untilMs: time.fromMs,
      })
    }
    return time
  }

  const begin = async (transaction: Transaction, session: NewSession): Promise<StudentSession | null> => {
    const { studentId, sessionId, startedAtMs: atMs } = session
    const student = await transaction.first(statements.holdStudent, { studentId })
    if (!student) return null
    transaction.send(statements.addStudent, { studentId, atMs })
    const [, known] = await Promise.all([
      transaction.all(statements.hold, { rows: toJson([{ student_id: studentId }]) }),
      find(transaction, studentId, sessionId),
    ])
    if (known) return known
    // What was played as a guest takes no time from the student's own sessions.
    const time =
      session.sessionType === GUEST_SESSION
        ? { fromMs: atMs, untilMs: atMs }
        : await takeTime(transaction, session, student.created_at_ms)
    transaction.send(statements.addSession, { ...session, ...time })
    return { ...session, log: EMPTY_LOG, aside: NO_SUMS, time, completedAtMs: null, seconds: 0 }
  }

  const record = async (
    transaction: Transaction,
    session: StudentSession,
    completion: Completion,
    change: (known: GuestRecord | null) => GuestRecord,
  ): Promise<Recorded | null> => {
    const result = resultOf(session, completion)
    if (!result) return null
    const [outcome] = await practice.recordAll(transaction, [{ result, change }])
    if (outcome?.ok) return outcome.value
    if (outcome?.error instanceof AlreadyDeleted) return null
    throw outcome?.error ?? new Error('a session was recorded without an outcome')
  }

  const close = async (
    transaction: Transaction,
    open: StudentSession,
    completion: Completion,
  ): Promise<StudentSession> => {
    const { studentId, sessionId, atMs: completedAtMs, practiceDay } = completion
    const isGuests = open.sessionType === GUEST_SESSION
    const seconds = isGuests ? 0 : practisedSeconds(open, completion.actualSeconds, completedAtMs)
    transaction.send(statements.close, { studentId, sessionId, completedAtMs, seconds })
    if (isGuests) return { ...open, completedAtMs, seconds }
    const day = { student_id: studentId, practice_day: practiceDay, points: 0, attempts: 0 }
    const rows = toJson([
      { ...day, sessions: countedOf(open).answered === 0 ? 0 : 1, seconds: seconds - open.seconds },
    ])
    transaction.send(statements.addToDays, { rows })
    return { ...open, completedAtMs, seconds }
  }

  const complete = async (transaction: Transaction, completion: Completion): Promise<Completed | null> => {
    const { studentId, sessionId, changePlayer } = completion
    if (!(await transaction.first(statements.holdStudent, { studentId }))) return null
    await transaction.all(statements.hold, { rows: toJson([{ student_id: studentId }]) })
    const found = await find(transaction, studentId, sessionId)
    if (!found) return null
    if (found.completedAtMs !== null) {
      return { session: found, recorded: await record(transaction, found, completion, refuseAgain) }
    }
    const session = await close(transaction, found, completion)
    const change = (known: GuestRecord | null): GuestRecord =>
      changePlayer(known, countedOf(session).answered)
    return { session, recorded: await record(transaction, session, completion, change) }
  }

  /** Counts what was added to a session that is over on its league's board. */
  const recount = async (
    transaction: Transaction,
    { before, after, endedAtMs }: ExtendedSession,
    { tokenHash, storedAtMs, changePlayer }: Pick<LateAttempts, 'tokenHash' | 'storedAtMs' | 'changePlayer'>,
  ): Promise<void> => {
    const end = { tokenHash, storedAtMs, atMs: endedAtMs, practiceDay: practiceDay(endedAtMs) }
    const result = resultOf(after, end)
    const [earlier, now] = [countedOf(before).answered, countedOf(after).answered]
    const problems = now - earlier
    if (!result || problems === 0) return
    const item = { result, change: (known: GuestRecord | null) => changePlayer(known, problems, endedAtMs) }
    if (earlier > 0) return practice.extend(transaction, item, resultOf(before, end))
    const [outcome] = await practice.recordAll(transaction, [item])
    if (!outcome?.ok) throw outcome?.error ?? new Error('a session was recorded without an outcome')
  }

  const logLate = async (transaction: Transaction, late: LateAttempts): Promise<Logged> => {
    const { studentId, attempts, oldestEndMs } = late
    // Deleted while the call was under way.
    if (!(await transaction.first(statements.holdStudent, { studentId }))) {
      return { kind: 'no_session', sessionId: attempts[0]?.sessionId ?? '' }
    }
    const { logged, extended } = await logRows.logLate(transaction, { studentId, attempts }, oldestEndMs)
    for (const session of extended) await recount(transaction, session, late)
    return logged
  }

  const accept = async (transaction: Transaction, acceptance: Acceptance): Promise<number> => {
    const { studentId, practiceDay: day, today, tokenHash, storedAtMs, changePlayer } = acceptance
    if (!(await transaction.first(statements.holdStudent, { studentId }))) return 0
    await transaction.all(statements.hold, { rows: toJson([{ student_id: studentId }]) })
    const { count, changed } = await setAsideRows.accept(transaction, studentId, day)
    for (const session of changed) {
      if (practiceDay(session.endedAtMs) !== today) continue
      await recount(transaction, session, { tokenHash, storedAtMs, changePlayer })
    }
    return count
  }

  /** Folds what no call has folded yet, a few students at a time. */
  const foldAll = async (signal: AbortSignal): Promise<void> => {
    let after = ''
    while (!signal.aborted) {
      const values = { version: MEMORY_VERSION, after, most: FOLDED_AT_ONCE }
      const ids = (await database.read((transaction) => transaction.all(memories.unfolded, values))).map(
        (row) => row.student_id,
      )
      const last = ids.at(-1)
      if (last === undefined) return
      await database.write(async (transaction) => {
        await transaction.all(statements.hold, { rows: toJson(ids.map((id) => ({ student_id: id }))) })
        for (const id of ids) await logRows.refold(transaction, id)
      })
      after = last
    }
  }

  const gathering = new Gathering<LogItem, Logged>({
    work: (items) => database.write((transaction) => logRows.logAll(transaction, items)),
    mostAtOnce: MAX_AT_ONCE,
    groupsAtOnce: groupsAtOnce(database.dialect),
    mostWaiting: MAX_WAITING,
  })

  return {
    begin: (session) => database.write((transaction) => begin(transaction, session)),

    find: (studentId, sessionId) => database.read((transaction) => find(transaction, studentId, sessionId)),

    lastAttemptAtMs: (studentId, sessionId) =>
      database.read(async (transaction) => {
        const row = await transaction.first(reads.lastAttempt, { studentId, sessionId })
        return row?.at_ms ?? null
      }),

    log: (studentId, attempts) => gathering.add({ studentId, attempts }),

    logLate: (late) => database.write((transaction) => logLate(transaction, late)),

    setAside: (studentId) => database.read((transaction) => setAsideRows.days(transaction, studentId)),

    accept: (acceptance) => database.write((transaction) => accept(transaction, acceptance)),

    complete: (completion) => database.write((transaction) => complete(transaction, completion)),

    progress: (studentId) =>
      database.read(async (transaction) => {
        const [days, facts] = await Promise.all([
          transaction.all(reads.days, { studentId }),
          transaction.all(reads.facts, { studentId }),
        ])
        return {
          days: days.map(({ practice_day: practiceDay, ...sums }) => ({ practiceDay, ...sums })),
          facts: facts
            .map((row) => ({ factId: row.fact, fact: factOf(row) }))
            .filter(({ fact }) => fact.seen > 0)
            .map(({ factId, fact }) => ({
              factId,
              state: fluencyOf(fact),
              seen: fact.seen,
              right: fact.right,
              needsHelp: needsHelp(fact),
            })),
        }
      }),

    overview: studentOverview(database),

    memory: (studentId) =>
      database.read(async (transaction) => {
        const [row, facts] = await Promise.all([
          transaction.first(memories.learning, { studentId }),
          transaction.all(reads.facts, { studentId }),
        ])
        return row ? memoryOf(row, facts) : EMPTY_MEMORY
      }),

    entryTimes: (studentId) =>
      database.read(async (transaction) =>
        (await transaction.all(memories.entryTimes, { studentId })).map((row) => ({
          inputType: row.input_type,
          baseMs: row.base_ms,
          keyMs: row.key_ms,
          measuredAtMs: row.measured_at_ms,
        })),
      ),

    putEntryTime: (studentId, { inputType, baseMs, keyMs, measuredAtMs }) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(statements.holdStudent, { studentId }))) return
        transaction.send(statements.addStudent, { studentId, atMs: measuredAtMs })
        await transaction.run(memories.putEntryTime, { studentId, inputType, baseMs, keyMs, measuredAtMs })
      }),

    foldAll: (signal) => foldAll(signal),

    factHistory: (studentId, factId, most) =>
      database.read(async (transaction) => {
        const [row, attempts] = await Promise.all([
          transaction.first(reads.fact, { studentId, fact: factId }),
          transaction.all(reads.attemptsAt, { studentId, fact: factId, most }),
        ])
        return {
          fact: row ? factOf(row) : null,
          attempts: attempts.map((past) => ({
            given: past.given,
            correct: past.correct === 1,
            attempt: past.attempt === 1 || past.attempt === 2 ? past.attempt : 3,
            points: past.points,
            responseMs: past.response_ms,
            visualUsed: past.visual_used === 1,
            atMs: past.at_ms,
          })),
        }
      }),
  }
}
