import { expect, test } from 'vitest'
import { numberOf } from '../../../domain/learning/memory.ts'
import { groupHeading, hardSentence, practiceSentences } from '../../../domain/school/dashboard.en.ts'
import { dashboardDays } from '../../../domain/school/dashboard.ts'

const GROUP = {
  set: 'add_across_10',
  studentIds: ['ana', 'ben', 'li'],
  fact: numberOf('addition-9-6'),
  hardFor: 3,
} as const

test('[DSH-8] a group is named, with its hardest fact', () => {
  expect(groupHeading(GROUP, ['Ana', 'Ben', 'Li'])).toMatch(/^Ana, Ben, and Li: /)
  expect(hardSentence(GROUP)).toBe('9\u00a0+\u00a06 is hard for all 3.')
  expect(hardSentence({ ...GROUP, hardFor: 2 })).toBe('9\u00a0+\u00a06 is hard for 2 of 3.')
  expect(hardSentence({ ...GROUP, studentIds: ['ana', 'ben'], hardFor: 2 })).toBe(
    '9\u00a0+\u00a06 is hard for both.',
  )
  expect(hardSentence({ ...GROUP, hardFor: 0 })).toBe('')
})

const FRIDAY = '2026-03-20'

function week(practiced: Readonly<Record<string, string>>) {
  const children = Object.entries(practiced).map(([name, rings]) => ({
    studentId: name,
    name,
    rings: `ooooosS${rings}ss`.toLowerCase(),
    minutes: [],
    letters: '',
    labels: [],
    weakest: null,
    isOnTrack: false,
  }))
  return { children, schoolDays: 5, today: FRIDAY, days: [...dashboardDays(FRIDAY)] }
}

test('[DSH-15] children who have not practiced are named only if they are few', () => {
  const one = week({ Ana: 'pppoo', Ben: 'ooooo' })
  expect(practiceSentences(one)).toEqual([
    '1 of 2 practiced on 3 or more days this week.',
    'Not yet this week: Ben.',
  ])
  const many = week(Object.fromEntries(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => [name, 'ooooo'])))
  expect(practiceSentences(many)[1]).toBe('Not yet this week: 6 children.')
  const early = { ...week({ Ana: 'poooo' }), schoolDays: 2 }
  expect(practiceSentences(early)[1]).toBe('Everyone has practiced this week.')
})

test('[DSH-15] that everyone has practiced is said in one sentence with how many did often', () => {
  expect(practiceSentences(week({ Ana: 'poooo', Ben: 'pppoo' }))).toEqual([
    'Everyone has practiced this week, 1 of 2 on 3 or more days.',
  ])
})

test('[DSH-15] in a week without a school day nobody is listed as having practiced, and children away are not counted', () => {
  expect(practiceSentences(week({ Ana: 'sssss', Ben: 'sssss' }))[1]).toBe('No school days yet this week.')
  expect(practiceSentences(week({ Ana: 'poooo', Ben: 'sssss' }))).toEqual([
    'Everyone who wasn’t away has practiced this week, 0 of 2 on 3 or more days.',
  ])
})
