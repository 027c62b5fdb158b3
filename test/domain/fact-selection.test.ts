import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { separateRepeats, splitEvenly } from '../../domain/fact-selection.ts'
import { allFacts, OPERATIONS, type Fact } from '../../domain/fact.ts'

function idsOf(facts: readonly Fact[]): string[] {
  return facts.map((fact) => fact.id)
}

describe('taking facts', () => {
  test('[SEL-2] splits a count evenly and gives the rest to the first operations', () => {
    expect([...splitEvenly(11, ['multiplication', 'division'])]).toEqual([
      ['multiplication', 6],
      ['division', 5],
    ])
    expect([...splitEvenly(10, OPERATIONS).values()]).toEqual([3, 3, 2, 2])
  })

  test('[SEL-5] repeats a fact directly only if no order avoids it', () => {
    const few = allFacts('division').slice(0, 4)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...few), { maxLength: 14 }), (row) => {
        const ids = idsOf(separateRepeats(row))
        const most = Math.max(0, ...few.map((fact) => ids.filter((id) => id === fact.id).length))
        const touching = ids.filter((id, place) => id === ids[place - 1]).length
        // The most frequent fact needs another between each two of its own.
        expect(touching).toBe(Math.max(0, most - 1 - (ids.length - most)))
        expect(ids.toSorted()).toEqual(idsOf(row).toSorted())
      }),
    )
  })
})
