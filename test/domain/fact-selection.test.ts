import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parted, splitEvenly, takeFresh } from '../../domain/fact-selection.ts'
import { allFacts, OPERATIONS, type Fact } from '../../domain/fact.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const operations = fc.constantFrom(...OPERATIONS)
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })

/** Facts of an operation with some of them, in some order, as shown today. */
const factsAndShown = operations.chain((operation) =>
  fc.record({
    facts: fc.constant(allFacts(operation)),
    shownToday: fc.shuffledSubarray(idsOf(allFacts(operation))),
  }),
)

function idsOf(facts: readonly Fact[]): string[] {
  return facts.map((fact) => fact.id)
}

function countOf(difficulty: number, facts: readonly Fact[]): number {
  return facts.filter((fact) => fact.difficulty === difficulty).length
}

describe('taking facts', () => {
  test('[SEL-2] a count is shared evenly, the extra going to the first operations', () => {
    expect([...splitEvenly(11, ['multiplication', 'division'])]).toEqual([
      ['multiplication', 6],
      ['division', 5],
    ])
    expect([...splitEvenly(10, OPERATIONS).values()]).toEqual([3, 3, 2, 2])
  })

  test('[SEL-1, SEL-3] exactly so many; shown ones only when the others have run out', () => {
    fc.assert(
      fc.property(factsAndShown, fc.integer({ min: 0, max: 300 }), seeds, (given, count, seed) => {
        const { facts, shownToday } = given
        const ids = idsOf(takeFresh(facts, count, shownToday, seededRandom(seed)))
        expect(ids).toHaveLength(count)
        const unseen = facts.length - shownToday.length
        const repeats = ids.slice(0, facts.length).filter((id) => shownToday.includes(id))
        expect(repeats).toHaveLength(Math.max(0, Math.min(count, facts.length) - unseen))
        expect(new Set(ids).size).toBe(Math.min(count, facts.length))
      }),
    )
  })

  test('[SEL-3] repeats are those shown longest ago; ids that are no facts are ignored', () => {
    const facts = allFacts('addition')
    const shownToday = idsOf(facts).toReversed()
    const taken = takeFresh(facts, 10, ['nonsense', '__proto__', ...shownToday], seededRandom(7))
    expect(idsOf(taken)).toEqual(shownToday.slice(0, 10))
  })

  test('[SEL-4] every difficulty takes its turn', () => {
    fc.assert(
      fc.property(operations, seeds, (operation, seed) => {
        const facts = allFacts(operation)
        const taken = takeFresh(facts, 20, [], seededRandom(seed))
        const levels = [...new Set(facts.map((fact) => fact.difficulty))]
        const most = Math.max(...levels.map((level) => countOf(level, taken)))
        // In rotation no level is more than one behind another, unless it has no more facts to give.
        for (const level of levels) {
          const count = countOf(level, taken)
          expect(count >= most - 1 || count === countOf(level, facts)).toBe(true)
        }
      }),
    )
  })

  test('[SEL-5] whatever rows are given, a fact follows itself only when no order avoids it', () => {
    const few = allFacts('division').slice(0, 4)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...few), { maxLength: 14 }), (row) => {
        const ids = idsOf(parted(row))
        const most = Math.max(0, ...few.map((fact) => ids.filter((id) => id === fact.id).length))
        const touching = ids.filter((id, place) => id === ids[place - 1]).length
        // The most frequent fact needs another between each two of its own.
        expect(touching).toBe(Math.max(0, most - 1 - (ids.length - most)))
        expect(ids.toSorted()).toEqual(idsOf(row).toSorted())
      }),
    )
  })
})
