import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { boardNumber, boardOf, boardsOfDay, leagueOf } from '../../server/storage/sql/boards/board-number.ts'

const day = fc
  .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2150-01-01') })
  .map((date) => practiceDay(date.getTime()))
const board = fc.record({ day, league: fc.constantFrom(...LEAGUE_IDS) })

test('[STO-28] a stored board keeps its number', () => {
  expect(LEAGUE_IDS.map((league) => boardNumber({ day: '2026-11-20', league }))).toEqual([
    2026112001, 2026112002, 2026112003, 2026112004, 2026112005, 2026112006,
  ])
  expect([0, 7, 99].map((number) => leagueOf(2026112000 + number))).toEqual([null, null, null])
  expect(() => boardOf(2026112007)).toThrow('2026112007 is not a board')
})

test('[STO-28] a number belongs to one board and lies within its day, and days are in order', () => {
  fc.assert(
    fc.property(board, board, (a, b) => {
      const number = boardNumber(a)
      expect(boardOf(number)).toEqual(a)
      const { first, last } = boardsOfDay(b.day)
      expect(number >= first && number <= last).toBe(a.day === b.day)
      expect(Math.sign(number - boardNumber(b))).toBe(
        a.day === b.day
          ? Math.sign(LEAGUE_IDS.indexOf(a.league) - LEAGUE_IDS.indexOf(b.league))
          : a.day < b.day
            ? -1
            : 1,
      )
    }),
  )
})
