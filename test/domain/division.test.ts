import { expect, test } from 'vitest'
import { DIVISIONS, divisionOf, hasPreference, leagueOf, PREFERENCES } from '../../domain/division.ts'
import { findLeague } from '../../domain/league.ts'

test('[BAT-1] each preference belongs to its division, and mixed to both', () => {
  const pairs = DIVISIONS.flatMap((division) =>
    PREFERENCES.filter((preference) => hasPreference(division, preference)).map((preference) => [
      division,
      preference,
    ]),
  )
  expect(pairs).toEqual([
    ['addition_subtraction', 'addition'],
    ['addition_subtraction', 'subtraction'],
    ['addition_subtraction', 'mixed'],
    ['multiplication_division', 'multiplication'],
    ['multiplication_division', 'division'],
    ['multiplication_division', 'mixed'],
  ])
  expect(PREFERENCES.map(divisionOf)).toEqual([
    'addition_subtraction',
    'addition_subtraction',
    'multiplication_division',
    'multiplication_division',
    undefined,
  ])
})

test('[BAT-1] each queue asks the facts of a league', () => {
  for (const division of DIVISIONS) {
    for (const preference of PREFERENCES.filter((one) => hasPreference(division, one))) {
      const operations = findLeague(leagueOf({ division, preference }))?.operations ?? []
      expect(operations.length).toBe(preference === 'mixed' ? 2 : 1)
      expect(operations.every((operation) => hasPreference(division, operation))).toBe(true)
    }
  }
})
