import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MODELS, newcomer } from '../../bench/learning/child.ts'
import { factSetOf } from '../../bench/learning/fact-set.ts'
import { CHILDREN, type Parameters } from '../../bench/learning/parameters.ts'
import { SCHEDULERS, type Entry } from '../../bench/learning/schedulers/all.ts'
import { practice, withoutPractice, type Plan, type Result } from '../../bench/learning/simulate.ts'

const SET = factSetOf('multiplication_facts')
const MIXED = factSetOf('mixed_add_sub')
const WEEK: Plan = { minutes: 2, weeks: [1] }
const MONTH: Plan = { minutes: 2, weeks: [4] }
const TYPICAL = CHILDREN['typical'] as Parameters
const byName = (name: string): Entry => SCHEDULERS.find((entry) => entry.name === name) as Entry

function played(model: (typeof MODELS)[number], seed: number, entry: Entry, plan: Plan, set = SET): Result {
  const child = newcomer(model, set, TYPICAL, seed)
  const idle = withoutPractice(child, set, TYPICAL, plan.weeks)
  return practice(child, set, TYPICAL, entry.make(), plan, idle)[0] as Result
}

/** Facts gained by eight children of each model together. */
function gainOf(name: string): number {
  const seeds = [11, 12, 13, 14, 15, 16, 17, 18]
  return MODELS.flatMap((model) => seeds.map((seed) => played(model, seed, byName(name), MONTH).gain)).reduce(
    (sum, gain) => sum + gain,
    0,
  )
}

describe('simulated children', () => {
  test.each(MODELS)(
    '[LRN-60] a child of model %s behaves the same twice, whatever is asked in between',
    (model) => {
      const drill = byName('random drill')
      const first = played(model, 5, drill, WEEK)
      played(model, 5, byName('engine'), WEEK)
      expect(played(model, 5, drill, WEEK)).toEqual(first)
      expect(played(model, 6, drill, WEEK)).not.toEqual(first)
    },
  )

  test('[LRN-60] no file of the simulation imports the engine', () => {
    const folder = 'bench/learning'
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
    expect(files).toContain('child.ts')
    const importing = files.filter((name) =>
      /domain\/learning/.test(readFileSync(`${folder}/${name}`, 'utf8')),
    )
    expect(importing).toEqual([])
  })

  test.each(SCHEDULERS)('[LRN-61] $name asks only facts of the category, none twice in a row', (entry) => {
    for (const set of [SET, MIXED]) {
      const { problems, right } = played('A', 3, entry, WEEK, set)
      expect(problems).toBeGreaterThan(30)
      expect(right).toBeGreaterThan(problems / 3)
    }
  })

  test('[LRN-62] the engine leaves children with more facts than random drill', () => {
    expect(gainOf('engine')).toBeGreaterThan(1.25 * gainOf('random drill'))
  })

  test.each(Object.entries(CHILDREN))(
    '[LRN-60] children with changed parameters can practice: %s',
    (_name, parameters) => {
      const shares = Object.values(parameters.shares).reduce((sum, share) => sum + share, 0)
      expect(shares).toBeCloseTo(1)
      const child = newcomer('C', SET, parameters, 1)
      const idle = withoutPractice(child, SET, parameters, WEEK.weeks)
      const [result] = practice(child, SET, parameters, byName('rotation').make(), WEEK, idle)
      expect(result?.problems).toBeGreaterThan(10)
    },
  )
})
