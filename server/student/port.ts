import type { FastifyRequest } from 'fastify'
import type { ChildTable } from '../../contract/child-tables.ts'
import type { FactMemory, LearningMemory } from '../../domain/learning/memory.ts'
import type { FluencyState } from '../../domain/learning/states.ts'
import type { GuestRecord } from '../../domain/guest-record.ts'
import type { JudgedAttempt, LoggedAttempt, SessionLog, SessionSums } from '../../domain/session-log.ts'
import type { OwnTime } from '../../domain/session-time.ts'
import type { DayRun } from '../../domain/streak.ts'
import type { Recorded } from '../practice/port.ts'

/** Who the signed-in student is, as the part of the server that signs people in knows it. */
export type SignedInStudents = {
  /** The id of the student who makes this request. Rejects with a 401 Refusal for nobody who is signed in. */
  admit(request: FastifyRequest): Promise<string>
  /** Under what the student plays on the boards: the session token, a secret, and the generated nickname. */
  playerOf(studentId: string): Promise<{ readonly token: string; readonly nickname: string }>
}

/** A session of a student; its id is the client's and only means something together with the student. */
export type NewSession = {
  readonly studentId: string
  readonly sessionId: string
  readonly sessionType: string
  readonly targetSeconds: number
  readonly totalProblems: number
  readonly startedAtMs: number
}

/** What is stored of a session. */
export type StudentSession = NewSession & {
  readonly log: SessionLog
  /** What of the log is set aside until an adult accepts it, and counts nowhere. */
  readonly aside: SessionSums
  /** Of which it counts what was practised. */
  readonly time: OwnTime
  /** Null while it goes on. */
  readonly completedAtMs: number | null
  /** Seconds that were counted as practised so far. */
  readonly seconds: number
}

/** An attempt to be logged; without a place it is the next of its session. */
export type NewAttempt = Omit<LoggedAttempt, 'place'> & {
  readonly sessionId: string
  readonly place: number | null
  readonly factId: string
  readonly entryMs: number | null
  readonly visualUsed: boolean
  readonly atMs: number
  readonly practiceDay: string
  /** When it reached the server. */
  readonly arrivedAtMs: number
}

/** Why nothing of a call was logged. */
export type LogRefusal =
  /** The student has no such session. */
  | { readonly kind: 'no_session'; readonly sessionId: string }
  /** The session is over: its late attempts have to come with what its board needs, and not after too long. */
  | { readonly kind: 'completed'; readonly sessionId: string }
  /** The fact is none of the session's. */
  | { readonly kind: 'other_fact'; readonly sessionId: string; readonly factId: string }
  /** The session has no such many problems. */
  | { readonly kind: 'too_many'; readonly sessionId: string }
  /** More than anybody can type; in so many seconds it is not. */
  | { readonly kind: 'too_fast'; readonly retryAfterSeconds: number }

export type Logged =
  | { readonly kind: 'logged'; readonly counted: number; readonly sessions: readonly StudentSession[] }
  | LogRefusal

/** Attempts of which some are of sessions that are over. */
export type LateAttempts = {
  readonly studentId: string
  readonly attempts: readonly NewAttempt[]
  /** The oldest end of a session that still takes attempts. */
  readonly oldestEndMs: number
  readonly storedAtMs: number
  /** The stored form of the token under which the student plays. */
  readonly tokenHash: string
  /** The player's next record after so many more problems of a session that ended then; what it throws is thrown, and nothing is logged. */
  readonly changePlayer: (known: GuestRecord | null, problems: number, endedAtMs: number) => GuestRecord
}

/** What closes a session. */
export type Completion = {
  readonly studentId: string
  readonly sessionId: string
  /** Practised, as the browser says; null where it says nothing. */
  readonly actualSeconds: number | null
  readonly atMs: number
  readonly storedAtMs: number
  readonly practiceDay: string
  /** The stored form of the token under which the student plays. */
  readonly tokenHash: string
  /** The player's next record after so many problems; what it throws is thrown, and the session stays open. */
  readonly changePlayer: (known: GuestRecord | null, problems: number) => GuestRecord
}

/** A closed session; `recorded` is null where it counts on no board. */
export type Completed = { readonly session: StudentSession; readonly recorded: Recorded | null }

export type DayProgress = {
  readonly practiceDay: string
  readonly seconds: number
  readonly sessions: number
  readonly points: number
  readonly attempts: number
}

type FactProgress = {
  readonly factId: string
  readonly state: FluencyState
  readonly seen: number
  readonly right: number
  readonly needsHelp: boolean
}

export type Progress = {
  /** Every practice day on which anything was done, in order. */
  readonly days: readonly DayProgress[]
  /** Every fact that was tried. */
  readonly facts: readonly FactProgress[]
}

/** How a student gets on, in short; `known` leaves out what is fluent. */
export type StudentOverview = {
  readonly studentId: string
  readonly known: number
  readonly fluent: number
  /** The newest practice day on which anything was answered. */
  readonly lastPracticeDay: string | null
  /** The last practice days in a row on which anything was answered, up to the day that was asked for. */
  readonly lastRun: DayRun | null
  /** Of the last 7 practice days: those on which anything was answered, and the seconds practiced. */
  readonly weekDays: number
  readonly weekSeconds: number
  /** First attempts, and how many of them were right. */
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

/** Attempts of a practice day that are set aside because no child can have made them so fast. */
export type SetAsideDay = {
  readonly practiceDay: string
  readonly attempts: number
  readonly points: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** An adult says that the attempts of a practice day count. */
export type Acceptance = {
  readonly studentId: string
  readonly practiceDay: string
  /** Boards of this practice day change, those of earlier ones stay as they are. */
  readonly today: string
  readonly storedAtMs: number
  /** The stored form of the token under which the student plays. */
  readonly tokenHash: string
  /** The player's next record. */
  readonly changePlayer: (known: GuestRecord | null) => GuestRecord
}

/** What copying numbers has shown of a way to enter them. */
export type MeasuredEntry = {
  readonly inputType: string
  readonly baseMs: number
  readonly keyMs: number
  readonly measuredAtMs: number
}

/** Where the practice of students is kept. Each call is done as a whole or not at all, and is durable when it resolves. */
export type StudentStore = {
  /** Stores the session unless there is one of this id; the one that is stored, or null where the student is no more. */
  begin(session: NewSession): Promise<StudentSession | null>
  /** The session, or null where the student has none of this id. */
  find(studentId: string, sessionId: string): Promise<StudentSession | null>
  /** When the last attempt of the session's log was made; null for none. */
  lastAttemptAtMs(studentId: string, sessionId: string): Promise<number | null>
  /** Logs attempts in their order, all or none; those at places that their logs have passed are repeats. */
  log(studentId: string, attempts: readonly NewAttempt[]): Promise<Logged>
  /**
   * As `log`, also for sessions that are over: their totals and the boards they count on change in the same transaction.
   * Nothing of them is counted later than their end.
   */
  logLate(late: LateAttempts): Promise<Logged>
  /** Closes a session, and counts it on its league's board under the student's player; a repeat changes nothing. */
  complete(completion: Completion): Promise<Completed | null>
  /** Reads sums only, however long the student has practised. */
  progress(studentId: string): Promise<Progress>
  /** Reads sums only, of all these students at once, in their order, as of `today`, a practice day. */
  overview(studentIds: readonly string[], today: string): Promise<readonly StudentOverview[]>
  /** What the log has shown of what the student knows. */
  memory(studentId: string): Promise<LearningMemory>
  /** How fast the student enters numbers, in each way that was measured. */
  entryTimes(studentId: string): Promise<readonly MeasuredEntry[]>
  /** Keeps a measured entry time; does nothing for a student who is no more. */
  putEntryTime(studentId: string, measured: MeasuredEntry): Promise<void>
  /** Folds the logs that no version of the memory, or only an earlier one, has folded. Ends early when it is told to. */
  foldAll(signal: AbortSignal): Promise<void>
  /** The days with attempts that are set aside, the newest first; of the newest 10,000 attempts. */
  setAside(studentId: string): Promise<readonly SetAsideDay[]>
  /** Counts what is set aside of a day as if it had arrived now, a thousand attempts at most; how many it counted. */
  accept(acceptance: Acceptance): Promise<number>
  /** What is kept of a fact, and its newest attempts, the newest first. */
  factHistory(
    studentId: string,
    factId: string,
    most: number,
  ): Promise<{ readonly fact: FactMemory | null; readonly attempts: readonly PastAttempt[] }>
}

/** A row as it is stored. */
export type StoredLogRow = Readonly<Record<string, number | string | null>>

/** A student as other tables know it: by the player on boards and in battles, and by the key under which wrong PINs are counted. */
export type StudentOfData = {
  readonly studentId: string
  readonly tokenHash: string
  readonly accountKey: string
}

/** What the law lets an adult ask of a child: all of it, or none of it. */
export type StudentDataStore = {
  /** The rows of one table of the child, a portion at a time, in the order of their keys; never a token. */
  rowsOf(student: StudentOfData, table: ChildTable): AsyncIterable<readonly StoredLogRow[]>
  /** The names of a table's columns, in the order of a row's. */
  columnsOf(table: ChildTable): readonly string[]
  /** Deletes the student's account and all of that, on every board and in every battle. It may be called again. */
  remove(student: StudentOfData, nowMs: number): Promise<void>
}
