import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packGarden, unpackGarden } from '../../domain/garden-pack.ts'
import { EMPTY_MEMORY, FACTS, type LearningMemory } from '../../domain/learning/memory.ts'
import { fluencyOf } from '../../domain/learning/states.ts'
import { afterProblems, intervalOf } from '../../domain/learning/update.ts'
import { generateNickname } from '../../domain/nickname.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { anyProblem, learned } from '../factories/learned-problems.ts'

const MAX_LETTERS = Math.floor((700 * 8) / 6)
const LATER_DAY = 20_000

const anyNickname = fc.integer().map((seed) => generateNickname(seededRandom(seed)))
/** Any child's memory, on days as they are today. */
const anyMemory = fc
  .array(anyProblem, { maxLength: 600 })
  .map((problems) =>
    afterProblems(
      problems
        .map((problem) => ({ ...problem, day: LATER_DAY - 800 + problem.day }))
        .toSorted((a, b) => a.day - b.day),
    ),
  )

function standings({ facts }: LearningMemory) {
  return facts.map((fact) =>
    fact && fact.seen > 0 ? { level: fact.level, state: fluencyOf(fact), best: fact.best } : null,
  )
}

function unpacked(text: string) {
  const garden = unpackGarden(text)
  if (typeof garden === 'string') throw new Error(`${garden}: ${text}`)
  return garden
}

const counts = ({ facts }: LearningMemory) => facts.map((fact) => fact && [fact.seen, fact.right])

/** A memory of all 486 facts, each asked many times on many days. */
function fullMemory(): LearningMemory {
  const days = [0, 3, 8, 20, 50, 90]
  const problems = days.flatMap((day) => FACTS.map(({ id }) => learned(id, { day: LATER_DAY - 90 + day })))
  return afterProblems(problems)
}

describe('moving a garden to another device', () => {
  test('[TAK-1] every garden keeps its stages, in at most 700 bytes', () => {
    fc.assert(
      fc.property(anyMemory, anyNickname, (memory, nickname) => {
        const text = packGarden({ memory, nickname }, LATER_DAY)
        expect(text.length).toBeLessThanOrEqual(MAX_LETTERS)
        expect(text).toMatch(/^[\w-]+$/)
        const arrived = unpacked(text)
        expect(arrived.nickname).toBe(nickname)
        expect(standings(arrived.memory)).toEqual(standings(memory))
        expect(arrived.memory.abilities).toEqual(memory.abilities)
      }),
    )
  })

  test('[TAK-1] a due fact stays due, and others are due within a tenth of their interval', () => {
    fc.assert(
      fc.property(anyMemory, (memory) => {
        const arrived = unpacked(packGarden({ memory, nickname: 'SwiftFox42' }, LATER_DAY)).memory
        for (const [number, fact] of memory.facts.entries()) {
          const other = arrived.facts[number]
          if (!fact || !other || fact.seen === 0) continue
          const left = Math.min(intervalOf(fact.level), Math.max(0, fact.due - LATER_DAY))
          if (left === 0) expect(other.due).toBe(LATER_DAY)
          expect(Math.abs(other.due - LATER_DAY - left)).toBeLessThanOrEqual(
            intervalOf(fact.level) / 10 + 0.5,
          )
        }
      }),
    )
  })

  test('[TAK-1] a garden of all 486 facts takes at most 700 bytes', () => {
    const memory = fullMemory()
    const text = packGarden({ memory, nickname: 'ThankfulHedgehog99' }, LATER_DAY)
    expect(text.length).toBeLessThanOrEqual(MAX_LETTERS)
    expect(standings(unpacked(text).memory)).toEqual(standings(memory))
  })

  test('[TAK-1] a garden of 150 facts keeps how often each was asked and right', () => {
    const some = FACTS.slice(0, 150)
    const days = Array.from({ length: 40 }, (_, day) => LATER_DAY - 40 + day)
    const memory = afterProblems(
      days.flatMap((day) =>
        some.map(({ id }, place) => learned(id, { day, correct: (place + day) % 7 > 0 })),
      ),
    )
    const arrived = unpacked(packGarden({ memory, nickname: 'SwiftFox42' }, LATER_DAY)).memory
    expect(counts(arrived)).toEqual(counts(memory))
  })

  test('[TAK-2] detects any changed letter', () => {
    const text = packGarden({ memory: fullMemory(), nickname: 'SwiftFox42' }, LATER_DAY)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'AZaz09-_'), (place, letter) => {
        fc.pre(text[place] !== letter)
        expect(unpackGarden(text.slice(0, place) + letter + text.slice(place + 1))).toBe('damaged')
      }),
    )
  })

  test('[TAK-2] rejects any other text as damaged, and never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => unpackGarden(text) === 'damaged'))
    expect(unpackGarden(packGarden({ memory: EMPTY_MEMORY, nickname: 'SwiftFox42' }, 0).slice(1))).toBe(
      'damaged',
    )
  })

  test('[TAK-1] an imported memory keeps learning like the original', () => {
    const memory = fullMemory()
    const arrived = unpacked(packGarden({ memory, nickname: 'SwiftFox42' }, LATER_DAY)).memory
    const next = FACTS.map(({ id }) => learned(id, { day: LATER_DAY + 1, correct: false }))
    expect(standings(afterProblems(next, arrived))).toEqual(standings(afterProblems(next, memory)))
  })
})
