import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextPracticeDayMs, practiceDay, practiceDayStartMs } from '../../domain/practice-day.ts'
import {
  CELLS_IN_PARENT,
  compareStandings,
  LEVELS,
  MAX_PROBLEMS,
  MAX_SCORE,
  MAX_STRETCH,
  neighborhood,
  rankCells,
  STRETCH_MS,
  stretchStartMs,
  type Standing,
} from '../../domain/ranking.ts'

/** The day on which the clocks go back: 25 hours, the longest there is. */
const DAY = '2026-10-31'
const MIDNIGHT_MS = Date.parse(DAY)
const START_MS = practiceDayStartMs(DAY)
const MAX_DAY_MS = 25 * 3_600_000

const instant = fc.integer({ min: START_MS, max: START_MS + MAX_DAY_MS - 1 })
/** Before the day has begun, as nobody plays. */
const sooner = fc.integer({ min: MIDNIGHT_MS - STRETCH_MS, max: MIDNIGHT_MS + STRETCH_MS })
const anyStanding: fc.Arbitrary<Standing> = fc.record({
  score: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: MAX_SCORE })),
  problemsSolved: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: MAX_PROBLEMS })),
  reachedAtMs: instant,
})
/** So few values that most standings are equal in something. */
const crowdedStanding: fc.Arbitrary<Standing> = fc.record({
  score: fc.constantFrom(0, 63, 64, 65, 128),
  problemsSolved: fc.constantFrom(0, 1, 10),
  reachedAtMs: fc
    .tuple(fc.constantFrom(0, 1, 15, 16, 17, 398), fc.constantFrom(0, 1, STRETCH_MS - 1))
    .map(([stretch, more]) => START_MS + stretch * STRETCH_MS + more),
})
const standing = fc.oneof(anyStanding, crowdedStanding)

/** The place of one standing among others, counted in the way that the database counts: by cells alone, then equals. */
function rankByCells(all: readonly Standing[], own: number): number {
  const cells = all.map((each) => rankCells(each, MIDNIGHT_MS))
  const mine = cells[own]
  const me = all[own]
  if (!mine || !me) throw new Error('nobody stands there')
  const better = LEVELS.map((level) => {
    const parent = level === 0 ? 0 : (mine[level - 1] as number)
    const from = level === 0 ? Number.NEGATIVE_INFINITY : parent * CELLS_IN_PARENT[level]
    return cells.filter((each) => each[level] >= from && each[level] < mine[level]).length
  })
  const equals = all.filter(
    (each, index) =>
      each.score === me.score &&
      each.problemsSolved === me.problemsSolved &&
      each.reachedAtMs >= stretchStartMs(me.reachedAtMs, MIDNIGHT_MS) &&
      (each.reachedAtMs < me.reachedAtMs || (each.reachedAtMs === me.reachedAtMs && index < own)),
  ).length
  return 1 + better.reduce((sum, count) => sum + count, 0) + equals
}

describe('rank cells', () => {
  test('[LB-20] a better standing is never in a later cell, and earlier cells hold only better ones', () => {
    fc.assert(
      fc.property(standing, standing, (a, b) => {
        const [ofA, ofB] = [rankCells(a, MIDNIGHT_MS), rankCells(b, MIDNIGHT_MS)]
        for (const level of LEVELS) {
          if (compareStandings(a, b) < 0) expect(ofA[level]).toBeLessThanOrEqual(ofB[level])
          if (ofA[level] < ofB[level]) expect(compareStandings(a, b)).toBeLessThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('[LB-20] every cell is a safe integer inside the cell of the level above', () => {
    const wild = fc.record({
      score: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true })),
      problemsSolved: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true })),
      reachedAtMs: fc.maxSafeInteger(),
    })
    fc.assert(
      fc.property(fc.oneof(standing, wild), (each) => {
        const cells = rankCells(each, MIDNIGHT_MS)
        for (const level of LEVELS) {
          expect(Number.isSafeInteger(cells[level])).toBe(true)
          expect(cells[level]).toBeGreaterThanOrEqual(0)
          if (level > 0) {
            expect(Math.floor(cells[level] / CELLS_IN_PARENT[level])).toBe(cells[(level - 1) as 0 | 1 | 2])
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('[LB-20] values beyond the bounds share the cell at the bound', () => {
    const cellsOf = (score: number, problemsSolved: number, reachedAtMs: number) =>
      rankCells({ score, problemsSolved, reachedAtMs }, MIDNIGHT_MS)
    expect(cellsOf(MAX_SCORE + 1, 0, START_MS)).toEqual(cellsOf(MAX_SCORE, 0, START_MS))
    expect(cellsOf(-1, 0, START_MS)).toEqual(cellsOf(0, 0, START_MS))
    expect(cellsOf(5, MAX_PROBLEMS + 1, START_MS)).toEqual(cellsOf(5, MAX_PROBLEMS, START_MS))
    expect(cellsOf(5, 1, MIDNIGHT_MS - 1)).toEqual(cellsOf(5, 1, MIDNIGHT_MS))
    const lastMs = MIDNIGHT_MS + MAX_STRETCH * STRETCH_MS
    expect(cellsOf(5, 1, START_MS + 10 * MAX_DAY_MS)).toEqual(cellsOf(5, 1, lastMs))
  })

  test('[LB-20] no minute of any practice day exceeds the bounds, even on days of a clock change', () => {
    const days = Array.from({ length: 800 }, (_, place) => practiceDay(START_MS + place * 86_400_000))
    for (const day of days) {
      const [midnightMs, startMs] = [Date.parse(day), practiceDayStartMs(day)]
      expect(stretchStartMs(startMs, midnightMs)).toBe(startMs)
      const endMs = nextPracticeDayMs(startMs)
      expect(stretchStartMs(endMs - 1, midnightMs)).toBe(endMs - STRETCH_MS)
    }
  })

  test('[LB-20] a stretch starts where the last cell does', () => {
    fc.assert(
      fc.property(fc.oneof(instant, sooner), (reachedAtMs) => {
        const fromMs = stretchStartMs(reachedAtMs, MIDNIGHT_MS)
        const lastCell = (atMs: number) =>
          rankCells({ score: 7, problemsSolved: 3, reachedAtMs: atMs }, MIDNIGHT_MS)[3]
        expect(fromMs).toBeLessThanOrEqual(reachedAtMs)
        if (fromMs === Number.NEGATIVE_INFINITY) {
          expect(lastCell(reachedAtMs)).toBe(lastCell(MIDNIGHT_MS - MAX_DAY_MS))
        } else {
          expect(lastCell(fromMs)).toBe(lastCell(reachedAtMs))
          expect(lastCell(fromMs - 1)).toBe(lastCell(reachedAtMs) - 1)
        }
      }),
    )
  })
})

describe('ranks', () => {
  test.each([
    ['of all kinds', standing],
    ['that are mostly equal', crowdedStanding],
  ])(
    '[LB-20, LB-4] better cells and earlier equals add up to the place, among standings %s',
    (_kind, each) => {
      fc.assert(
        fc.property(fc.array(each, { minLength: 1, maxLength: 60 }), (all) => {
          const order = all
            .map((one, index) => ({ one, index }))
            .toSorted((a, b) => compareStandings(a.one, b.one) || a.index - b.index)
          for (const [place, { index }] of order.entries()) expect(rankByCells(all, index)).toBe(place + 1)
        }),
        { numRuns: 300 },
      )
    },
  )

  test('[LB-4] more points come first, then fewer problems, then the earlier time', () => {
    const order: Standing[] = [
      { score: 20, problemsSolved: 9, reachedAtMs: START_MS + 9 },
      { score: 10, problemsSolved: 3, reachedAtMs: START_MS + 8 },
      { score: 10, problemsSolved: 4, reachedAtMs: START_MS + 1 },
      { score: 10, problemsSolved: 4, reachedAtMs: START_MS + 2 },
    ]
    expect(order.toReversed().toSorted(compareStandings)).toEqual(order)
    expect(compareStandings({ ...order[0] } as Standing, order[0] as Standing)).toBe(0)
  })

  test.each([
    ['half ahead and half behind', 500, 500, 15, 14],
    ['more behind the first', 0, 500, 0, 29],
    ['more behind one near the top', 3, 500, 3, 26],
    ['more ahead of the last', 500, 0, 29, 0],
    ['more ahead of one near the end', 500, 4, 25, 4],
    ['all of a small board', 5, 6, 5, 6],
  ])('[LB-107] thirty players around a place: %s', (_which, ahead, behind, shownAhead, shownBehind) => {
    expect(neighborhood(ahead, behind)).toEqual({ ahead: shownAhead, behind: shownBehind })
  })
})
