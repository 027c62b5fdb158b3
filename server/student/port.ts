import type { FastifyRequest } from 'fastify'
import type { Earned } from '../../domain/achievements/catalog.ts'
import type { NewDay } from '../../domain/achievements/evaluate.ts'
import type { Calendar } from '../../domain/calendar.ts'
import type { FactMemory } from '../../domain/learning/memory.ts'
import type { GuestRecord } from '../../domain/guest-record.ts'
import type { JudgedAttempt, LoggedAttempt, SessionLog, SessionSums } from '../../domain/session-log.ts'
import type { OwnTime } from '../../domain/session-time.ts'
import type { TimeFactor } from '../../domain/student-settings.ts'
import type { Recorded } from '../practice/port.ts'

/** Access to signed-in students, implemented by accounts. */
export type SignedInStudents = {
  /** The id of the student who makes this request. Rejects with a 401 Refusal if nobody is signed in. */
  admit(request: FastifyRequest): Promise<string>
  /** The student's player token, which is secret, and generated nickname. */
  playerOf(
    studentId: string,
  ): Promise<{ readonly token: string; readonly nickname: string; readonly isOnBoards: boolean }>
}

/** A session of a student; its id comes from the client and is unique per student. */
export type NewSession = {
  readonly studentId: string
  readonly sessionId: string
  readonly sessionType: string
  readonly targetSeconds: number
  readonly totalProblems: number
  readonly startedAtMs: number
}

/** A stored session. */
export type StudentSession = NewSession & {
  readonly log: SessionLog
  /** The part of the log that is set aside: it does not count. */
  readonly aside: SessionSums
  /** The session time. */
  readonly time: OwnTime
  /** Null while it is active. */
  readonly completedAtMs: number | null
  /** Seconds counted as practiced so far. */
  readonly seconds: number
}

/** An attempt to be logged; without a place, it is appended to its session. */
export type NewAttempt = Omit<LoggedAttempt, 'place'> & {
  readonly sessionId: string
  readonly place: number | null
  readonly factId: string
  readonly entryMs: number | null
  /** The child's; null for 1. */
  readonly timeFactor: TimeFactor | null
  readonly visualUsed: boolean
  readonly atMs: number
  readonly practiceDay: string
  /** When it was received. */
  readonly arrivedAtMs: number
}

/** Why a request was not logged. */
export type LogRefusal =
  /** The student has no such session. */
  | { readonly kind: 'no_session'; readonly sessionId: string }
  /** The session has ended: late attempts need `logLate`, and are only accepted for a while. */
  | { readonly kind: 'completed'; readonly sessionId: string }
  /** The fact does not belong to the session. */
  | { readonly kind: 'other_fact'; readonly sessionId: string; readonly factId: string }
  /** The session has fewer problems. */
  | { readonly kind: 'too_many'; readonly sessionId: string }
  /** Over the pace limit. */
  | { readonly kind: 'too_fast'; readonly retryAfterSeconds: number }

export type Logged =
  | { readonly kind: 'logged'; readonly counted: number; readonly sessions: readonly StudentSession[] }
  | LogRefusal

/** Attempts, some of them for sessions that have ended. */
export type LateAttempts = {
  readonly studentId: string
  readonly attempts: readonly NewAttempt[]
  /** Sessions that ended before this accept no more attempts. */
  readonly oldestEndMs: number
  readonly storedAtMs: number
  /** The stored form of the token under which the student plays. */
  readonly tokenHash: string
  /** Updates the player after `problems` more problems of a session that ended then. If it throws, nothing is logged. */
  readonly changePlayer: (known: GuestRecord | null, problems: number, endedAtMs: number) => GuestRecord
}

/** Ends a session. */
export type Completion = {
  readonly studentId: string
  readonly sessionId: string
  /** Seconds practiced according to the browser; null if not reported. */
  readonly actualSeconds: number | null
  readonly atMs: number
  readonly storedAtMs: number
  readonly practiceDay: string
  /** The stored form of the token under which the student plays. */
  readonly tokenHash: string
  /** Updates the player after `problems` problems. If it throws, the session stays active. */
  readonly changePlayer: (known: GuestRecord | null, problems: number) => GuestRecord
}

/** An ended session; `recorded` is null if it counts on no board. */
export type Completed = { readonly session: StudentSession; readonly recorded: Recorded | null }

export type DayProgress = {
  readonly practiceDay: string
  readonly seconds: number
  readonly sessions: number
  readonly points: number
  readonly attempts: number
}

/** What a student's day has besides the boards. */
export type StudentDay = Pick<DayProgress, 'sessions' | 'points'> & {
  /** Null if the student was deleted. */
  readonly practice: Pick<Achieved, 'calendar' | 'practiced'> | null
}

type FactProgress = {
  readonly factId: string
  readonly fact: FactMemory
}

export type Progress = {
  /** All practice days with any activity, in order. */
  readonly days: readonly DayProgress[]
  /** All facts that were tried. */
  readonly facts: readonly FactProgress[]
  /** Null if the student was deleted. */
  readonly achieved: Achieved | null
}

/** An achievement of a student. */
export type StudentAchievement = Earned & { readonly shownAtMs: number | null }

/** The student's calendar and what it has earned. */
export type Achieved = {
  readonly calendar: Calendar
  /** Days of practice. */
  readonly practiced: readonly NewDay[]
  readonly achievements: readonly StudentAchievement[]
  /** The child's own setting, and whether class and parents agree too. */
  readonly ownAnnounces: boolean
  readonly announces: boolean
}

/** A summary of a student's progress; `known` excludes `fluent`. */
export type StudentOverview = {
  readonly studentId: string
  /** Facts that became known for the first time since Monday. */
  readonly newFacts: number
  /** The last practice day with an answer. */
  readonly lastPracticeDay: string | null
  /** In the last 7 practice days: days with answers, and seconds practiced. */
  readonly weekDays: number
  readonly weekSeconds: number
  /** First attempts, and the right ones among them. */
  readonly seen: number
  readonly right: number
  /** The facts missed most often in the last four first attempts, at least twice; at most three, the hardest first. */
  readonly hardest: readonly { readonly factId: string; readonly needsHelp: boolean }[]
}

export type PastAttempt = JudgedAttempt & {
  readonly given: number
  readonly responseMs: number
  readonly visualUsed: boolean
  readonly atMs: number
}

/** Entry times of an input type, measured by the warm-up. */
export type MeasuredEntry = {
  readonly inputType: string
  readonly baseMs: number
  readonly keyMs: number
  readonly measuredAtMs: number
}

export type StoredRow = Readonly<Record<string, number | string | null>>

/** The keys of a student in other tables: the player on boards and in battles. */
export type StudentOfData = {
  readonly studentId: string
  readonly tokenHash: string
}

/** What a student has practiced: days with an answer, and facts known, including fluent ones. */
export type PracticeSums = {
  readonly studentId: string
  readonly practiceDays: number
  readonly lastPracticeDay: string | null
  readonly factsKnown: number
}
