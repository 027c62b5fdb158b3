import { dayIn } from '../../domain/day-in-zone.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { NextAssignment } from '../../domain/school/weekly-report.ts'
import { cardsOf } from './child-cards.ts'
import { amountOf, newWork, ownRound, pastRounds } from './child-rounds.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'

const AHEAD_DAYS = 7
const DAY_MS = 86_400_000

/**
 * A child's assignments for the next days, by due date: those that are open and not done, and those that begin within a week.
 */
export async function nextAssignments(
  store: AssignmentStore,
  studentId: string,
  nowMs: number,
): Promise<NextAssignment[]> {
  const home = await store.homeOf(studentId)
  const [child] = home?.children ?? []
  if (!home || !child) return []
  const today = dayIn(home.zone, nowMs)
  const { cards } = await cardsOf(store, studentId, nowMs)
  const open = cards
    .filter((card) => !card.isDone && card.dueDay >= today)
    .map(({ assigned, amountKind, amount, dueDay }) => ({
      assigned,
      amountKind,
      amount,
      dueDay,
    }))
  const assignments = (await store.ofClass(home.classId)).filter(
    ({ forAll, childIds, endedDay }) => endedDay === null && (forAll || childIds.includes(studentId)),
  )
  const coming = assignments.flatMap((assignment) => {
    const { assigned, amountKind } = assignment
    const last = daysBefore(today, -AHEAD_DAYS)
    const rounds = pastRounds(home, assignment, nowMs + AHEAD_DAYS * DAY_MS)
    return rounds
      .filter(({ day }) => day > today && day <= last)
      .flatMap((round) => {
        const stored = newWork(studentId, assignment.id, round.day)
        const own = ownRound({ home, assignment, round, child, stored })
        if (own === null || own === 'away') return []
        const amount = amountOf(assignment, round)
        return { assigned, amountKind, amount, dueDay: own.dueDay }
      })
  })
  return [...open, ...coming].toSorted((one, other) => (one.dueDay < other.dueDay ? -1 : 1))
}
