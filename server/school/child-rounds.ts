import { dayIn, dayStartIn } from '../../domain/day-in-zone.ts'
import { factAt, FACTS, numberOf } from '../../domain/learning/memory.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { schoolDaysOfHome } from '../../domain/calendar.ts'
import {
  amountFor,
  countsTime,
  factsOfAssigned,
  factsToPractice,
  isTooHard,
  knowsAssigned,
} from '../../domain/school/assignment.ts'
import {
  lastOpenDay,
  roundOfChild,
  roundsOf,
  stateOfWork,
  type Round,
  type WorkState,
} from '../../domain/school/rounds.ts'
import type {
  AssignedChild,
  AssignedHome,
  CountedAnswer,
  FactCount,
  SessionTime,
  Span,
  StoredAssignment,
  StoredWork,
} from './assignment-port.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'

/** The state of a round for a child. */
export type ChildRound = {
  readonly child: AssignedChild
  readonly round: Round | 'away'
  readonly state: WorkState
  readonly amount: number
  /** Problems or whole minutes. */
  readonly count: number
  /** What the minutes come from; 0 for problems. */
  readonly seconds: number
  readonly firsts: number
  readonly firstsRight: number
  readonly doneDay: string | null
  readonly stored: StoredWork
  /** By fact; only those that count. */
  readonly facts: readonly FactCount[]
}

/** What is known of a child's answers in a round. */
type Answered = {
  readonly facts: readonly FactCount[]
  readonly times: readonly SessionTime[]
}

const MINUTE_SECONDS = 60

/** Whether somebody has a school day in these days. */
export function hasSchoolDay(home: AssignedHome, { firstDay, dueDay }: StoredAssignment): boolean {
  const once = { firstDay, dueDay, lastDay: null, endedDay: null }
  return roundsOf(once, schoolDaysOfHome(home), dueDay).length > 0
}

/** A due date moves at most so far because a child was away or an adult gave it more time. */
const MAX_MOVED_DAYS = 28

/** The time in which answers count for a round: since it began and was assigned, as long as it can be open for anybody. */
function spanOf({ home: { zone }, assignment, round, nowMs }: Omit<RoundInput, 'child' | 'stored'>): Span {
  const end = daysBefore(lastOpenDay(round), -MAX_MOVED_DAYS)
  const fromMs = Math.max(dayStartIn(zone, round.day), assignment.madeAtMs)
  return { fromMs, untilMs: Math.min(nowMs + 1, dayStartIn(zone, end)) }
}

/** The current round of an assignment and those before it, newest first. */
export function pastRounds(
  home: AssignedHome,
  assignment: StoredAssignment,
  nowMs: number,
): readonly Round[] {
  return roundsOf(assignment, schoolDaysOfHome(home), dayIn(home.zone, nowMs)).toReversed()
}

/** What a round asks for, before it is adjusted to a child. */
export function amountOf({ amount, next }: StoredAssignment, round: Round): number {
  return next !== null && round.day >= next.fromDay ? next.amount : amount
}

/** Whether an assignment is for this child. */
export const takesPart = ({ forAll, childIds }: StoredAssignment, { studentId }: AssignedChild): boolean =>
  forAll || childIds.includes(studentId)

/** A child's row of a round, before anything is stored. */
export function newWork(studentId: string, assignmentId: string, roundDay: string): StoredWork {
  return {
    studentId,
    assignmentId,
    roundDay,
    amount: 0,
    knows: false,
    isStuck: false,
    isExcused: false,
    moreDays: 0,
    doneAtMs: null,
    count: 0,
    firsts: 0,
    firstsRight: 0,
    isClosed: false,
  }
}

type RoundInput = {
  readonly home: AssignedHome
  readonly assignment: StoredAssignment
  readonly round: Round
  readonly child: AssignedChild
  readonly stored: StoredWork
  readonly nowMs: number
}

/** The round as it is for this child; null if it has no part in it. */
export function ownRound({
  home,
  assignment,
  round,
  child,
  stored,
}: Omit<RoundInput, 'nowMs'>): Round | 'away' | null {
  const joinedDay = assignment.forAll ? dayIn(home.zone, child.joinedAtMs) : ''
  return roundOfChild(round, { ...child, joinedDay, moreDays: stored.moreDays }, schoolDaysOfHome(home))
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

function amountOfChild({ assignment, round, stored }: RoundInput): number {
  const asked = amountFor(assignment.amountKind, amountOf(assignment, round), stored)
  // Lowering counts at once; what was raised does not.
  return stored.amount === 0 ? asked : Math.min(stored.amount, asked)
}

/** Evaluates a child's round. `numbers` are the facts that count. */
function childRound(
  input: RoundInput,
  own: Round | 'away',
  numbers: readonly number[],
  answered: Answered,
): ChildRound {
  const { home, assignment, child, stored, nowMs } = input
  const today = dayIn(home.zone, nowMs)
  const facts = answered.facts.filter(({ factId }) => numbers.includes(numberOf(factId)))
  const seconds = sum(
    answered.times.filter(({ sessionType }) => countsTime(assignment.id, numbers, sessionType)),
    (time) => time.seconds,
  )
  const counted =
    assignment.amountKind === 'minutes'
      ? Math.floor(seconds / MINUTE_SECONDS)
      : sum(facts, ({ problems }) => problems)
  const amount = amountOfChild(input)
  const isLive = !stored.isClosed
  const count = isLive ? counted : stored.count
  const doneDay = stored.doneAtMs === null ? null : dayIn(home.zone, stored.doneAtMs)
  return {
    child,
    round: own,
    state: stateOfWork(own, { doneDay, count, isExcused: stored.isExcused }, today),
    amount,
    count: Math.min(count, amount),
    seconds,
    firsts: isLive ? sum(facts, ({ firsts }) => firsts) : stored.firsts,
    firstsRight: isLive ? sum(facts, ({ firstsRight }) => firstsRight) : stored.firstsRight,
    doneDay,
    stored,
    facts,
  }
}

/** When the amount was reached; null if it was not. */
export function reachedAtMs(
  { assignment }: Pick<RoundInput, 'assignment'>,
  amount: number,
  numbers: readonly number[],
  { answers, times }: { readonly answers: readonly CountedAnswer[]; readonly times: readonly SessionTime[] },
): number | null {
  if (assignment.amountKind === 'problems') {
    const over = answers.filter(({ isOver, factId }) => isOver && numbers.includes(numberOf(factId)))
    return over[amount - 1]?.atMs ?? null
  }
  let seconds = 0
  for (const time of times.filter(({ sessionType }) => countsTime(assignment.id, numbers, sessionType))) {
    const missing = amount * MINUTE_SECONDS - seconds
    if (time.seconds >= missing) return time.startedAtMs + missing * 1000
    seconds += time.seconds
  }
  return null
}

/** The first of two times, of which either may be unknown. */
function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** By fact, the answers of one child. */
function factCounts(studentId: string, answers: readonly CountedAnswer[]): FactCount[] {
  const counts = new Map<string, FactCount>()
  for (const { factId, isFirst, isRight, isOver } of answers) {
    const before = counts.get(factId)
    counts.set(factId, {
      studentId,
      factId,
      problems: (before?.problems ?? 0) + Number(isOver),
      firsts: (before?.firsts ?? 0) + Number(isFirst),
      firstsRight: (before?.firstsRight ?? 0) + Number(isFirst && isRight),
    })
  }
  return [...counts.values()]
}

/** `numbers` are the facts that the child practices from its card. */
type Evaluated = ChildRound & { readonly numbers: readonly number[] }

/**
 * Evaluates a round of an assignment for a child who looks at it. Stores what that decides: how much the child has to do,
 * whether it knows it already, whether it is too hard, and when it was done.
 */
export async function evaluateForChild(
  store: AssignmentStore,
  input: RoundInput,
  own: Round,
): Promise<Evaluated> {
  const { assignment, child } = input
  const { studentId } = child
  const span = spanOf(input)
  const [answers, times, memory] = await Promise.all([
    store.answers(studentId, span),
    assignment.amountKind === 'minutes' ? store.times([studentId], span) : [],
    store.memory(studentId),
  ])
  const isFirstLook = input.stored.amount === 0
  const known = {
    ...input.stored,
    knows: isFirstLook ? knowsAssigned(memory, assignment.assigned) : input.stored.knows,
  }
  const assigned = factsOfAssigned(assignment.assigned)
  const firsts = answers.filter(({ isFirst, factId }) => isFirst && assigned.includes(numberOf(factId)))
  const isStuck = isTooHard(firsts.map(({ isRight }) => isRight))
  const amount = amountOfChild({ ...input, stored: known })
  const numbers = factsToPractice(assignment.assigned, memory, { knows: known.knows, isTooHard: isStuck })
  const looked = { ...known, amount, isStuck }
  const counting = countingNumbers(assignment, looked)
  const stored: StoredWork = {
    ...looked,
    // Answers that another device sends later can have been given earlier.
    doneAtMs: earlier(known.doneAtMs, reachedAtMs(input, amount, counting, { answers, times })),
  }
  if (JSON.stringify(stored) !== JSON.stringify(input.stored)) await store.putWork([stored])
  const answered = { facts: factCounts(studentId, answers), times }
  return { ...childRound({ ...input, stored }, own, counting, answered), numbers }
}

const ALL_NUMBERS = FACTS.map((_, number) => number)

/**
 * The facts that count for a child: all for what each child needs; otherwise the assigned ones, and any in their operations once
 * the child knows them or they are too hard. They do not depend on what the child learns later, so that what counted once keeps counting.
 */
function countingNumbers(assignment: StoredAssignment, stored: StoredWork): readonly number[] {
  if (assignment.assigned.kind === 'needs') return ALL_NUMBERS
  const assigned = factsOfAssigned(assignment.assigned)
  if (!stored.knows && !stored.isStuck) return assigned
  const operations = new Set(assigned.map((number) => factAt(number)?.operation))
  return FACTS.flatMap(({ operation }, number) => (operations.has(operation) ? [number] : []))
}

/** Evaluates a round for all children who have a part in it, in the order of the home. Stores when each was done. */
export async function evaluateForAdult(
  store: AssignmentStore,
  { home, assignment, round, nowMs }: Omit<RoundInput, 'child' | 'stored'>,
): Promise<readonly ChildRound[]> {
  const children = home.children.filter((child) => takesPart(assignment, child))
  const ids = children.map(({ studentId }) => studentId)
  const span = spanOf({ home, assignment, round, nowMs })
  const [works, counts, times] = await Promise.all([
    store.work([assignment.id], ids),
    store.counts(ids, span),
    assignment.amountKind === 'minutes' ? store.times(ids, span) : [],
  ])
  const rounds: ChildRound[] = []
  const changed: StoredWork[] = []
  for (const child of children) {
    const { studentId } = child
    const stored =
      works.find((work) => work.studentId === studentId && work.roundDay === round.day) ??
      newWork(studentId, assignment.id, round.day)
    const input = { home, assignment, round, child, stored, nowMs }
    const own = ownRound(input)
    if (own === null) continue
    const numbers = countingNumbers(assignment, stored)
    const answered = {
      facts: counts.filter((count) => count.studentId === studentId),
      times: times.filter((time) => time.studentId === studentId),
    }
    const live = childRound(input, own, numbers, answered)
    const after = await closing(store, input, live, numbers, answered.times)
    if (after !== stored) changed.push(after)
    rounds.push(after === stored ? live : childRound({ ...input, stored: after }, own, numbers, answered))
  }
  if (changed.length > 0) await store.putWork(changed)
  return rounds
}

/** What is to be stored of a child's round: when it was done, and its result once it is over. */
async function closing(
  store: AssignmentStore,
  input: RoundInput,
  live: ChildRound,
  numbers: readonly number[],
  times: readonly SessionTime[],
): Promise<StoredWork> {
  const { home, stored, child, nowMs } = input
  if (stored.isClosed) return stored
  const isOver = live.round !== 'away' && dayIn(home.zone, nowMs) > lastOpenDay(live.round)
  let after = stored
  // Answers that another device sends later can show that it was done earlier.
  const mayChange = stored.doneAtMs === null || isOver || live.state === 'done_later'
  if (mayChange && live.count >= live.amount) {
    const answers = await store.answers(child.studentId, spanOf(input))
    const reachedMs = reachedAtMs(input, live.amount, numbers, { answers, times })
    after = { ...after, doneAtMs: earlier(stored.doneAtMs, reachedMs) }
  }
  if (!isOver) return after
  const { count, firsts, firstsRight } = live
  return { ...after, amount: live.amount, count, firsts, firstsRight, isClosed: true }
}

/** Whether a child has done its round, in time or later. */
export const isDone = ({ state }: ChildRound): boolean => state === 'done' || state === 'done_later'
