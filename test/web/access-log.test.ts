import { expect, test } from 'vitest'
import { linesOf } from '../../web/features/classes/access-log.tsx'

const NOON_MS = Date.parse('2026-03-18T12:00:00')
const HOUR_MS = 3_600_000

test('[CLS-43] equal actions of one adult on one day are one line with their number', () => {
  const mine = { who: 'you', name: null, kind: 'pin_view' } as const
  const theirs = { who: 'parent', name: 'Maria', kind: 'export' } as const
  const lines = linesOf([
    { ...mine, at: NOON_MS },
    { ...theirs, at: NOON_MS - HOUR_MS },
    { ...mine, at: NOON_MS - HOUR_MS },
    { ...mine, at: NOON_MS - 24 * HOUR_MS },
  ])
  expect(lines).toEqual([
    { text: 'You viewed the card', at: NOON_MS, times: 2 },
    { text: 'Maria (linked parent) downloaded data', at: NOON_MS - HOUR_MS, times: 1 },
    { text: 'You viewed the card', at: NOON_MS - 24 * HOUR_MS, times: 1 },
  ])
})
