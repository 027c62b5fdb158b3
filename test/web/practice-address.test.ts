import { expect, test } from 'vitest'
import { practiceFromAddress } from '../../web/features/practice/practice-address.ts'

const asked = (league: string | undefined, query = '') =>
  practiceFromAddress(league, new URLSearchParams(query))

test('[PRA-4] no league, and one that does not exist, practice all four operations', () => {
  for (const league of [undefined, 'unknown_league', '__proto__', 'constructor', '<img src=x>', '💩']) {
    expect(asked(league).sessionType).toBe('all_operations')
  }
  expect(asked(undefined, 'type=%00').sessionType).toBe('all_operations')
  expect(asked('division_facts').sessionType).toBe('division_facts')
})

test('[PRA-35] the type of the query names an operation or a league', () => {
  for (const operation of ['addition', 'subtraction', 'multiplication', 'division']) {
    expect(asked(undefined, `type=${operation}`).sessionType).toBe(`${operation}_facts`)
  }
  expect(asked(undefined, 'type=mixed_add_sub').sessionType).toBe('mixed_add_sub')
})

test('[PRA-3, SEC-6] a duration is 10 to 3600 whole seconds; anything else leaves the choice to the child', () => {
  for (const seconds of [10, 60, 3600]) {
    expect(asked('addition_facts', `duration=${seconds}`).durationSeconds).toBe(seconds)
  }
  for (const text of [
    '9',
    '3601',
    '1e308',
    '1e2',
    '<img src=x>',
    'abc',
    '-5',
    '0',
    'NaN',
    '60.5',
    ' 60',
    '',
  ]) {
    expect(
      asked('addition_facts', String(new URLSearchParams({ duration: text }))).durationSeconds,
    ).toBeNull()
  }
})
