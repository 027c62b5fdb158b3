import { describe, expect, test } from 'vitest'
import { compareStandings, neighborhood, type Standing } from '../../domain/ranking.ts'

const START_MS = 1_000_000

describe('ranks', () => {
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
