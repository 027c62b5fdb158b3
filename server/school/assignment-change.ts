import type { assignmentRoutes, NewAssignment } from '../../contract/assignments.ts'
import type { Output } from '../../contract/route.ts'
import { dayStartIn } from '../../domain/day-in-zone.ts'
import { numberOf } from '../../domain/learning/memory.ts'
import { daysBefore, daysBetween } from '../../domain/practice-day.ts'
import { factsOfAssigned, MAX_DAYS } from '../../domain/school/assignment.ts'
import { Refusal } from '../http/errors.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'
import { takesPart } from './child-rounds.ts'
import type { AssignedHome, StoredAssignment, StoredWork } from './assignment-port.ts'

export type Change = Output<typeof assignmentRoutes.change.body>
export type WorkChange = Output<typeof assignmentRoutes.changeWork.body>['change']

/** School days that an adult adds to a child's time at once, and at most. */
const MORE_DAYS = { step: 2, max: 10 }

export const badRequest = (sentence: string): Refusal => new Refusal(400, 'bad_request', sentence)

/** Throws a 400 Refusal for days that make no sense. */
export function checkDays({
  firstDay,
  dueDay,
  lastDay,
}: Pick<StoredAssignment, 'firstDay' | 'dueDay' | 'lastDay'>): void {
  if (dueDay < firstDay) throw badRequest('dueDay must not be before firstDay.')
  if (daysBetween(firstDay, dueDay) > MAX_DAYS.window)
    throw badRequest(`dueDay must be at most ${MAX_DAYS.window} days after firstDay.`)
  if (lastDay === null) return
  if (lastDay < dueDay) throw badRequest('lastDay must not be before dueDay.')
  if (daysBetween(firstDay, dueDay) >= 7)
    throw badRequest('What repeats every week must take at most a week.')
  if (daysBetween(firstDay, lastDay) > MAX_DAYS.repeating)
    throw badRequest(`lastDay must be at most ${MAX_DAYS.repeating} days after firstDay.`)
}

/** The children of an assignment. Throws a 400 Refusal if one of those named is not here. */
export function chosenOf(
  home: AssignedHome,
  who: NewAssignment['who'],
): Pick<StoredAssignment, 'forAll' | 'childIds'> {
  const childIds = [...new Set(who ?? [])]
  const isHere = (id: string): boolean => home.children.some(({ studentId }) => studentId === id)
  if (!childIds.every(isHere))
    throw badRequest(
      'who must name children who are here. Someone may have moved or been removed: choose again.',
    )
  return { forAll: who === null, childIds }
}

/** The assignment after a change. Throws a 400 Refusal for impossible days, or if what has begun would ask for more or get other weeks. */
export function changedAssignment(
  before: StoredAssignment,
  { who, assigned, amount, dueDay, lastDay, ended, deleted }: Change,
  home: AssignedHome,
  today: string,
): StoredAssignment {
  if (dueDay !== undefined && dueDay !== before.dueDay && before.lastDay !== null && today > before.dueDay)
    throw badRequest('Its weekday stays once the second week has begun. Please end it and assign it again.')
  if (dueDay !== undefined && dueDay !== before.dueDay && dueDay < today)
    throw badRequest(`dueDay must not be before today, ${today}.`)
  const after = {
    ...before,
    ...(assigned !== undefined && { assigned }),
    ...(who !== undefined && chosenOf(home, who)),
    ...(dueDay !== undefined && { dueDay }),
    ...(lastDay !== undefined && { lastDay }),
    ...(ended && { endedDay: before.endedDay ?? today }),
    ...(deleted === false && { deletedAtMs: null }),
    ...(amount !== undefined && changedAmount(before, amount, today)),
  }
  checkDays(after)
  return after
}

/** Throws a 400 Refusal if what has begun would ask for more. */
function changedAmount(
  before: StoredAssignment,
  amount: NonNullable<Change['amount']>,
  today: string,
): Pick<StoredAssignment, 'amount' | 'next'> {
  if (amount.kind !== before.amountKind)
    throw badRequest('Problems cannot be changed to minutes, or minutes to problems. Please copy it instead.')
  if (amount.count <= before.amount || before.firstDay > today) return { amount: amount.count, next: null }
  if (before.lastDay === null)
    throw badRequest('What has begun cannot ask for more. Please assign it again instead.')
  return { amount: before.amount, next: { amount: amount.count, fromDay: daysBefore(today, -1) } }
}

export function changedWork(stored: StoredWork, change: WorkChange): StoredWork {
  switch (change) {
    case 'excuse':
      return { ...stored, isExcused: true }
    case 'do_not_excuse':
      return { ...stored, isExcused: false }
    case 'more_time':
      return {
        ...stored,
        moreDays: Math.min(MORE_DAYS.max, stored.moreDays + MORE_DAYS.step),
        isClosed: false,
      }
  }
}

/** After other facts are assigned, how much each child has to do is decided again at its next look. */
export async function forgetAmounts(
  store: AssignmentStore,
  home: AssignedHome,
  { id }: StoredAssignment,
): Promise<void> {
  const works = await store.work(
    [id],
    home.children.map(({ studentId }) => studentId),
  )
  if (works.length === 0) return
  await store.putWork(
    works.map((work) => ({ ...work, amount: 0, knows: false, isStuck: false, isClosed: false })),
  )
}

/** Whether a child of the home has answered one of the assigned facts since it was assigned. */
export async function hasAnswers(
  store: AssignmentStore,
  home: AssignedHome,
  assignment: StoredAssignment,
  nowMs: number,
): Promise<boolean> {
  const children = home.children.filter((child) => takesPart(assignment, child))
  const fromMs = Math.max(dayStartIn(home.zone, assignment.firstDay), assignment.madeAtMs)
  const counts = await store.counts(
    children.map(({ studentId }) => studentId),
    { fromMs, untilMs: nowMs + 1 },
  )
  const numbers = new Set(factsOfAssigned(assignment.assigned))
  return counts.some(({ factId }) => numbers.has(numberOf(factId)))
}
