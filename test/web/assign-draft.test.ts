import { setAfter } from '../../web/features/assignments/next-set.ts'
import { describe, expect, test } from 'vitest'
import type { Assignment, Assignments } from '../../contract/assignments.ts'
import {
  bodyOf,
  copyQuery,
  daysToChoose,
  draftFromQuery,
  isDamagedLink,
  isTooMuch,
  minutesOf,
  nextWeekDraft,
  problemOf,
  usualDraft,
  withTemplate,
  type AssignDraft,
} from '../../web/features/assignments/assign-draft.ts'
import {
  changeOf,
  draftOf,
  keepsWeekday,
  problemOfChange,
} from '../../web/features/assignments/change-draft.ts'

/** It is Wednesday. */
const KNOWN: Assignments = {
  today: '2026-11-25',
  assignments: [],
  problemMs: null,
  operations: [],
  schoolDays: [1, 2, 3, 4, 5],
  holidays: [],
}
const USUAL = usualDraft(KNOWN)

const ASSIGNED: Assignment = {
  id: 'doubles',
  who: ['ana'],
  assigned: { kind: 'sets', sets: ['add_doubles'] },
  amount: { kind: 'minutes', count: 15 },
  firstDay: '2026-11-25',
  dueDay: '2026-11-26',
  lastDay: null,
  endedDay: null,
  round: { day: '2026-11-25', dueDay: '2026-11-26', isOpen: true },
  children: 1,
  done: 0,
  hasAnswers: false,
}

const isAna = (id: string): boolean => id === 'ana'
const fromQuery = (query: string, known = KNOWN) => draftFromQuery(new URLSearchParams(query), known)

const daysFrom = ({ firstDay, dueDay }: AssignDraft) => [firstDay, dueDay]

describe('the form that assigns practice', () => {
  test('[ASG-1] defaults to everyone, what each child needs, 20 problems by Friday; on a Friday, by the next one', () => {
    expect(bodyOf(USUAL, 'request')).toEqual({
      who: null,
      assigned: { kind: 'needs', operations: ['addition'] },
      amount: { kind: 'problems', count: 20 },
      firstDay: '2026-11-25',
      dueDay: '2026-11-27',
      lastDay: null,
      requestId: 'request',
    })
    const dueOn = (today: string) => usualDraft({ ...KNOWN, today }).dueDay
    expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(dueOn)).toEqual(
      Array.from({ length: 4 }, () => '2026-12-04'),
    )
    expect(usualDraft({ ...KNOWN, operations: ['division'] }).operations).toEqual(['division'])
  })

  test('[ASG-1] a week without a school day is left out, so that the server accepts the default', () => {
    const holiday = { from: '2026-11-26', to: '2026-12-04' }
    const known = { ...KNOWN, today: '2026-11-26', holidays: [holiday] }
    const draft = usualDraft(known)
    expect(daysFrom(draft)).toEqual(['2026-11-26', '2026-12-11'])
    expect(usualDraft({ ...known, today: '2026-11-25' }).dueDay).toBe('2026-11-27')
    expect(daysFrom(nextWeekDraft(known))).toEqual(['2026-12-07', '2026-12-11'])
    expect(withTemplate(draft, 'warmUp', known).dueDay).toBe('2026-12-07')
    expect(withTemplate(draft, 'homework', known)).toMatchObject({
      dueDay: '2026-12-11',
      lastDay: '2027-02-05',
    })
    const summer = { ...known, holidays: [{ ...holiday, to: '2027-02-26' }] }
    expect(daysFrom(usualDraft(summer))).toEqual(['2027-03-01', '2027-03-05'])
    const saturdays = { ...KNOWN, schoolDays: [6] satisfies Assignments['schoolDays'] }
    expect(daysFrom(usualDraft(saturdays))).toEqual(['2026-11-25', '2026-11-28'])
  })

  test('[ASG-3] shows minutes by the pace of the class, and warns about more than 15 a school day', () => {
    expect(minutesOf(USUAL.amount, null)).toBe(2)
    expect(minutesOf(USUAL.amount, 18_000)).toBe(6)
    expect(isTooMuch(USUAL, KNOWN)).toBe(false)
    const warmUp = withTemplate(USUAL, 'warmUp', KNOWN)
    expect(isTooMuch(warmUp, { ...KNOWN, problemMs: 180_000 })).toBe(true)
    const dueToday = { ...ASSIGNED, round: { day: KNOWN.today, dueDay: KNOWN.today, isOpen: true } }
    const open = { ...KNOWN, assignments: [dueToday] }
    expect(isTooMuch(warmUp, open)).toBe(true)
    expect(isTooMuch({ ...warmUp, who: ['ben'] }, open)).toBe(false)
    const thisWeek = { ...USUAL, amount: { kind: 'minutes' as const, count: 45 } }
    expect(isTooMuch(thisWeek, KNOWN)).toBe(false)
    const holidays = [{ from: '2026-11-26', to: '2026-11-26' }]
    expect(isTooMuch(thisWeek, { ...KNOWN, holidays })).toBe(true)
    expect(isTooMuch(warmUp, { ...open, assignments: [{ ...dueToday, endedDay: '2026-11-25' }] })).toBe(false)
  })

  test('[ASG-4] templates fill in the form', () => {
    expect(withTemplate(USUAL, 'warmUp', KNOWN)).toMatchObject({
      dueDay: USUAL.firstDay,
      amount: { count: 10 },
    })
    expect(withTemplate(USUAL, 'homework', KNOWN)).toMatchObject({
      amount: { kind: 'minutes', count: 15 },
      lastDay: '2027-01-22',
    })
    expect(problemOf(withTemplate(USUAL, 'test', KNOWN), KNOWN.today)).toBe('what')
  })

  test('[ASG-4] copies an assignment, also to another class, and accepts a link with a set and children', () => {
    const known = { ...KNOWN, assignments: [ASSIGNED] }
    const again = fromQuery('again=doubles', known)
    expect(again).toMatchObject({ who: null, kind: 'sets', sets: ['add_doubles'], dueDay: '2026-11-27' })
    expect(fromQuery(copyQuery(ASSIGNED))).toEqual(again)
    expect(fromQuery('set=mul_7,nothing&children=ana,ben')).toMatchObject({
      kind: 'sets',
      sets: ['mul_7'],
      who: ['ana', 'ben'],
    })
  })

  test('[ASG-4] an altered link opens the form with defaults', () => {
    const copy = (change: object) => `copy=${JSON.stringify({ ...ASSIGNED, ...change })}`
    expect(isDamagedLink(new URLSearchParams(copyQuery(ASSIGNED)))).toBe(false)
    expect(isDamagedLink(new URLSearchParams('set=mul_7,add_doubles&children=ana'))).toBe(false)
    for (const altered of [
      'copy={',
      'copy=null',
      'copy=7',
      copy({ assigned: { kind: 'sets' } }),
      copy({ assigned: { kind: 'sets', sets: [] } }),
      copy({ assigned: { kind: 'facts', facts: ['multiplication-99-99'] } }),
      copy({ amount: { kind: 'problems', count: 5000 } }),
      copy({ amount: { kind: 'hours', count: 5 } }),
      copy({ lastDay: 7 }),
      'set=nothing',
    ]) {
      expect([altered, fromQuery(altered)]).toEqual([altered, USUAL])
      expect([altered, isDamagedLink(new URLSearchParams(altered))]).toEqual([altered, true])
    }
  })

  test('[ASG-2] a round of a repeating assignment takes at most a week', () => {
    const draft = { ...USUAL, dueDay: '2026-12-18', lastDay: '2027-01-29' }
    expect(bodyOf(draft, '').firstDay).toBe('2026-12-12')
    expect(problemOf({ ...draft, lastDay: '2026-11-01' }, KNOWN.today)).toBe('last')
  })

  test('[ASG-27] offers only possible days and numbers, and says which are', () => {
    const { due, last } = daysToChoose(USUAL, KNOWN.today)
    expect(due).toEqual({ min: '2026-11-25', max: '2027-01-26' })
    expect(last).toEqual({ min: USUAL.dueDay, max: '2027-12-30' })
    const problemWith = (change: Partial<AssignDraft>) => problemOf({ ...USUAL, ...change }, KNOWN.today)
    expect(problemWith({ dueDay: due.min })).toBeNull()
    expect(problemWith({ dueDay: due.max })).toBeNull()
    expect(problemWith({ dueDay: '2026-11-24' })).toBe('due')
    expect(problemWith({ dueDay: '2027-01-27' })).toBe('due')
    expect(problemWith({ lastDay: '2027-12-31' })).toBe('last')
    expect(problemWith({ amount: { kind: 'problems', count: 0 } })).toBe('amount')
    expect(problemWith({ who: [] })).toBe('who')
  })
})

describe('the form that changes an assignment', () => {
  const begun = draftOf({ ...ASSIGNED, who: ['ana', 'gone'] }, KNOWN, isAna)

  test('[ASG-22] sends what has changed, and forgets children who have left', () => {
    expect(begun).toMatchObject({ who: ['ana'], kind: 'sets', sets: ['add_doubles'], dueDay: '2026-11-26' })
    expect(changeOf(begun, begun)).toEqual({})
    expect(changeOf(begun, { ...begun, who: null, kind: 'needs', operations: ['division'] })).toEqual({
      who: null,
      assigned: { kind: 'needs', operations: ['division'] },
    })
  })

  test('[ASG-27] a day that has passed may stay; a changed one is today or later, and a week stays a week', () => {
    const today = '2026-11-28'
    const problem = (change: Partial<AssignDraft>, lastDay: string | null = null) =>
      problemOfChange({ ...ASSIGNED, lastDay }, { ...begun, lastDay, ...change }, today)
    expect(problem({ amount: { kind: 'minutes', count: 5 } })).toBeNull()
    expect(problem({ dueDay: '2026-11-27' })).toBe('due')
    expect(problem({ dueDay: today })).toBeNull()
    expect(problem({ dueDay: '2026-12-01' }, '2026-12-18')).toBeNull()
    expect(problem({ dueDay: '2026-12-02' }, '2026-12-18')).toBe('due')
    expect(problem({ lastDay: '2026-11-27' }, '2026-12-18')).toBe('last')
    expect(keepsWeekday({ ...ASSIGNED, lastDay: '2026-12-18' }, '2026-11-26')).toBe(false)
    expect(keepsWeekday({ ...ASSIGNED, lastDay: '2026-12-18' }, today)).toBe(true)
  })
})

test('[ASG-19] who already knows the assigned sets is offered the next one in teaching order', () => {
  expect(setAfter({ kind: 'sets', sets: ['add_doubles'] })).toBe('add_pairs_of_10')
  expect(setAfter({ kind: 'sets', sets: ['mul_5', 'mul_2'] })).toBe('mul_10')
  expect(setAfter({ kind: 'sets', sets: ['add_11_12'] })).toBeNull()
  expect(setAfter({ kind: 'sets', sets: ['mul_hard'] })).toBeNull()
  expect(setAfter({ kind: 'needs', operations: ['addition'] })).toBeNull()
})
