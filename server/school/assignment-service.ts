import type { NewAssignment } from '../../contract/assignments.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { OPERATIONS } from '../../domain/fact.ts'
import { factAt, numberOf } from '../../domain/learning/memory.ts'
import { daysBefore, daysBetween } from '../../domain/practice-day.ts'
import { MAX_DAYS } from '../../domain/school/assignment.ts'
import { lastOpenDay, type Round } from '../../domain/school/rounds.ts'
import { Refusal } from '../http/errors.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'
import {
  badRequest,
  changedAssignment,
  changedWork,
  checkDays,
  chosenOf,
  forgetAmounts,
  hasAnswers,
  type Change,
  type WorkChange,
} from './assignment-change.ts'
import { cardsOf } from './child-cards.ts'
import {
  amountOf,
  evaluateForAdult,
  hasSchoolDay,
  isDone,
  newWork,
  pastRounds,
  takesPart,
  type ChildRound,
} from './child-rounds.ts'
import { checkRoom } from './open-limit.ts'
import type { AssignedHome, StoredAssignment } from './assignment-port.ts'

type AssignmentServiceNeeds = {
  readonly store: AssignmentStore
  readonly newId: () => string
  readonly now: () => number
}

const MAX_HARDEST = 3
/** The pace of a class is that of its last four weeks. */
const PACE_DAYS = 28

const gone = (): Refusal => new Refusal(404, 'not_found', 'This assignment was deleted, or it isn’t yours.')

function hardestOf(facts: readonly { factId: string; firsts: number; firstsRight: number }[]): string[] {
  return facts
    .filter(({ firsts, firstsRight }) => firsts > firstsRight)
    .toSorted(
      (one, other) =>
        other.firsts - other.firstsRight - (one.firsts - one.firstsRight) ||
        numberOf(one.factId) - numberOf(other.factId),
    )
    .slice(0, MAX_HARDEST)
    .map(({ factId }) => factId)
}

/** Adds up the facts of all children. */
function summed(rounds: readonly ChildRound[]) {
  const sums = new Map<string, { factId: string; firsts: number; firstsRight: number }>()
  for (const { factId, firsts, firstsRight } of rounds.flatMap(({ facts }) => facts)) {
    const before = sums.get(factId) ?? { factId, firsts: 0, firstsRight: 0 }
    sums.set(factId, {
      factId,
      firsts: before.firsts + firsts,
      firstsRight: before.firstsRight + firstsRight,
    })
  }
  return [...sums.values()]
}

function workAnswer(round: ChildRound) {
  const { child, state, amount, count, firsts, firstsRight, doneDay, stored, facts } = round
  return {
    studentId: child.studentId,
    name: child.name,
    state,
    dueDay: round.round === 'away' ? null : round.round.dueDay,
    doneDay,
    count,
    amount,
    firsts,
    firstsRight,
    hardest: hardestOf(facts),
    knows: stored.knows,
    isStuck: stored.isStuck,
  }
}

/** One of the rounds of an assignment, and the children in it. */
type SeenRound = {
  readonly round: Round | undefined
  readonly rounds: readonly Round[]
  readonly children: readonly ChildRound[]
}

/** An assignment for an adult. `children` are those of one of the `rounds`. */
async function answerOf(
  { store, now }: AssignmentServiceNeeds,
  home: AssignedHome,
  assignment: StoredAssignment,
  { round, rounds, children }: SeenRound,
) {
  const { id, assigned, amountKind, firstDay, dueDay, lastDay, endedDay, forAll, childIds } = assignment
  const today = dayIn(home.zone, now())
  return {
    id,
    who: forAll ? null : childIds,
    assigned,
    amount: { kind: amountKind, count: round ? amountOf(assignment, round) : assignment.amount },
    firstDay,
    dueDay,
    lastDay,
    endedDay,
    round: round
      ? { day: round.day, dueDay: round.dueDay, isOpen: endedDay === null && today <= lastOpenDay(round) }
      : null,
    children: children.length,
    done: children.filter(isDone).length,
    hasAnswers:
      children.some(({ facts }) => facts.length > 0) ||
      (rounds.length > 1 && (await hasAnswers(store, home, assignment, now()))),
  }
}

/** Reads assignments for adults. */
function assignmentReading(needs: AssignmentServiceNeeds) {
  const { store, now } = needs
  /** A deleted assignment is found only to undo its deletion. */
  const found = async (assignmentId: string, mayBeDeleted = false): Promise<StoredAssignment> => {
    const assignment = await store.find(assignmentId)
    if (!assignment || (assignment.deletedAtMs !== null && !mayBeDeleted)) throw gone()
    return assignment
  }

  const homeOf = async (classId: string): Promise<AssignedHome> => {
    const home = await store.home(classId)
    if (!home) throw new Refusal(404, 'not_found', 'This class was deleted, or it isn’t yours.')
    return home
  }

  const answer = async (home: AssignedHome, assignment: StoredAssignment) => {
    const rounds = pastRounds(home, assignment, now())
    const [round] = rounds
    const children = round ? await evaluateForAdult(store, { home, assignment, round, nowMs: now() }) : []
    return answerOf(needs, home, assignment, { round, rounds, children })
  }

  const work = async (assignmentId: string, roundDay?: string) => {
    const assignment = await found(assignmentId)
    const home = await homeOf(assignment.classId)
    const rounds = pastRounds(home, assignment, now())
    const round = roundDay === undefined ? rounds[0] : rounds.find(({ day }) => day === roundDay)
    const children = round ? await evaluateForAdult(store, { home, assignment, round, nowMs: now() }) : []
    return {
      today: dayIn(home.zone, now()),
      assignment: await answerOf(needs, home, assignment, { round, rounds, children }),
      rounds: rounds.map(({ day }) => day),
      children: children.map(workAnswer),
      hardest: hardestOf(summed(children)),
    }
  }

  return {
    found,
    homeOf,
    answer,
    work,

    /** The home whose assignment it is. Throws a 404 Refusal for an unknown one. */
    homeIdOf: async (assignmentId: string) => (await found(assignmentId, true)).classId,

    ofHome: async (classId: string) => {
      const home = await homeOf(classId)
      const today = dayIn(home.zone, now())
      const ids = home.children.map(({ studentId }) => studentId)
      const [assignments, { problemMs, factIds }] = await Promise.all([
        store.ofClass(classId),
        store.practiced(ids, daysBefore(today, PACE_DAYS)),
      ])
      const tried = new Set(factIds.map((id) => factAt(numberOf(id))?.operation))
      return {
        today,
        assignments: await Promise.all(assignments.map((assignment) => answer(home, assignment))),
        problemMs,
        operations: OPERATIONS.filter((operation) => tried.has(operation)),
        schoolDays: home.schoolDays,
        holidays: home.holidays,
      }
    },
  }
}

/** Throws a 400 Refusal for work that is given once, in days without school. */
function checkSchoolDay(home: AssignedHome, assignment: StoredAssignment): void {
  if (assignment.lastDay === null && !hasSchoolDay(home, assignment))
    throw badRequest('There is no school day in this time. Please choose a later day.')
}

/** Assigned practice, for adults and children. The caller has checked that the person may see or change the home. */
export function assignmentService(needs: AssignmentServiceNeeds) {
  const { store, newId, now } = needs
  const { found, homeOf, answer, work, ...reading } = assignmentReading(needs)

  return {
    ...reading,
    work,
    cardsOf: (studentId: string) => cardsOf(store, studentId, now()),

    /** Throws a 400 Refusal for days that make no sense, and a 409 if a child has too many. */
    make: async (
      adultId: string,
      classId: string,
      { who, assigned, amount, firstDay, dueDay, lastDay, requestId }: NewAssignment,
    ) => {
      checkDays({ firstDay, dueDay, lastDay })
      const home = await homeOf(classId)
      // A repeat is answered even if the first request has filled the last place.
      const before = requestId === undefined ? null : await store.ofRequest(classId, requestId)
      if (before) return answer(home, before)
      const today = dayIn(home.zone, now())
      if (firstDay < today) throw badRequest(`firstDay must not be before today, ${today}.`)
      if (daysBetween(today, firstDay) > MAX_DAYS.ahead)
        throw badRequest(`firstDay must be at most ${MAX_DAYS.ahead} days away.`)
      const id = newId()
      const chosen = chosenOf(home, who)
      await checkRoom(needs, home, { ...chosen, id })
      const made: StoredAssignment = {
        id,
        classId,
        madeBy: adultId,
        assigned,
        amountKind: amount.kind,
        amount: amount.count,
        next: null,
        firstDay,
        dueDay,
        lastDay,
        ...chosen,
        madeAtMs: now(),
        endedDay: null,
        deletedAtMs: null,
      }
      checkSchoolDay(home, made)
      return answer(home, await store.add(made, requestId ?? id))
    },

    change: async (assignmentId: string, change: Change) => {
      const before = await found(assignmentId, change.deleted === false)
      const home = await homeOf(before.classId)
      const after = changedAssignment(before, change, home, dayIn(home.zone, now()))
      if (change.assigned) {
        if (await hasAnswers(store, home, before, now()))
          throw badRequest(
            'Somebody has answered, so what is assigned stays. Please assign it again instead.',
          )
      }
      const isMoved = change.dueDay !== undefined || change.lastDay !== undefined
      if (isMoved) checkSchoolDay(home, after)
      if (isMoved || change.who !== undefined || change.deleted === false) await checkRoom(needs, home, after)
      await store.put(after)
      if (change.assigned) await forgetAmounts(store, home, after)
      return answer(home, after)
    },

    remove: async (assignmentId: string) => store.put({ ...(await found(assignmentId)), deletedAtMs: now() }),

    changeWork: async (assignmentId: string, studentId: string, roundDay: string, change: WorkChange) => {
      const assignment = await found(assignmentId)
      const home = await homeOf(assignment.classId)
      const round = pastRounds(home, assignment, now()).find(({ day }) => day === roundDay)
      const child = home.children.find((each) => each.studentId === studentId)
      if (!round || !child || !takesPart(assignment, child)) throw gone()
      const works = await store.work([assignmentId], [studentId])
      const stored = works.find((each) => each.roundDay === roundDay)
      await store.putWork([changedWork(stored ?? newWork(studentId, assignmentId, roundDay), change)])
      return work(assignmentId, roundDay)
    },
  }
}

export type AssignmentService = ReturnType<typeof assignmentService>
