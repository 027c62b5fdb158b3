import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsOfCategory, operationsOfCategory } from '../../../domain/category.ts'
import { splitEvenly } from '../../../domain/fact-selection.ts'
import { allFacts, findFact, type Fact } from '../../../domain/fact.ts'
import { LEAGUE_IDS } from '../../../domain/league.ts'
import { nextProblem, type AskedProblem } from '../../../domain/learning/choose.ts'
import { DIFFICULTIES, PARTNERS, RELATIVES } from '../../../domain/learning/difficulty.ts'
import { EMPTY_MEMORY, FACTS, numberOf, type LearningMemory } from '../../../domain/learning/memory.ts'
import { readMemory, storeMemory } from '../../../domain/learning/stored.ts'
import { afterProblem, afterProblems } from '../../../domain/learning/update.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'
import { anyProblem, learned } from '../../factories/learned-problems.ts'

type Played = { readonly asked: readonly AskedProblem[]; readonly memory: LearningMemory }

type Session = {
  readonly category: string
  readonly count: number
  readonly day?: number
  readonly seed?: number
  readonly memory?: LearningMemory
  /** Whether the child answers a fact right; always by default. */
  readonly isRight?: (factId: string, place: number) => boolean
}

/** A whole session as the engine chooses it. */
function play({ category, count, day = 100, seed = 1, isRight = () => true, ...from }: Session): Played {
  const random = seededRandom(seed)
  let memory = from.memory ?? EMPTY_MEMORY
  const asked: AskedProblem[] = []
  for (let place = 0; place < count; place += 1) {
    const { fact, reason } = nextProblem({ memory, category, count, asked, day, random })
    const correct = isRight(fact.id, place)
    memory = afterProblem(memory, learned(fact.id, { correct, day }))
    asked.push({ factId: fact.id, correct, reason })
  }
  return { asked, memory }
}

const categories = fc.constantFrom<string>(...LEAGUE_IDS, 'anything')
const memories = fc.array(anyProblem, { maxLength: 200 }).map((log) => afterProblems(log))
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const days = fc.integer({ min: 0, max: 900 })

const hardest = (played: Played) =>
  Math.max(...played.asked.slice(0, 10).map(({ factId }) => DIFFICULTIES[numberOf(factId)] ?? 0))

const placesOfNew = ({ asked }: Played) =>
  asked.flatMap(({ reason }, place) => (reason === 'new' ? [place] : []))

const idOf = (number: number | undefined) => FACTS[number ?? -1]?.id

describe('the next problem', () => {
  test('[LRN-10, LRN-11] is from the set, repeats none of the last three, and shares operations evenly', () => {
    fc.assert(
      fc.property(
        fc.record({
          category: categories,
          count: fc.integer({ min: 1, max: 50 }),
          day: days,
          seed: seeds,
          memory: memories,
        }),
        fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
        (session, rights) => {
          const { asked } = play({ ...session, isRight: (_id, place) => rights[place] ?? true })
          const own = new Set(factsOfCategory(session.category).map(({ id }) => id))
          asked.forEach(({ factId }, place) => {
            expect(own.has(factId)).toBe(true)
            expect(asked.slice(Math.max(0, place - 3), place).map((before) => before.factId)).not.toContain(
              factId,
            )
          })
          for (const [operation, share] of splitEvenly(
            session.count,
            operationsOfCategory(session.category),
          )) {
            const of = asked.filter(({ factId }) => FACTS[numberOf(factId)]?.operation === operation)
            expect(of).toHaveLength(share)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('[LRN-10] repeats no fact directly even if answers are faster than anybody types', () => {
    const random = seededRandom(3)
    let memory = EMPTY_MEMORY
    const asked: AskedProblem[] = []
    for (let place = 0; place < 20; place += 1) {
      const choice = nextProblem({ memory, category: 'addition_facts', count: 20, asked, day: 1, random })
      expect(asked.slice(-3).map(({ factId }) => factId)).not.toContain(choice.fact.id)
      memory = afterProblem(memory, learned(choice.fact.id, { responseMs: 1, day: 1 }))
      asked.push({ factId: choice.fact.id, correct: true, reason: choice.reason })
    }
  })

  test('[LRN-12] is a known fact after two misses in four problems', () => {
    const known = afterProblems(
      allFacts('addition')
        .slice(0, 30)
        .map(({ id }) => learned(id, { day: 10 })),
    )
    const { asked } = play({
      category: 'addition_facts',
      count: 12,
      memory: known,
      isRight: (_id, place) => place !== 1 && place !== 3,
    })
    expect(asked[4]?.reason).toBe('easy')
    expect(known.facts[numberOf(asked[4]?.factId ?? '')]?.level).toBeGreaterThanOrEqual(4)
    expect(asked[3]?.reason).not.toBe('easy')
  })

  test('[LRN-13] brings a missed fact back after three others', () => {
    const { asked } = play({
      category: 'multiplication_facts',
      count: 20,
      isRight: (_id, place) => place !== 2,
    })
    expect(asked[6]).toMatchObject({ factId: asked[2]?.factId, reason: 'missed' })
    expect(asked.filter(({ reason }) => reason === 'missed')).toHaveLength(1)
  })

  test('[LRN-14] takes known facts that are due first, then those being learned, then new ones', () => {
    const [first, second, third] = allFacts('multiplication')
    const memory = afterProblems([
      learned(first?.id ?? '', { day: 10 }),
      learned(second?.id ?? '', { day: 10, correct: false }),
      learned(third?.id ?? '', { day: 99 }),
      ...allFacts('addition')
        .slice(0, 3)
        .map(({ id }) => learned(id, { day: 99 })),
    ])
    const { asked } = play({ category: 'multiplication_facts', count: 8, memory })
    expect(asked.slice(0, 3).map(({ reason }) => reason)).toEqual(['review', 'learning', 'new'])
    expect(asked.slice(0, 2).map(({ factId }) => factId)).toEqual([first?.id, second?.id])
    expect(asked.map(({ factId }) => factId)).not.toContain(third?.id)
  })

  test('[LRN-14] a review or a fact being learned waits on a day on which its commutative partner was asked', () => {
    const partners = ['multiplication-7-8', 'multiplication-8-7']
    for (const correct of [true, false]) {
      const memory = afterProblems(partners.map((id) => learned(id, { day: 10, correct })))
      const today = play({ category: 'multiplication_facts', count: 20, memory })
      expect(today.asked.filter(({ factId }) => partners.includes(factId))).toHaveLength(1)
      const next = { count: 20, day: 101, memory: today.memory }
      const tomorrow = play({ category: 'multiplication_facts', ...next })
      expect(partners).toContain(tomorrow.asked[0]?.factId)
    }
  })

  describe('[LRN-45] with facts being learned due all day, every 25th problem', () => {
    const missed = allFacts('addition').slice(60, 110)
    const right = allFacts('addition').slice(0, 10)
    const learning = missed.map(({ id }) => learned(id, { day: 98, correct: false }))
    const known = right.map(({ id }) => learned(id, { day: 99 }))
    const memory = afterProblems([...learning, ...known])
    const withAbility = (ability: number): LearningMemory => ({
      ...memory,
      abilities: { ...memory.abilities, addition: { ability, met: 60 } },
    })
    const able = withAbility(0.6)
    const category = 'addition_facts'

    test('is a new fact that the child likely knows, in sessions of any length', () => {
      const first = play({ category, count: 10, memory: able })
      expect(placesOfNew(first)).toEqual([])
      const second = play({ category, count: 10, memory: first.memory })
      expect(placesOfNew(second)).toEqual([4])
      const { factId } = second.asked[4] ?? {}
      expect([...missed, ...right].map(({ id }) => id)).not.toContain(factId)
    })

    test('is a fact being learned for a child that likely knows no new one', () => {
      expect(placesOfNew(play({ category, count: 20, memory: able }))).toEqual([14])
      expect(placesOfNew(play({ category, count: 20, memory: withAbility(-0.3) }))).toEqual([])
    })

    test('is a fact being learned after 30 facts on one day that were not known', () => {
      const tired = { ...able, day: 100, unknownMet: 30 }
      expect(placesOfNew(play({ category, count: 20, memory: tired }))).toEqual([])
    })
  })

  test('[SEL-3] the next session of a day repeats no fact while others are left', () => {
    const first = play({ category: 'multiplication_facts', count: 10 })
    const second = play({ category: 'multiplication_facts', count: 11, memory: first.memory })
    const ids = [...first.asked, ...second.asked].map(({ factId }) => factId)
    expect(new Set(ids).size).toBe(21)
  })

  test('[LRN-14] asks at most 30 facts a day that turn out to be unknown', () => {
    const missEverythingNew = play({ category: 'addition_facts', count: 200, isRight: () => false })
    expect(missEverythingNew.asked.filter(({ reason }) => reason === 'new')).toHaveLength(30)
    expect(missEverythingNew.asked.some(({ reason }) => reason === 'again')).toBe(true)
    const tomorrow = play({
      category: 'addition_facts',
      count: 60,
      day: 101,
      memory: missEverythingNew.memory,
    })
    expect(tomorrow.asked.some(({ reason }) => reason === 'new')).toBe(true)
  })

  test('[LRN-14] a child that knows everything soon gets the hardest facts, a beginner the easiest', () => {
    const able = play({ category: 'multiplication_facts', count: 20 })
    const beginner = play({ category: 'multiplication_facts', count: 20, isRight: () => false })
    expect(hardest(able)).toBeGreaterThan(0.7)
    expect(hardest(beginner)).toBeLessThan(0.4)
  })

  test.each([
    ['addition_facts', (fact: Fact) => fact.answer <= 10],
    ['subtraction_facts', (fact: Fact) => fact.operand1 <= 10],
    [
      'multiplication_facts',
      (fact: Fact) => [fact.operand1, fact.operand2].some((each) => [2, 5, 10].includes(each)),
    ],
    [
      'division_facts',
      (fact: Fact) => [fact.operand2, fact.answer].some((each) => [2, 5, 10].includes(each)),
    ],
  ])('[LRN-14] a new child begins %s with easy facts, however fast it answers', (category, isEasy) => {
    const { asked } = play({ category, count: 5 })
    expect(asked.map(({ factId }) => findFact(factId)).filter((fact) => !fact || !isEasy(fact))).toEqual([])
  })

  test('[LRN-15] is the same for the same seed and memory, even if the memory was stored in between', () => {
    fc.assert(
      fc.property(categories, memories, seeds, days, (category, memory, seed, day) => {
        const read = readMemory(JSON.parse(JSON.stringify(storeMemory(memory)))) ?? EMPTY_MEMORY
        const session = { category, count: 20, seed, day }
        expect(play({ ...session, memory: read }).asked).toEqual(play({ ...session, memory }).asked)
      }),
      { numRuns: 40 },
    )
  })
})

test('[LRN-16] 7 + 8, 8 + 7, 15 - 7 and 15 - 8 are a family', () => {
  const [sum, difference] = [numberOf('addition-7-8'), numberOf('subtraction-15-8')]
  expect(idOf(PARTNERS[sum])).toBe('addition-8-7')
  expect(idOf(PARTNERS[difference])).toBe('subtraction-15-7')
  expect(RELATIVES[sum]?.map(idOf).toSorted()).toEqual(['subtraction-15-7', 'subtraction-15-8'])
  expect(RELATIVES[numberOf('division-56-8')]?.map(idOf).toSorted()).toEqual([
    'multiplication-7-8',
    'multiplication-8-7',
  ])
  expect(PARTNERS[numberOf('multiplication-6-6')]).toBe(-1)
})
