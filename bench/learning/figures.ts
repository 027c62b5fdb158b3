import { randomFor } from './chance.ts'
import type { ModelName } from './child.ts'
import type { Result } from './simulate.ts'

/** What the children of one cell (model and category) reached with one scheduler, by place of the test in the plan. */
export type Cell = {
  readonly model: ModelName
  readonly category: string
  readonly tests: readonly Result[][]
}

/** A ratio with the bounds between which 95 % of the bootstrap samples lie. */
export type Ratio = { readonly value: number; readonly low: number; readonly high: number }

const SAMPLES = 400
/** Below this a mean gain is no gain, and a ratio of it would say nothing. */
const MIN_GAIN = 0.01

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function ratioOf(gains: readonly number[], reference: readonly number[]): number {
  return Math.max(MIN_GAIN, mean(gains)) / Math.max(MIN_GAIN, mean(reference))
}

function geometric(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)))
}

/** The gains of a cell's first `count` children: a scheduler that fewer children met is compared on those. */
function gainsOf(cell: Cell, test: number, count: number): number[] {
  return (cell.tests[test] ?? []).slice(0, count).map(({ gain }) => gain)
}

/** Ratios of mean gains, one per cell. */
export function cellRatios(cells: readonly Cell[], reference: readonly Cell[], test: number): number[] {
  return pairs(cells, reference, test).map(([gains, others]) => ratioOf(gains, others))
}

function pairs(
  cells: readonly Cell[],
  reference: readonly Cell[],
  test: number,
): readonly (readonly [number[], number[]])[] {
  return cells.map((cell, place) => {
    const other = reference[place] as Cell
    const count = Math.min(cell.tests[test]?.length ?? 0, other.tests[test]?.length ?? 0)
    return [gainsOf(cell, test, count), gainsOf(other, test, count)]
  })
}

/** The geometric mean of the cells' ratios; in each bootstrap sample the same children are drawn for both schedulers. */
export function meanRatio(
  cells: readonly Cell[],
  reference: readonly Cell[],
  test: number,
  seed: number,
): Ratio {
  const both = pairs(cells, reference, test)
  const random = randomFor(seed, SAMPLES)
  const samples = Array.from({ length: SAMPLES }, () =>
    geometric(
      both.map(([gains, others]) => {
        const drawn = gains.map(() => Math.floor(random() * gains.length))
        return ratioOf(
          drawn.map((place) => gains[place] as number),
          drawn.map((place) => others[place] as number),
        )
      }),
    ),
  ).toSorted((a, b) => a - b)
  return {
    value: geometric(both.map(([gains, others]) => ratioOf(gains, others))),
    low: samples[Math.floor(0.025 * SAMPLES)] as number,
    high: samples[Math.floor(0.975 * SAMPLES)] as number,
  }
}

/** One part of a sum as a share of another, over all children and cells at a test. */
export function shareOf(
  cells: readonly Cell[],
  test: number,
  part: keyof Result,
  whole: keyof Result,
): number {
  const all = cells.flatMap((cell) => cell.tests[test] ?? [])
  const total = (key: keyof Result): number => all.reduce((sum, result) => sum + result[key], 0)
  return total(part) / total(whole)
}
