import type { DayRange, Weekday } from '../../domain/calendar.ts'
import type { AmountKind, Assigned } from '../../domain/school/assignment.ts'

/** An assignment of a class or family. */
export type StoredAssignment = {
  readonly id: string
  readonly classId: string
  /** The adult who made it. */
  readonly madeBy: string
  readonly assigned: Assigned
  readonly amountKind: AmountKind
  readonly amount: number
  /** A higher amount, for rounds that begin on this day or later; null for none. */
  readonly next: { readonly amount: number; readonly fromDay: string } | null
  readonly firstDay: string
  readonly dueDay: string
  readonly lastDay: string | null
  /** For all children of the home, those who join later included. */
  readonly forAll: boolean
  /** The chosen children; empty if it is for all. */
  readonly childIds: readonly string[]
  readonly madeAtMs: number
  readonly endedDay: string | null
  readonly deletedAtMs: number | null
}

/** A child that may have assignments. */
export type AssignedChild = {
  readonly studentId: string
  readonly name: string
  /** When it came to its home. */
  readonly joinedAtMs: number
  readonly away: readonly DayRange[]
}

/** A class or family: its calendar, and its children. */
export type AssignedHome = {
  readonly classId: string
  readonly zone: string
  readonly schoolDays: readonly Weekday[]
  readonly holidays: readonly DayRange[]
  readonly children: readonly AssignedChild[]
}

/** What is stored of a child's round. */
export type StoredWork = {
  readonly studentId: string
  readonly assignmentId: string
  readonly roundDay: string
  /** What this child had to do when it first saw the round; 0 if it has not seen it. */
  readonly amount: number
  readonly knows: boolean
  readonly isStuck: boolean
  readonly isExcused: boolean
  readonly moreDays: number
  readonly doneAtMs: number | null
  /** The result, once the round is over. */
  readonly count: number
  readonly firsts: number
  readonly firstsRight: number
  readonly isClosed: boolean
}

/** What a child answered about a fact in a time; only answers that count. */
export type FactCount = {
  readonly studentId: string
  readonly factId: string
  /** Problems that are over, right or wrong. */
  readonly problems: number
  readonly firsts: number
  readonly firstsRight: number
}

/** An answer that counts, oldest first. `isOver`: the problem is over with it. */
export type CountedAnswer = {
  readonly factId: string
  readonly atMs: number
  readonly isFirst: boolean
  readonly isRight: boolean
  readonly isOver: boolean
}

/** The time of a session that counts. */
export type SessionTime = {
  readonly studentId: string
  readonly sessionType: string
  readonly startedAtMs: number
  readonly seconds: number
}

/** A time range in epoch milliseconds; the end is excluded. */
export type Span = { readonly fromMs: number; readonly untilMs: number }
