import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsOfCategory } from '../../domain/category.ts'
import type { Fact } from '../../domain/fact.ts'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { selectMissed } from '../../domain/missed-facts.ts'
import { type PracticeSession, type PracticeState } from '../../domain/practice-state.ts'
import { stateAfter as step } from '../factories/practice-steps.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const categories = fc.constantFrom<string>(...LEAGUE_IDS, 'all_operations')
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
/** For each problem, how many wrong answers it gets. */
const misses = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 50, maxLength: 50 })

function begin(sessionType: string, facts: readonly Fact[]): PracticeState {
  return step({ stage: 'setup' }, { type: 'start', sessionType, durationSeconds: 3600, facts }, 0)
}

/** Answers the problem on the screen after so many misses; three bring up its answer. */
function answered(state: PracticeState, wrongAnswers: number): PracticeState {
  let now = state
  for (let miss = 0; miss < wrongAnswers; miss += 1) {
    now = step(now, { type: 'answer', entryMs: 1320, value: -1 }, 0)
    if (now.stage === 'retry') now = step(now, { type: 'tick' }, now.retryAtElapsedMs)
    if (now.stage === 'asking') now = { ...now, clock: { elapsedMs: 0, runningSinceMs: 0 } }
  }
  if (now.stage === 'revealed') return step(now, { type: 'continue' }, 0)
  if (now.stage !== 'asking') throw new Error(`Not asked but ${now.stage}`)
  const value = now.session.facts[now.index]?.answer ?? NaN
  return step(now, { type: 'answer', entryMs: 1320, value }, 0)
}

function playedThrough(
  sessionType: string,
  facts: readonly Fact[],
  wrong: readonly number[],
): PracticeSession {
  let state = begin(sessionType, facts)
  for (const wrongAnswers of wrong.slice(0, facts.length)) state = answered(state, wrongAnswers)
  if (state.stage !== 'processing') throw new Error(`Not over but ${state.stage}`)
  return state.session
}

const perOperation = (facts: readonly Fact[]) =>
  facts.reduce<Record<string, number>>(
    (sums, { operation }) => ({ ...sums, [operation]: (sums[operation] ?? 0) + 1 }),
    {},
  )

const followsItself = (facts: readonly Fact[]) => facts.some(({ id }, place) => id === facts[place + 1]?.id)

describe('missed facts', () => {
  test('[PRA-38] a session of missed facts asks each one, most more than once, with known ones in between', () => {
    const some = categories.chain((category) =>
      fc.record({
        category: fc.constant(category),
        missed: fc.shuffledSubarray([...factsOfCategory(category)], { minLength: 1, maxLength: 8 }),
      }),
    )
    fc.assert(
      fc.property(some, seeds, misses, ({ category, missed }, seed, wrong) => {
        const known = factsOfCategory(category)
          .filter((fact) => !missed.includes(fact))
          .slice(0, 40)
          .map(({ id }) => id)
        const facts = selectMissed({ category, missed, known, random: seededRandom(seed) })
        expect([10, 20]).toContain(facts.length)
        const times = missed.map(({ id }) => facts.filter((fact) => fact.id === id).length)
        expect(Math.min(...times)).toBeGreaterThanOrEqual(1)
        expect(Math.max(...times)).toBeLessThanOrEqual(3)
        expect(followsItself(facts)).toBe(false)
        const { facts: asked } = playedThrough(category, facts, wrong)
        expect(asked).toHaveLength(facts.length)
        expect(perOperation(asked)).toEqual(perOperation(facts))
        expect(followsItself(asked)).toBe(false)
      }),
    )
  })

  test('[PRA-38] asks four missed facts of one operation twice each, five apart, among known ones', () => {
    const all = factsOfCategory('multiplication_facts')
    const [missed, known] = [all.slice(0, 4), all.slice(10, 30).map(({ id }) => id)]
    const facts = selectMissed({ category: 'multiplication_facts', missed, known, random: seededRandom(7) })
    const [a, b, c, d] = missed
    const shown = facts.map((fact) => (missed.includes(fact) ? fact : 'known'))
    expect(shown).toEqual([a, b, c, d, 'known', a, b, c, d, 'known'])
    expect(facts.filter((fact) => !missed.includes(fact)).every(({ id }) => known.includes(id))).toBe(true)
  })

  test('[PRA-38] in a mixed league the operations share a session of missed facts evenly', () => {
    const missed = factsOfCategory('division_facts').slice(0, 4)
    const facts = selectMissed({ category: 'mixed_mult_div', missed, known: [], random: seededRandom(3) })
    expect(perOperation(facts)).toEqual({ multiplication: 10, division: 10 })
  })
})
