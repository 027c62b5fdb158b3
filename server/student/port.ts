import type { FastifyRequest } from 'fastify'
import type { ChildTable } from '../../contract/child-tables.ts'
import type { Earned } from '../../domain/achievements/catalog.ts'
import type { NewDay } from '../../domain/achievements/evaluate.ts'
import type { Calendar, Zones } from '../../domain/calendar.ts'
import type { FactMemory, LearningMemory } from '../../domain/learning/memory.ts'
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

/** Stores the practice of students. Every operation is atomic and durable when it resolves. */
export type StudentStore = {
  /** Stores the session unless its id exists, and returns the stored one; null if the student was deleted. */
  begin(session: NewSession): Promise<StudentSession | null>

  find(studentId: string, sessionId: string): Promise<StudentSession | null>
  /** The time of the session's last attempt; null for none. */
  lastAttemptAtMs(studentId: string, sessionId: string): Promise<number | null>
  /** Logs attempts in order, all or none. Attempts at places already logged are repeats. */
  log(studentId: string, attempts: readonly NewAttempt[]): Promise<Logged>
  /**
   * As `log`, also for ended sessions: their totals and boards change in the same transaction. Late attempts count as made no
   * later than the session's end.
   */
  logLate(late: LateAttempts): Promise<Logged>
  /** Ends a session and counts it on its league's board; idempotent. */
  complete(completion: Completion): Promise<Completed | null>
  /** Reads only precomputed totals. */
  progress(studentId: string): Promise<Progress>
  /** The sessions of no board that ended since then, and their points. */
  ownDay(studentId: string, fromMs: number): Promise<StudentDay>
  /** Notes which achievements were shown. */
  shown(studentId: string, shown: readonly Pick<Earned, 'id' | 'level'>[], nowMs: number): Promise<void>
  /** Stores the child's own setting of announcements. */
  putAnnounces(studentId: string, announces: boolean): Promise<void>
  /** Reads only precomputed totals; results are in the order of the ids, as of `today`, a practice day. */
  overview(studentIds: readonly string[], today: string): Promise<readonly StudentOverview[]>
  /** The student's memory, computed from the attempt log. */
  memory(studentId: string): Promise<LearningMemory>
  /** The zones of the student's calendar. */
  zones(studentId: string): Promise<Zones>
  /** Measured entry times by input type. */
  entryTimes(studentId: string): Promise<readonly MeasuredEntry[]>
  /** Adds what a guest's garden has reached (`bestStates`) to the student's; does nothing if the student was deleted. */
  bringGarden(studentId: string, states: string, nowMs: number): Promise<void>
  /** Stores a measured entry time; does nothing if the student was deleted. */
  putEntryTime(studentId: string, measured: MeasuredEntry): Promise<void>
  /** The memory of a fact, and its newest attempts, newest first. */
  factHistory(
    studentId: string,
    factId: string,
    most: number,
  ): Promise<{ readonly fact: FactMemory | null; readonly attempts: readonly PastAttempt[] }>
}

export type StoredLogRow = Readonly<Record<string, number | string | null>>

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

/** Export and deletion of a child's data, as required by law. */
export type StudentDataStore = {
  /** The child's rows in a table, in batches, ordered by key; without tokens. */
  rowsOf(student: StudentOfData, table: ChildTable): AsyncIterable<readonly StoredLogRow[]>
  /** The column names of a table, in row order. */
  columnsOf(table: ChildTable): readonly string[]
  /** What these students have practiced, in their order. */
  sumsOf(studentIds: readonly string[]): Promise<readonly PracticeSums[]>
  /** Deletes the student's account and all data, including boards and battles; idempotent. */
  remove(student: StudentOfData, nowMs: number): Promise<void>
}
