import type { Output } from '../../contract/route.ts'
import { MAX_SECONDS_AGO } from '../../contract/guest.ts'
import type { DailyStats } from '../../contract/leaderboard.ts'
import { MAX_FACT_ATTEMPTS } from '../../contract/student-progress.ts'
import type { studentRoutes } from '../../contract/student.ts'
import { calendarDay } from '../../domain/calendar.ts'
import { factsOfCategory } from '../../domain/category.ts'
import type { Random } from '../../domain/fact-selection.ts'
import {
  activeOn,
  afterSession,
  asOf,
  asStudent,
  newGuest,
  type GuestRecord,
} from '../../domain/guest-record.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { nextFacts } from '../../domain/learning/session-choice.ts'
import { COUNTED_MS_PER_PROBLEM } from '../../domain/practice-clock.ts'
import { practiceDay, practiceDayStartMs } from '../../domain/practice-day.ts'
import { Refusal } from '../http/errors.ts'
import type { PlayerStore } from '../storage/sql/practice/player-store.ts'
import type { StudentStore } from '../storage/sql/students/student-store.ts'
import { asPlayer } from './as-player.ts'
import {
  factHistoryAnswer,
  memoryAnswer,
  overviewAnswer,
  ownDayAnswer,
  progressAnswer,
  sessionAnswer,
} from './answers.ts'
import type { Completion, LogRefusal, NewAttempt, SignedInStudents, StudentSession } from './port.ts'

type Routes = typeof studentRoutes
type Player = Awaited<ReturnType<SignedInStudents['playerOf']>>
type BeginSession = Output<Routes['beginSession']['body']>
type FinishSession = Output<Routes['finishSession']['body']>
type LogAttempts = Output<Routes['logAttempts']['body']>
type MergeGuest = Output<Routes['mergeGuest']['body']>
type EntryTime = Output<Routes['putEntryTime']['params']> & Output<Routes['putEntryTime']['body']>
type Shown = Output<Routes['achievementsShown']['body']>['shown']
type FactsQuery = Output<NonNullable<Routes['facts']['query']>>

type StudentServiceNeeds = {
  readonly store: StudentStore
  readonly players: Pick<PlayerStore, 'merge'>
  readonly students: SignedInStudents
  readonly now: () => number
  readonly random: Random
  readonly newPublicId: () => string
  readonly newSessionId: () => string
  readonly tokenHash: (token: string) => string
  /** Called for each session counted on a board. */
  readonly onCounted: () => void
}

function tooFast(retryAfterSeconds: number): Refusal {
  const sentence = 'That is more answers than anyone can type in that time. Please try again later.'
  return new Refusal(429, 'too_fast', sentence, retryAfterSeconds)
}

function noSession(): Refusal {
  return new Refusal(404, 'not_found', 'Session not found.')
}

function refusalOf(refused: LogRefusal): Refusal {
  switch (refused.kind) {
    case 'no_session':
      return noSession()
    case 'completed':
      return new Refusal(
        409,
        'conflict',
        `Session ${refused.sessionId} ended more than a week ago, so nothing can be added to it.`,
      )
    case 'other_fact':
      return new Refusal(
        400,
        'bad_request',
        `factId must be a fact in its session; ${refused.factId} is not.`,
      )
    case 'too_fast':
      return tooFast(refused.retryAfterSeconds)
    case 'too_many':
      return new Refusal(
        400,
        'impossible_score',
        `Session ${refused.sessionId} has fewer problems than were answered.`,
      )
  }
}

function attemptOf(attempt: LogAttempts['attempts'][number], nowMs: number): NewAttempt {
  const atMs = agoMs(nowMs, attempt.secondsAgo)
  return {
    sessionId: attempt.sessionId,
    place: attempt.place ?? null,
    factId: attempt.factId,
    given: attempt.studentAnswer,
    responseMs: Math.min(attempt.responseTime, COUNTED_MS_PER_PROBLEM),
    entryMs: attempt.entryTime ?? null,
    timeFactor: attempt.timeFactor === '1' ? null : (attempt.timeFactor ?? null),
    visualUsed: attempt.visualUsed ?? false,
    atMs,
    practiceDay: practiceDay(atMs),
    arrivedAtMs: nowMs,
  }
}

const agoMs = (nowMs: number, secondsAgo = 0): number => nowMs - secondsAgo * 1000

/**
 * When a session ended: not before its start or last attempt, nor longer after them than it was planned to last. Otherwise it
 * could count on another day than its attempts. What came after the next session began doesn't prolong it.
 */
function endOf(
  { startedAtMs, targetSeconds, time }: StudentSession,
  lastAttemptAtMs: number | null,
  claimedMs: number,
): number {
  const lastMs = Math.min(lastAttemptAtMs ?? startedAtMs, time.untilMs ?? Infinity)
  const earliestMs = Math.max(startedAtMs, lastMs)
  return Math.min(Math.max(claimedMs, earliestMs), earliestMs + targetSeconds * 1000)
}

/** Updates a student's player after a session that ended at `atMs`. Throws a 429 Refusal over the pace limit. */
const playerAfter =
  ({ newPublicId }: StudentServiceNeeds, studentId: string, nickname: string, nowMs: number) =>
  (known: GuestRecord | null, problems: number, atMs: number): GuestRecord => {
    const day = practiceDay(atMs)
    const finished = { day, problems, profile: {}, playedAtMs: atMs }
    const after = afterSession(known, newGuest(newPublicId(), day, nowMs), finished, nowMs)
    if (after.ok) return asStudent(after.guest, studentId, nickname)
    throw tooFast(after.retryAfterSeconds)
  }

/** Updates or creates a student's player who is active on `day`. */
const activeStudent =
  ({ newPublicId }: StudentServiceNeeds, studentId: string, nickname: string, day: string, nowMs: number) =>
  (known: GuestRecord | null): GuestRecord => {
    const player = known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs)
    return asStudent(activeOn(player, day), studentId, nickname)
  }

/** Facts, memory, entry times and progress. */
function studentReading({ store, now, random }: StudentServiceNeeds) {
  return {
    /** All facts of a category, or, with `random`, those the engine would choose next for this student, without repeats. */
    facts: async (studentId: string, { category = '', limit, random: isRandom }: FactsQuery) => {
      if (isRandom !== 'true') return factsOfCategory(category).slice(0, limit)
      const [memory, zones] = await Promise.all([store.memory(studentId), store.zones(studentId)])
      const day = dayNumber(calendarDay(zones, now()))
      return nextFacts({ memory, category, count: limit, day, random })
    },

    memory: async (studentId: string) => {
      const [memory, entryTimes] = await Promise.all([store.memory(studentId), store.entryTimes(studentId)])
      return memoryAnswer(memory, entryTimes)
    },

    putEntryTime: async (studentId: string, entry: EntryTime) => {
      const measuredAtMs = now()
      await store.putEntryTime(studentId, { ...entry, measuredAtMs })
      return { ...entry, measuredAt: new Date(measuredAtMs).toISOString() }
    },

    progress: async (studentId: string) => {
      const nowMs = now()
      return progressAnswer(await store.progress(studentId), practiceDay(nowMs), nowMs)
    },

    /** Adds results that are on no board to the student's results of today. */
    ownDay: async (studentId: string, boards: DailyStats) => {
      const nowMs = now()
      return ownDayAnswer(
        boards,
        await store.ownDay(studentId, practiceDayStartMs(practiceDay(nowMs))),
        nowMs,
      )
    },

    /** Notes which achievements were shown. */
    shown: (studentId: string, shown: Shown) => store.shown(studentId, shown, now()),

    /** Stores the child's own setting of announcements. */
    putAnnounces: (studentId: string, announces: boolean) => store.putAnnounces(studentId, announces),

    /** Summaries in the order of the ids. */
    overview: async (studentIds: readonly string[]) => {
      const today = practiceDay(now())
      return overviewAnswer(await store.overview(studentIds, today), today)
    },

    factHistory: async (studentId: string, factId: string) => {
      const { fact, attempts } = await store.factHistory(studentId, factId, MAX_FACT_ATTEMPTS)
      return factHistoryAnswer(factId, fact, attempts)
    },
  }
}

/** Results from other sources than the student's sessions: a merged guest, and attempts that an adult accepts. */
function studentGains(needs: StudentServiceNeeds) {
  const { store, players, students, now, tokenHash } = needs
  return {
    /** Throws a 400 Refusal for a student's token, and a 429 if both together exceed the pace limit of one player. */
    mergeGuest: async (studentId: string, { sessionToken, garden }: MergeGuest, device: string) => {
      const nowMs = now()
      const day = practiceDay(nowMs)
      const guestHash = tokenHash(sessionToken)
      const merge = await asPlayer(students, studentId, async ({ token, nickname }) => {
        const playerHash = tokenHash(token)
        const merging = { studentId, playerHash, guestHash, nowMs, practiceDay: day, device }
        return players.merge(merging, activeStudent(needs, studentId, nickname, day, nowMs))
      })
      switch (merge.kind) {
        case 'merged':
          if (garden !== undefined) await store.bringGarden(studentId, garden, nowMs)
          return merge.merged
        case 'too_fast':
          throw tooFast(merge.retryAfterSeconds)
        case 'no_guest':
          throw new Refusal(400, 'bad_request', 'sessionToken must belong to a guest, not to a student.')
        case 'gone':
          throw new Refusal(401, 'unauthorized', 'Unauthorized')
      }
    },
  }
}

/** Students' practice, for students and for the adults who may see it. */
export function studentService(needs: StudentServiceNeeds) {
  const { store, students, now, newSessionId, tokenHash, onCounted } = needs

  const completionOf = async (
    studentId: string,
    session: StudentSession,
    { actualDuration, secondsAgo }: FinishSession,
    { token, nickname }: Player,
  ): Promise<Completion> => {
    const { sessionId } = session
    const lastAttemptAtMs = await store.lastAttemptAtMs(studentId, sessionId)
    const nowMs = now()
    const atMs = endOf(session, lastAttemptAtMs, agoMs(nowMs, secondsAgo))
    const change = playerAfter(needs, studentId, nickname, nowMs)
    return {
      studentId,
      sessionId,
      actualSeconds: actualDuration ?? null,
      atMs,
      storedAtMs: nowMs,
      practiceDay: practiceDay(atMs),
      tokenHash: tokenHash(token),
      changePlayer: (known, problems) => change(known, problems, atMs),
    }
  }

  const logLate = (studentId: string, attempts: readonly NewAttempt[], nowMs: number) =>
    asPlayer(students, studentId, ({ token, nickname }) =>
      store.logLate({
        studentId,
        attempts,
        // The oldest time that a client may report.
        oldestEndMs: agoMs(nowMs, MAX_SECONDS_AGO),
        storedAtMs: nowMs,
        tokenHash: tokenHash(token),
        changePlayer: playerAfter(needs, studentId, nickname, nowMs),
      }),
    )

  return {
    ...studentReading(needs),
    ...studentGains(needs),

    /** Throws a 403 Refusal for another student's session, which a shared device may send from its outbox. */
    begin: async (studentId: string, body: BeginSession) => {
      if (body.studentId !== undefined && body.studentId !== studentId) {
        throw new Refusal(403, 'forbidden', 'This session belongs to another student.')
      }
      const session = await store.begin({
        studentId,
        sessionId: body.id ?? newSessionId(),
        sessionType: body.sessionType,
        targetSeconds: body.targetDuration,
        totalProblems: body.totalProblems,
        startedAtMs: agoMs(now(), body.secondsAgo),
      })
      // Deleted during the request.
      if (!session) throw new Refusal(401, 'unauthorized', 'Unauthorized')
      return sessionAnswer(session)
    },

    /** All or nothing. Throws a 404, 400, 409 or 429 Refusal. */
    log: async (studentId: string, { attempts }: LogAttempts) => {
      const nowMs = now()
      const made = attempts.map((attempt) => attemptOf(attempt, nowMs))
      const inTime = await store.log(studentId, made)
      const logged = inTime.kind === 'completed' ? await logLate(studentId, made, nowMs) : inTime
      if (logged.kind !== 'logged') throw refusalOf(logged)
      return { counted: logged.counted, sessions: logged.sessions.map(sessionAnswer) }
    },

    /** Throws a 404 Refusal for an unknown session and a 429 over the pace limit. */
    finish: async (studentId: string, sessionId: string, body: FinishSession) => {
      const open = await store.find(studentId, sessionId)
      if (!open) throw noSession()
      const { completed, isOnBoards } = await asPlayer(students, studentId, async (player) => ({
        completed: await store.complete(await completionOf(studentId, open, body, player)),
        isOnBoards: player.isOnBoards,
      }))
      if (!completed) throw noSession()
      const { session, recorded } = completed
      if (!recorded || !isOnBoards) return { ...sessionAnswer(session), board: null }
      if (recorded.counted) onCounted()
      const { league: _league, ...board } = recorded
      return { ...sessionAnswer(session), board }
    },
  }
}

export type StudentService = ReturnType<typeof studentService>
