/** How schedulers fare with simulated children: see docs/learning.md. */
import { parseArgs } from 'node:util'
import { randomFor } from './chance.ts'
import { MODELS, newcomer, type ModelName } from './child.ts'
import { factSetOf, type FactSet } from './fact-set.ts'
import type { Cell } from './figures.ts'
import { CHILDREN, type Parameters } from './parameters.ts'
import { REFERENCE, SCHEDULERS, type Entry } from './schedulers/all.ts'
import { firstTen, practice, withoutPractice, type Plan } from './simulate.ts'
import { bounds, factsMet, table, type Outcome } from './table.ts'

const SHORT = { minutes: 2, weeks: [4, 8] } as const
const LONG = { minutes: 10, weeks: [8] } as const
const MULTIPLICATION = factSetOf('multiplication_facts')
const CELLS: readonly FactSet[] = [MULTIPLICATION, factSetOf('mixed_add_sub')]
const FULL = 200
const USUAL = 100

function childSeed(seed: number, set: FactSet, model: ModelName, child: number): number {
  return Math.floor(randomFor(seed, set.ids.length, MODELS.indexOf(model), child)() * 2 ** 32)
}

type Run = { readonly parameters: Parameters; readonly seed: number; readonly children: number }

/** All schedulers with the children of one model and category, child by child. */
function runCell(model: ModelName, set: FactSet, entries: readonly Entry[], plan: Plan, run: Run): Cell[] {
  const cells = entries.map((): Cell => ({ model, category: set.category, tests: plan.weeks.map(() => []) }))
  for (let child = 0; child < run.children; child++) {
    const one = newcomer(model, set, run.parameters, childSeed(run.seed, set, model, child))
    const idle = withoutPractice(one, set, run.parameters, plan.weeks)
    for (const [place, { make, share = 1 }] of entries.entries()) {
      if (child >= share * run.children) continue
      const results = practice(one, set, run.parameters, make(), plan, idle)
      for (const [test, result] of results.entries()) cells[place]?.tests[test]?.push(result)
    }
  }
  return cells
}

/** Mean success of new children of a grade in their first ten problems, over all models and categories. */
function meanFirstTen({ make, share = 1 }: Entry, grade: 'novice' | 'advanced', run: Run): number {
  const shares = MODELS.flatMap((model) =>
    CELLS.flatMap((set) =>
      Array.from({ length: Math.ceil(share * run.children) }, (_, child) => {
        const one = newcomer(model, set, run.parameters, childSeed(run.seed + 1, set, model, child), grade)
        return firstTen(one, set, run.parameters, make())
      }),
    ),
  )
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function runAll(entries: readonly Entry[], run: Run): Outcome[] {
  const transposed = (cells: readonly (readonly Cell[])[]): Cell[][] =>
    entries.map((_, place) => cells.map((row) => row[place] as Cell))
  const short = transposed(
    MODELS.flatMap((model) => CELLS.map((set) => runCell(model, set, entries, SHORT, run))),
  )
  const long = transposed(MODELS.map((model) => runCell(model, MULTIPLICATION, entries, LONG, run)))
  return entries.map((entry, place) => ({
    name: entry.name,
    children: Math.ceil((entry.share ?? 1) * run.children),
    short: short[place] as Cell[],
    long: long[place] as Cell[],
    novice: meanFirstTen(entry, 'novice', run),
    advanced: meanFirstTen(entry, 'advanced', run),
  }))
}

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    children: { type: 'string', default: 'typical' },
    scheduler: { type: 'string', multiple: true, default: [] },
    count: { type: 'string' },
  },
})

const parameters = CHILDREN[values.children]
if (!parameters) {
  console.error(`Which children? One of: ${Object.keys(CHILDREN).join(', ')}.`)
  process.exit(1)
}
const wanted = SCHEDULERS.filter(
  ({ name }) => values.scheduler.length === 0 || name === REFERENCE || values.scheduler.includes(name),
)
if (wanted.length < 2 && values.scheduler.some((name) => name !== REFERENCE)) {
  console.error(`Which scheduler? One of: ${SCHEDULERS.map(({ name }) => name).join('; ')}.`)
  process.exit(1)
}
const seed = Number(values.seed)
const children = Number(values.count ?? (values.full ? FULL : USUAL))
const outcomes = runAll(wanted, { parameters, seed, children })
const find = (name: string): Outcome => outcomes.find((outcome) => outcome.name === name) as Outcome

console.log(`Children: ${values.children}; ${children} per model and category; seed ${seed}.\n`)
console.log(table(outcomes, find(REFERENCE), seed))
console.log(`\n${factsMet(outcomes)}`)
const fewer = outcomes.filter((outcome) => outcome.children < children)
if (fewer.length > 0) {
  const list = fewer.map((outcome) => `${outcome.name} ${outcome.children}`).join(', ')
  console.log(`\nFewer children, the first of the same ones: ${list}.`)
}
if (wanted.length === SCHEDULERS.length && outcomes.some(({ name }) => name === 'engine')) {
  console.log(`\n| The engine | Wanted | Measured | |\n| --- | ---: | ---: | --- |\n${bounds(find, seed)}`)
}
console.log(`\n${(process.cpuUsage().user / 1e6).toFixed(0)} s of one core.`)
