import type {
  Assignment,
  AssignmentCard,
  assignmentRoutes,
  Assignments,
  NewAssignment,
  RoundWork,
} from '../../contract/assignments.ts'
import type { Output } from '../../contract/route.ts'
import type { DayRange, Weekday } from '../../domain/calendar.ts'
import type { AmountKind, Assigned } from '../../domain/school/assignment.ts'
import type { LearningMemory } from '../../domain/learning/memory.ts'

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

/** What a child has to do. */
export type ChildCards = {
  readonly today: string
  readonly cards: AssignmentCard[]
}

/** A time range in epoch milliseconds; the end is excluded. */
export type Span = { readonly fromMs: number; readonly untilMs: number }

/** Stores assignments. What was done of them is read from the attempt log. Every operation is atomic. */
export type AssignmentStore = {
  /** Null for a deleted class. */
  home(classId: string): Promise<AssignedHome | null>
  /** The home of a child, with this child only; null for a deleted child. */
  homeOf(studentId: string): Promise<AssignedHome | null>
  /** Newest first, without deleted ones. */
  ofClass(classId: string): Promise<readonly StoredAssignment[]>
  /** Deleted ones too. */
  find(assignmentId: string): Promise<StoredAssignment | null>
  /** The one that this request has made before; null if there is none. */
  ofRequest(classId: string, requestId: string): Promise<StoredAssignment | null>
  /** Returns the one that the same request has made before, if there is one. Children of other homes are left out. */
  add(assignment: StoredAssignment, requestId: string): Promise<StoredAssignment>
  put(assignment: StoredAssignment): Promise<void>
  work(assignmentIds: readonly string[], studentIds: readonly string[]): Promise<readonly StoredWork[]>
  /** Does nothing for children that were deleted. */
  putWork(work: readonly StoredWork[]): Promise<void>
  /** By child and fact. */
  counts(studentIds: readonly string[], span: Span): Promise<readonly FactCount[]>
  answers(studentId: string, span: Span): Promise<readonly CountedAnswer[]>
  /** Sessions that began in this time, oldest first. */
  times(studentIds: readonly string[], span: Span): Promise<readonly SessionTime[]>
  memory(studentId: string): Promise<LearningMemory>
  /** How long a problem has taken these children since a practice day, and the facts that any of them has tried. */
  practiced(
    studentIds: readonly string[],
    fromDay: string,
  ): Promise<{ readonly problemMs: number | null; readonly factIds: readonly string[] }>
}

type Change = Output<typeof assignmentRoutes.change.body>

type WorkChange = Output<typeof assignmentRoutes.changeWork.body>['change']

/** Assigned practice. The caller has checked that the person may see or change the home. */
export type AssignmentService = {
  /** The home whose assignment it is. Throws a 404 Refusal for an unknown one. */
  homeIdOf(assignmentId: string): Promise<string>
  ofHome(classId: string): Promise<Assignments>
  /** Throws a 400 Refusal for days that make no sense, and a 409 if a child has too many. */
  make(adultId: string, classId: string, made: NewAssignment): Promise<Assignment>
  change(assignmentId: string, change: Change): Promise<Assignment>
  remove(assignmentId: string): Promise<void>
  work(assignmentId: string, roundDay?: string): Promise<RoundWork>
  changeWork(
    assignmentId: string,
    studentId: string,
    roundDay: string,
    change: WorkChange,
  ): Promise<RoundWork>
  cardsOf(studentId: string): Promise<ChildCards>
}
