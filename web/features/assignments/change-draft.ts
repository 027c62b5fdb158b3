import type { Assignment, AssignmentChange, Assignments } from '../../../contract/assignments.ts'
import { daysBefore } from '../../../domain/practice-day.ts'
import {
  assignedOf,
  daysToChoose,
  isWithin,
  maxDay,
  problemBesideDays,
  usualDraft,
  type AssignDraft,
  type DaysToChoose,
  type Problem,
} from './assign-draft.ts'

/** An assignment as the form shows it; children who have left are gone. */
export function draftOf(
  { assigned, who, amount, firstDay, dueDay, lastDay }: Assignment,
  known: Assignments,
  isHere: (id: string) => boolean,
): AssignDraft {
  return {
    ...usualDraft(known),
    ...assigned,
    who: who?.filter(isHere) ?? null,
    amount,
    firstDay,
    dueDay,
    lastDay,
  }
}

/** What repeats keeps its weekday once its second week has begun. */
export const keepsWeekday = ({ lastDay, dueDay }: Assignment, today: string): boolean =>
  lastDay !== null && today > dueDay

/** The days that can be chosen: the first one stays. */
export function daysToChange(draft: AssignDraft, today: string): DaysToChoose {
  const { due, last } = daysToChoose(draft, today)
  if (draft.lastDay === null) return { due, last }
  return {
    due: { ...due, max: daysBefore(draft.firstDay, -6) },
    last: { ...last, min: maxDay(last.min, today) },
  }
}

/** What is missing or impossible in a changed draft; null for nothing. Days that were not changed are possible. */
export function problemOfChange(before: Assignment, draft: AssignDraft, today: string): Problem | null {
  const problem = problemBesideDays(draft)
  if (problem !== null) return problem
  const { dueDay, lastDay } = draft
  const days = daysToChange(draft, today)
  if (dueDay !== before.dueDay && !isWithin(dueDay, days.due)) return 'due'
  const isLastPossible = lastDay === null || lastDay === before.lastDay || isWithin(lastDay, days.last)
  return isLastPossible ? null : 'last'
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What has changed. */
export function changeOf(begun: AssignDraft, draft: AssignDraft): AssignmentChange {
  const { who, amount, dueDay, lastDay } = draft
  const assigned = assignedOf(draft)
  return {
    ...(!isSame(who, begun.who) && { who }),
    ...(!isSame(assigned, assignedOf(begun)) && { assigned }),
    ...(amount.count !== begun.amount.count && { amount }),
    ...(dueDay !== begun.dueDay && { dueDay }),
    ...(lastDay !== begun.lastDay && { lastDay }),
  }
}
