import { dayIn } from '../../domain/day-in-zone.ts'
import { lastOpenDay } from '../../domain/school/rounds.ts'
import { evaluateForChild, isDone, newWork, ownRound, pastRounds } from './child-rounds.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'

/** The child's card of a round; null if it has nothing to do, or no more. */
async function cardOf(store: AssignmentStore, input: Parameters<typeof evaluateForChild>[1]) {
  const { home, assignment, round, stored, nowMs } = input
  const own = ownRound(input)
  if (own === null || own === 'away' || stored.isExcused) return null
  const today = dayIn(home.zone, nowMs)
  const isPast = today > own.dueDay
  if (today > lastOpenDay(own) || (isPast && stored.doneAtMs !== null)) return null
  const evaluated = await evaluateForChild(store, input, own)
  if (isDone(evaluated) && isPast) return null
  return {
    id: assignment.id,
    round: round.day,
    assigned: assignment.assigned,
    facts: evaluated.numbers,
    amountKind: assignment.amountKind,
    amount: evaluated.amount,
    count: evaluated.count,
    seconds: evaluated.seconds,
    dueDay: own.dueDay,
    isDone: isDone(evaluated),
    isStillOpen: isPast,
    withPictures: evaluated.stored.isStuck,
  }
}

/** A child's cards: those that are not done first, by due date. What repeats has one for each round that is still open. */
export async function cardsOf(store: AssignmentStore, studentId: string, nowMs: number) {
  const home = await store.homeOf(studentId)
  const [child] = home?.children ?? []
  if (!home || !child) return { today: '', cards: [] }
  const open = (await store.ofClass(home.classId)).filter(
    ({ forAll, childIds, endedDay }) => endedDay === null && (forAll || childIds.includes(studentId)),
  )
  const ids = open.map(({ id }) => id)
  const works = await store.work(ids, [studentId])
  const cards = await Promise.all(
    open.flatMap((assignment) =>
      pastRounds(home, assignment, nowMs).map((round) => {
        const stored =
          works.find((each) => each.assignmentId === assignment.id && each.roundDay === round.day) ??
          newWork(studentId, assignment.id, round.day)
        return cardOf(store, { home, assignment, round, child, stored, nowMs })
      }),
    ),
  )
  return {
    today: dayIn(home.zone, nowMs),
    cards: cards
      .filter((card) => card !== null)
      .toSorted(
        (one, other) => Number(one.isDone) - Number(other.isDone) || (one.dueDay < other.dueDay ? -1 : 1),
      ),
  }
}
