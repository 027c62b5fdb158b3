import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawFacts, parted, selectFacts, splitEvenly } from '../../domain/fact-selection.ts'
import { factsOfCategory, operationsOfCategory } from '../../domain/category.ts'
import { allFacts, OPERATIONS, type Fact } from '../../domain/fact.ts'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const categories = fc.constantFrom<string>(...LEAGUE_IDS, 'anything', '')
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })

/** A category with some of its facts, in some order, as shown today. */
const categoryAndShown = categories.chain((category) =>
  fc.record({
    category: fc.constant(category),
    shownToday: fc.shuffledSubarray(factsOfCategory(category).map((fact) => fact.id)),
  }),
)

function idsOf(facts: readonly Fact[]): string[] {
  return facts.map((fact) => fact.id)
}

describe('choosing the facts of a session', () => {
  test('[SEL-1] exactly as many as asked for, all of the category', () => {
    fc.assert(
      fc.property(categoryAndShown, fc.integer({ min: 0, max: 600 }), seeds, (given, count, seed) => {
        const facts = selectFacts({ ...given, count, random: seededRandom(seed) })
        expect(facts).toHaveLength(count)
        const own = new Set(idsOf(factsOfCategory(given.category)))
        expect(facts.every((fact) => own.has(fact.id))).toBe(true)
      }),
    )
  })

  test('[SEL-2] a mixed set shares the count evenly, the extra going to the first operations', () => {
    fc.assert(
      fc.property(categories, fc.integer({ min: 0, max: 50 }), seeds, (category, count, seed) => {
        const facts = selectFacts({ category, count, shownToday: [], random: seededRandom(seed) })
        const operations = operationsOfCategory(category)
        const counts = operations.map(
          (operation) => facts.filter((fact) => fact.operation === operation).length,
        )
        expect(counts).toEqual(
          operations.map((_, place) =>
            Math.floor((count + operations.length - 1 - place) / operations.length),
          ),
        )
      }),
    )
    expect([...splitEvenly(11, ['multiplication', 'division'])]).toEqual([
      ['multiplication', 6],
      ['division', 5],
    ])
    expect([...splitEvenly(10, OPERATIONS).values()]).toEqual([3, 3, 2, 2])
  })

  test('[SEL-3] shown facts repeat only when the unseen ones of their operation have run out', () => {
    fc.assert(
      fc.property(categoryAndShown, fc.constantFrom(10, 20, 50), seeds, (given, count, seed) => {
        const facts = selectFacts({ ...given, count, random: seededRandom(seed) })
        const shown = new Set(given.shownToday)
        for (const [operation, share] of splitEvenly(count, operationsOfCategory(given.category))) {
          const unseen = allFacts(operation).filter((fact) => !shown.has(fact.id)).length
          const repeats = facts.filter((fact) => fact.operation === operation && shown.has(fact.id))
          expect(repeats).toHaveLength(Math.max(0, share - unseen))
        }
        // Every operation has more facts than a session can ask of it, so no fact comes twice.
        expect(new Set(idsOf(facts)).size).toBe(count)
      }),
    )
  })

  test('[SEL-3] repeats are those shown longest ago; ids that are no facts are ignored', () => {
    const shownToday = idsOf(factsOfCategory('addition_facts')).toReversed()
    const facts = selectFacts({
      category: 'addition_facts',
      count: 10,
      shownToday: ['nonsense', '__proto__', ...shownToday],
      random: seededRandom(7),
    })
    expect(idsOf(facts).toSorted()).toEqual(shownToday.slice(0, 10).toSorted())
  })

  test('[SEL-4] every difficulty of the category takes its turn', () => {
    fc.assert(
      fc.property(fc.constantFrom('addition_facts', 'division_facts'), seeds, (category, seed) => {
        const facts = selectFacts({ category, count: 20, shownToday: [], random: seededRandom(seed) })
        const levels = [...new Set(factsOfCategory(category).map((fact) => fact.difficulty))]
        const counts = levels.map((level) => facts.filter((fact) => fact.difficulty === level).length)
        const sizes = levels.map(
          (level) => factsOfCategory(category).filter((fact) => fact.difficulty === level).length,
        )
        const most = Math.max(...counts)
        // In rotation no level is more than one behind another, unless it has no more facts to give.
        counts.forEach((count, place) => expect(count >= most - 1 || count === sizes[place]).toBe(true))
      }),
    )
  })

  test('[SEL-4] the order is shuffled: over many sessions the difficulties do not come in rotation', () => {
    const firsts = Array.from({ length: 50 }, (_, seed) => {
      const [first] = selectFacts({
        category: 'addition_facts',
        count: 10,
        shownToday: [],
        random: seededRandom(seed + 1),
      })
      return first?.difficulty
    })
    expect(new Set(firsts).size).toBe(4)
  })

  test('[SEL-5] no fact follows itself, though a session be longer than its set', () => {
    fc.assert(
      fc.property(categoryAndShown, fc.integer({ min: 0, max: 400 }), seeds, (given, count, seed) => {
        const ids = idsOf(selectFacts({ ...given, count, random: seededRandom(seed) }))
        ids.forEach((id, place) => expect(id).not.toBe(ids[place - 1]))
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

  test('[STU-13] drawn facts are of the category and all different, as many as there are at most', () => {
    fc.assert(
      fc.property(categories, fc.integer({ min: 1, max: 600 }), seeds, (category, count, seed) => {
        const own = idsOf(factsOfCategory(category))
        const drawn = idsOf(drawFacts(category, count, seededRandom(seed)))
        expect(drawn).toHaveLength(Math.min(count, own.length))
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn.every((id) => own.includes(id))).toBe(true)
      }),
    )
  })
})
