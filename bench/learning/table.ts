import { factsOfCategory } from '../../domain/category.ts'
import { cellRatios, meanRatio, shareOf, type Cell, type Ratio } from './figures.ts'

/** All that one scheduler reached. */
export type Outcome = {
  readonly name: string
  readonly children: number
  /** Two minutes a day, six cells; ten minutes a day, multiplication, three. */
  readonly short: readonly Cell[]
  readonly long: readonly Cell[]
  /** Share of the first ten problems that new children of a grade got right. */
  readonly novice: number
  readonly advanced: number
}

export const FOUR_WEEKS = 0
export const EIGHT_WEEKS = 1

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const two = (value: number): string => value.toFixed(2)

function withRange(cells: readonly Cell[], reference: readonly Cell[], test: number, seed: number): string {
  const { value, low, high }: Ratio = meanRatio(cells, reference, test, seed)
  const ratios = cellRatios(cells, reference, test)
  return `${two(value)} ± ${two((high - low) / 2)} (${two(Math.min(...ratios))}-${two(Math.max(...ratios))})`
}

const HEADS = [
  'Scheduler',
  '2 min, 4 weeks',
  '2 min, 8 weeks',
  '10 min, 8 weeks: A, B, C',
  'Facts per hour',
  'Right',
  'Bad rounds',
  'Known anyway',
  'First ten: novice, advanced',
]

/** The published table, as Markdown. */
export function table(outcomes: readonly Outcome[], reference: Outcome, seed: number): string {
  const rows = outcomes.map(({ name, short, long, novice, advanced }) => [
    name,
    withRange(short, reference.short, FOUR_WEEKS, seed),
    withRange(short, reference.short, EIGHT_WEEKS, seed),
    cellRatios(long, reference.long, 0).map(two).join(', '),
    shareOf(short, EIGHT_WEEKS, 'gain', 'hours').toFixed(1),
    percent(shareOf(short, EIGHT_WEEKS, 'right', 'problems')),
    percent(shareOf(short, EIGHT_WEEKS, 'badRounds', 'rounds')),
    percent(shareOf(short, EIGHT_WEEKS, 'anyway', 'problems')),
    `${percent(novice)}, ${percent(advanced)}`,
  ])
  const rule = HEADS.map((_, place) => (place === 0 ? '---' : '---:'))
  return [HEADS, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** How many different facts each scheduler asked a child in eight weeks of two minutes a day, by category. */
export function factsMet(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ name, short }) => {
    const categories = [...new Set(short.map(({ category }) => category))]
    const means = categories.map((category) => {
      const results = short
        .filter((cell) => cell.category === category)
        .flatMap(({ tests }) => tests[EIGHT_WEEKS] ?? [])
      const mean = results.reduce((sum, { met }) => sum + met, 0) / results.length
      return `${mean.toFixed(0)} of ${factsOfCategory(category).length}`
    })
    return `${name} ${means.join(' and ')}`
  })
  return `Facts met after 8 weeks of 2 min: ${lines.join('; ')}.`
}

type Bound = { readonly what: string; readonly value: number; readonly least: number; readonly most?: number }

/** The bounds the engine must keep, each with what was measured. */
export function bounds(find: (name: string) => Outcome, seed: number): string {
  const [engine, random] = [find('engine'), find('random drill')]
  const against = (name: string, test: number): number =>
    meanRatio(engine.short, find(name).short, test, seed).value
  const lowest = (test: number): number => Math.min(...cellRatios(engine.short, random.short, test))
  const long = cellRatios(engine.long, random.long, 0)
  const bad = (of: Outcome): number => shareOf(of.short, EIGHT_WEEKS, 'badRounds', 'rounds')
  const LEITNERS = ['Leitner, right within 3 s', 'Leitner, right']
  const all: Bound[] = [
    { what: '2 min, 4 weeks, against random drill', value: against('random drill', FOUR_WEEKS), least: 1.35 },
    {
      what: '2 min, 8 weeks, against random drill',
      value: against('random drill', EIGHT_WEEKS),
      least: 1.25,
    },
    { what: 'lowest cell, 4 weeks', value: lowest(FOUR_WEEKS), least: 1.1 },
    { what: 'lowest cell, 8 weeks', value: lowest(EIGHT_WEEKS), least: 0.98 },
    { what: '4 weeks, against the rotation', value: against('rotation', FOUR_WEEKS), least: 1.25 },
    { what: '8 weeks, against the rotation', value: against('rotation', EIGHT_WEEKS), least: 1.15 },
    ...LEITNERS.flatMap((name) => [
      { what: `4 weeks, against ${name}`, value: against(name, FOUR_WEEKS), least: 1.25 },
      { what: `8 weeks, against ${name}`, value: against(name, EIGHT_WEEKS), least: 1.2 },
    ]),
    { what: '10 min, lowest model', value: Math.min(...long), least: 0.98 },
    { what: '10 min, mean', value: long.reduce((sum, one) => sum + one, 0) / long.length, least: 1.03 },
    {
      what: 'first attempts right',
      value: shareOf(engine.short, EIGHT_WEEKS, 'right', 'problems'),
      least: 0.85,
      most: 0.94,
    },
    { what: 'bad rounds', value: bad(engine), least: 0, most: Math.min(0.03, bad(random) / 2) },
    { what: 'first ten of a novice right', value: engine.novice, least: 0.65, most: 0.95 },
    { what: 'first ten of an advanced child right', value: engine.advanced, least: 0.65, most: 0.95 },
  ]
  return all
    .map(({ what, value, least, most = Number.POSITIVE_INFINITY }) => {
      const wanted = Number.isFinite(most) ? `${least} to ${most.toFixed(3)}` : `at least ${least}`
      return `| ${what} | ${wanted} | ${value.toFixed(3)} | ${value >= least && value <= most ? 'met' : '**missed**'} |`
    })
    .join('\n')
}
