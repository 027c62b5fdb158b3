import { expect, test } from 'vitest'
import {
  BY_NAME,
  inOrder,
  orderAfter,
  type ClassRow,
  type Column,
} from '../../web/features/classes/class-order.ts'
import type { ChildSummary } from '../../contract/child-data.ts'

const NOTHING: ChildSummary = {
  studentId: '',
  newFacts: 0,
  lastPracticeDay: null,
  weekDays: 0,
  weekSeconds: 0,
  seen: 0,
  right: 0,
  hardest: [],
}

function row(name: string, summary: Partial<ChildSummary> | null): ClassRow {
  const child = {
    id: name,
    name,
    nickname: 'CalmOwl1',
    color: 'blue' as const,
    pinKind: 'digits' as const,
    classId: 'c1',
    guardians: 0,
    isOwn: true,
  }
  return { child, summary: summary && { ...NOTHING, studentId: name, ...summary } }
}

const easy = { factId: 'addition-2-2', needsHelp: false }
const hard = { factId: 'addition-7-8', needsHelp: true }

const ROWS = [
  row('Ana', {
    lastPracticeDay: '2026-03-18',
    weekSeconds: 60,
    seen: 4,
    right: 3,
    newFacts: 2,
    hardest: [easy, easy],
  }),
  row('Ben', { lastPracticeDay: '2026-03-01', seen: 2, right: 0, newFacts: 5, hardest: [hard] }),
  row('Cem', {}),
  row('Didi', null),
]

const names = (rows: readonly ClassRow[]): string => rows.map(({ child }) => child.name).join(' ')

test('[CLS-24] each column sorts both ways; equal children are sorted by name, and unknown ones come last', () => {
  const sorted = (column: Column, presses: number): string => {
    const away = { column: column === 'name' ? ('last' as const) : ('name' as const), isDescending: false }
    let order = away
    for (let press = 0; press < presses; press += 1) order = orderAfter(order, column) as typeof away
    return names(inOrder(ROWS, order))
  }
  expect(names(inOrder(ROWS, BY_NAME))).toBe('Ana Ben Cem Didi')
  expect(sorted('name', 2)).toBe('Didi Cem Ben Ana')
  expect([sorted('last', 1), sorted('last', 2)]).toEqual(['Cem Ben Ana Didi', 'Ana Ben Cem Didi'])
  expect([sorted('minutes', 1), sorted('minutes', 2)]).toEqual(['Ben Cem Ana Didi', 'Ana Ben Cem Didi'])
  expect([sorted('firstTry', 1), sorted('firstTry', 2)]).toEqual(['Ben Ana Cem Didi', 'Ana Ben Cem Didi'])
  expect([sorted('newFacts', 1), sorted('newFacts', 2)]).toEqual(['Cem Ana Ben Didi', 'Ben Ana Cem Didi'])
  expect([sorted('hardest', 1), sorted('hardest', 2)]).toEqual(['Ben Ana Cem Didi', 'Cem Ana Ben Didi'])
})
