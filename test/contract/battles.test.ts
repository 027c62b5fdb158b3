import { expect, test } from 'vitest'
import { battleRoutes } from '../../contract/battles.ts'

const { board, history } = battleRoutes

test('[BAT-71] a board takes a division, a limit of 1 to 50 and optionally a token', () => {
  expect(board.path).toBe('/api/battles/leaderboard')
  expect(board.query?.parse({ division: 'addition_subtraction' })).toMatchObject({ limit: 50 })
  expect(
    board.query?.parse({ division: 'addition_subtraction', limit: '3', sessionToken: 'abcdefgh12345678' }),
  ).toMatchObject({ limit: 3, sessionToken: 'abcdefgh12345678' })
})

test.each([
  [{}],
  [{ division: 'mixed' }],
  [{ division: 'addition_subtraction', limit: '0' }],
  [{ division: 'addition_subtraction', limit: '51' }],
  [{ division: 'addition_subtraction', limit: '1.5' }],
  [{ division: 'addition_subtraction', limit: '-1' }],
  [{ division: 'addition_subtraction', sessionToken: 'short' }],
])('[BAT-71] rejects the board query %j', (query) => {
  expect(board.query?.safeParse(query).success).toBe(false)
})

test('[BAT-72] a history has 10 rows unless the limit says otherwise', () => {
  expect(history.query?.parse({})).toEqual({ limit: 10 })
  expect(history.query?.parse({ limit: '50' })).toEqual({ limit: 50 })
  expect(history.query?.safeParse({ limit: '51' }).success).toBe(false)
})
