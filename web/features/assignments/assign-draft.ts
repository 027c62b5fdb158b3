import type { Assignment, Assignments, NewAssignment } from '../../../contract/assignments.ts'
import { lengthOf, schoolDaysOfHome, weekOf } from '../../../domain/calendar.ts'
import { findFact } from '../../../domain/fact.ts'
import { daysBefore } from '../../../domain/practice-day.ts'
import {
  AMOUNTS,
  MAX_ASSIGNED_FACTS,
  MAX_ASSIGNED_SETS,
  MAX_DAYS,
} from '../../../domain/school/assignment.ts'
import { FACT_SET_IDS } from '../../../domain/school/fact-sets.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'

type AssignedInput = NewAssignment['assigned']
export type AssignedKind = AssignedInput['kind']

/** The state of the form; it keeps a choice of each kind while another kind is shown. */
export type AssignDraft = Pick<NewAssignment, 'who' | 'firstDay' | 'dueDay' | 'lastDay' | 'amount'> & {
  readonly kind: AssignedKind
  readonly operations: Extract<AssignedInput, { kind: 'needs' }>['operations']
  readonly league: Extract<AssignedInput, { kind: 'league' }>['league']
  readonly sets: Extract<AssignedInput, { kind: 'sets' }>['sets']
  readonly facts: Extract<AssignedInput, { kind: 'facts' }>['facts']
}

const FRIDAY = 5
const WEEK = 7
const WEEKS_REPEATED = 8
/** The time per problem assumed before a class has practiced. */
const USUAL_PROBLEM_MS = 6000
const MINUTE_MS = 60_000
/** More minutes of assigned practice per school day are pointed out. */
const MAX_MINUTES_A_DAY = 15

const mondayAfter = (day: string): string => daysBefore(weekOf(day), -WEEK)
const fridayOf = (day: string): string => daysBefore(weekOf(day), 1 - FRIDAY)

type SchoolDays = Pick<Assignments, 'schoolDays' | 'holidays'>

/** The day itself, or the first school day after it. */
function onSchoolDay(day: string, known: SchoolDays): string {
  const isSchoolDay = schoolDaysOfHome(known)
  const days = Array.from({ length: MAX_DAYS.ahead }, (_, place) => daysBefore(day, -place))
  return days.find(isSchoolDay) ?? day
}

/** Due on the Friday of this week; on a Friday or at the weekend, of the next. Weeks without a school day are left out. */
function usualDays(today: string, known: SchoolDays): Pick<AssignDraft, 'firstDay' | 'dueDay'> {
  const schoolDay = onSchoolDay(today < fridayOf(today) ? today : mondayAfter(today), known)
  const dueDay = maxDay(schoolDay, fridayOf(schoolDay))
  const isFar = dueDay > daysBefore(today, -MAX_DAYS.window)
  return { firstDay: isFar ? weekOf(schoolDay) : today, dueDay }
}

type Known = SchoolDays & Pick<Assignments, 'today' | 'operations'>

/** The first draft: 20 problems of what each child needs, by the end of Friday. */
export function usualDraft(known: Known): AssignDraft {
  const { today, operations } = known
  return {
    who: null,
    kind: 'needs',
    operations: operations.length > 0 ? [...operations] : ['addition'],
    league: 'addition_facts',
    sets: [],
    facts: [],
    amount: { kind: 'problems', count: 20 },
    ...usualDays(today, known),
    lastDay: null,
  }
}

/** The usual draft for all of next week, or of the first week after it with a school day, from Monday to Friday. */
export function nextWeekDraft(known: Known): AssignDraft {
  const monday = weekOf(onSchoolDay(mondayAfter(known.today), known))
  return { ...usualDraft(known), ...usualDays(monday, known) }
}

/** A draft that repeats an assignment, starting today. */
function draftAgain(
  before: AssignDraft,
  { assigned, amount, lastDay }: Pick<Assignment, 'assigned' | 'amount' | 'lastDay'>,
): AssignDraft {
  return {
    ...before,
    ...assigned,
    amount,
    lastDay: lastDay === null ? null : daysBefore(before.dueDay, -WEEK * WEEKS_REPEATED),
  }
}

export const TEMPLATES = ['warmUp', 'homework', 'test'] as const

/** A draft with the values of a template. */
export function withTemplate(
  draft: AssignDraft,
  template: (typeof TEMPLATES)[number],
  known: SchoolDays,
): AssignDraft {
  switch (template) {
    case 'warmUp':
      return {
        ...draft,
        kind: 'needs',
        amount: { kind: 'problems', count: 10 },
        dueDay: onSchoolDay(draft.firstDay, known),
        lastDay: null,
      }
    case 'homework': {
      const days = usualDays(draft.firstDay, known)
      return {
        ...draft,
        kind: 'needs',
        amount: { kind: 'minutes', count: 15 },
        ...days,
        lastDay: daysBefore(days.dueDay, -WEEK * WEEKS_REPEATED),
      }
    }
    case 'test':
      return { ...draft, kind: 'sets', amount: { kind: 'problems', count: 20 }, lastDay: null }
  }
}

export function assignedOf({ kind, operations, league, sets, facts }: AssignDraft): AssignedInput {
  switch (kind) {
    case 'needs':
      return { kind, operations }
    case 'league':
      return { kind, league }
    case 'sets':
      return { kind, sets }
    case 'facts':
      return { kind, facts }
  }
}

type Range = { readonly min: string; readonly max: string }
/** The due days and last days that can be chosen. */
export type DaysToChoose = { readonly due: Range; readonly last: Range }

export function daysToChoose({ firstDay, dueDay }: AssignDraft, today: string): DaysToChoose {
  return {
    due: { min: maxDay(firstDay, today), max: daysBefore(firstDay, -MAX_DAYS.window) },
    last: { min: dueDay, max: daysBefore(firstDay, -MAX_DAYS.repeating) },
  }
}

export const isWithin = (day: string, { min, max }: Range): boolean => min <= day && day <= max

export type Problem = 'who' | 'what' | 'amount' | 'due' | 'last'

/** The part of a draft that is missing or impossible; null if it can be sent. */
export function problemOf(draft: AssignDraft, today: string): Problem | null {
  const { dueDay, lastDay } = draft
  const problem = problemBesideDays(draft)
  if (problem !== null) return problem
  const days = daysToChoose(draft, today)
  if (!isWithin(dueDay, days.due)) return 'due'
  return lastDay === null || isWithin(lastDay, days.last) ? null : 'last'
}

export function problemBesideDays(draft: AssignDraft): Problem | null {
  const { who, kind, amount } = draft
  const { min, max } = AMOUNTS[amount.kind]
  if (who?.length === 0) return 'who'
  if (kind !== 'league' && draft[kind === 'needs' ? 'operations' : kind].length === 0) return 'what'
  return amount.count < min || amount.count > max ? 'amount' : null
}

/** The request body. */
export function bodyOf(draft: AssignDraft, requestId: string): NewAssignment {
  const { who, amount, firstDay, dueDay, lastDay } = draft
  // A round takes at most a week.
  const first = lastDay === null ? firstDay : maxDay(firstDay, daysBefore(dueDay, WEEK - 1))
  return { who, assigned: assignedOf(draft), amount, firstDay: first, dueDay, lastDay, requestId }
}

export const maxDay = (one: string, other: string): string => (one > other ? one : other)

/** How many minutes an amount takes most children of this class. */
export function minutesOf({ kind, count }: NewAssignment['amount'], problemMs: number | null): number {
  if (kind === 'minutes') return count
  return Math.max(1, Math.round((count * (problemMs ?? USUAL_PROBLEM_MS)) / MINUTE_MS))
}

/** Whether somebody has both assignments; null is everybody. */
const haveBoth = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null || one.some((id) => other.includes(id))

/** Whether there is more to do per school day than a child should, the same children's other open assignments included. */
export function isTooMuch(draft: AssignDraft, { assignments, problemMs, ...known }: Assignments): boolean {
  const isSchoolDay = schoolDaysOfHome(known)
  const perDay = (amount: NewAssignment['amount'], from: string, to: string): number => {
    const days = Array.from({ length: lengthOf({ from, to }) }, (_, place) => daysBefore(from, -place))
    return minutesOf(amount, problemMs) / Math.max(1, days.filter(isSchoolDay).length)
  }
  const others = assignments.flatMap(({ round, endedDay, who, amount }) =>
    round?.isOpen && endedDay === null && haveBoth(who, draft.who)
      ? [perDay(amount, round.day, round.dueDay)]
      : [],
  )
  const own = perDay(draft.amount, draft.firstDay, draft.dueDay)
  return others.reduce((sum, minutes) => sum + minutes, own) > MAX_MINUTES_A_DAY
}

const isSet = (id: string): id is (typeof FACT_SET_IDS)[number] => FACT_SET_IDS.some((known) => known === id)

/** The draft that a link asks for: `set` and `children`, `again` with the id of an assignment, or `copy`. Null without any. */
export function draftFromQuery(
  query: URLSearchParams,
  known: Known & Pick<Assignments, 'assignments'>,
): AssignDraft | null {
  const usual = usualDraft(known)
  const again = known.assignments.find(({ id }) => id === query.get('again'))
  if (again) return draftAgain(usual, again)
  const copy = query.get('copy')
  if (copy !== null) {
    const copied = readCopy(copy)
    return copied ? draftAgain(usual, copied) : usual
  }
  const sets = (query.get('set') ?? '').split(',').filter(isSet)
  const who = (query.get('children') ?? '').split(',').filter((id) => id !== '')
  if (sets.length === 0) return query.has('new') || query.has('set') ? usual : null
  return { ...usual, kind: 'sets', sets, who: who.length > 0 ? who : null }
}

type Copied = Pick<Assignment, 'assigned' | 'amount' | 'lastDay'>

/** The query that copies an assignment to another class. */
export function copyQuery({ assigned, amount, lastDay }: Copied): string {
  return new URLSearchParams({ copy: JSON.stringify({ assigned, amount, lastDay }) }).toString()
}

/** An empty assignment; each copied field is checked before it replaces one of these. */
const BLANK: Assignment = {
  id: '',
  who: null,
  assigned: { kind: 'needs', operations: [] },
  amount: { kind: 'problems', count: 0 },
  firstDay: '',
  dueDay: '',
  lastDay: null,
  endedDay: null,
  round: null,
  children: 0,
  done: 0,
  hasAnswers: false,
}

/** Whether this could have been assigned. */
function isPossible({ assigned, amount }: Copied): boolean {
  const { min, max } = AMOUNTS[amount.kind]
  if (!Number.isInteger(amount.count) || amount.count < min || amount.count > max) return false
  switch (assigned.kind) {
    case 'needs':
      return assigned.operations.length > 0
    case 'league':
      return true
    case 'sets':
      return assigned.sets.length > 0 && assigned.sets.length <= MAX_ASSIGNED_SETS
    case 'facts':
      return (
        assigned.facts.length > 0 &&
        assigned.facts.length <= MAX_ASSIGNED_FACTS &&
        assigned.facts.every((id) => findFact(id) !== undefined)
      )
  }
}

/** The draft in a link; null if the link was altered or cut off. */
function readCopy(text: string): Copied | null {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null) return null
    const filled: unknown = { ...BLANK, ...json }
    return assignmentCalls.change.accepts(filled) && isPossible(filled) ? filled : null
  } catch {
    return null
  }
}

/** Whether the link asks for something that cannot be read, or for a set that does not exist. */
export function isDamagedLink(query: URLSearchParams): boolean {
  const [copy, sets] = [query.get('copy'), query.get('set')]
  return (copy !== null && readCopy(copy) === null) || (sets !== null && !sets.split(',').every(isSet))
}
