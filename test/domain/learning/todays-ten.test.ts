import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts, type Fact, type Operation } from '../../../domain/fact.ts'
import type { Reason } from '../../../domain/learning/choose.ts'
import { EMPTY_MEMORY, type LearningMemory } from '../../../domain/learning/memory.ts'
import { memoryAfterSession, nextOf } from '../../../domain/learning/session-choice.ts'
import { operationsWorkedOn, sharesOfTen } from '../../../domain/learning/todays-ten.ts'
import { afterProblems } from '../../../domain/learning/update.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'
import type { AnsweredProblem } from '../../../domain/scoring.ts'
import { TEN, TODAYS_TEN } from '../../../domain/todays-ten.ts'
import { anyProblem, learned } from '../../factories/learned-problems.ts'

const DAY = 100
const memories = fc.array(anyProblem, { maxLength: 300 }).map((log) => afterProblems(log))
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })

type Asked = { readonly fact: Fact; readonly reason: Reason; readonly isKnown: boolean }
type Child = {
  readonly knows: (fact: Fact) => boolean
  readonly day?: number
  readonly seed?: number
  readonly answerMs?: (place: number) => number
}

/** A set as a child plays it: usually in time, and on the second attempt what it does not know. */
function playSet(begun: LearningMemory, { knows, day = DAY, seed = 1, answerMs = () => 2000 }: Child) {
  const chooser = { memory: begun, day, random: seededRandom(seed) }
  const asked: Asked[] = []
  const answered: AnsweredProblem[] = []
  for (let place = 0; place < TEN; place += 1) {
    const reasons = asked.map(({ reason }) => reason)
    const choice = nextOf(chooser, { sessionType: TODAYS_TEN, totalProblems: TEN, reasons, answered })
    const isKnown = knows(choice.fact)
    const firstAnswerMs = answerMs(place)
    asked.push({ ...choice, isKnown })
    answered.push({
      factId: choice.fact.id,
      correct: true,
      attempts: isKnown ? 1 : 2,
      responseTimeMs: firstAnswerMs,
      firstAnswerMs,
      entryMs: 1500,
      visualUsed: false,
    })
  }
  return { asked, memory: memoryAfterSession(chooser, answered) }
}

/** The memory of a child who has answered the first facts of an operation in time. */
function knowing(operation: Operation, count: number, from = EMPTY_MEMORY): LearningMemory {
  const problems = allFacts(operation).slice(0, count)
  return afterProblems(
    problems.map(({ id }) => learned(id, { day: DAY })),
    from,
  )
}

const everything = (): boolean => true
const upToSix = ({ answer }: Fact): boolean => answer <= 6

describe('the operations', () => {
  test('[TEN-13, TEN-10] a new child gets only easy additions, and one who can add up to 6 gets most right', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { asked } = playSet(EMPTY_MEMORY, { knows: upToSix, seed })
        expect(new Set(asked.map(({ fact }) => fact.operation))).toEqual(new Set(['addition']))
        expect(asked[0]?.fact.answer).toBeLessThanOrEqual(5)
        expect(asked.filter(({ isKnown }) => isKnown).length).toBeGreaterThanOrEqual(6)
      }),
    )
  })

  test('[TEN-10] a child who knows everything gets subtraction, multiplication and division within twelve sets', () => {
    let memory = EMPTY_MEMORY
    for (let set = 0; set < 12; set += 1)
      memory = playSet(memory, { knows: everything, seed: set + 1 }).memory
    expect(operationsWorkedOn(memory, DAY)).toEqual(['addition', 'subtraction', 'multiplication', 'division'])
  })

  test('[TEN-10] three facts right in a league show that a child works on it; wrong ones do not', () => {
    expect(operationsWorkedOn(knowing('division', 3), DAY)).toEqual(['addition', 'division'])
    expect(operationsWorkedOn(knowing('division', 2), DAY)).toEqual(['addition'])
    const wrong = afterProblems(allFacts('division').map(({ id }) => learned(id, { correct: false })))
    expect(operationsWorkedOn(wrong, DAY)).toEqual(['addition'])
  })

  test('[TEN-11] share the problems of a set; operations with more due facts get more, and none is left out', () => {
    const memory = knowing('multiplication', 40)
    const due = sharesOfTen(memory, DAY + 30, TEN)
    expect(due.get('multiplication')).toBeGreaterThan(due.get('addition') ?? TEN)
    expect(due.get('addition')).toBeGreaterThanOrEqual(2)
    fc.assert(
      fc.property(
        memories,
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: TEN }),
        (any, day, count) => {
          const shares = sharesOfTen(any, day, count)
          expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(count)
          for (const operation of shares.keys()) expect(operationsWorkedOn(any, day)).toContain(operation)
        },
      ),
    )
  })
})

describe('new facts', () => {
  test('[TEN-12] at most two turn out to be unknown, and one comes even if many facts are due', () => {
    // Everything is due, and the child knows nothing new.
    const begun = knowing('addition', 60)
    const before = new Set(allFacts('addition').slice(0, 60))
    fc.assert(
      fc.property(seeds, fc.constantFrom(DAY, DAY + 30), (seed, day) => {
        const { asked } = playSet(begun, { knows: (fact) => before.has(fact), day, seed })
        const fresh = asked.filter(({ reason }) => reason === 'new')
        expect(fresh.length).toBeGreaterThanOrEqual(1)
        expect(fresh.length).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('[TEN-12] continue after ones answered in time, so a child who knows much moves on', () => {
    const { asked } = playSet(knowing('addition', 60), { knows: everything })
    expect(asked.filter(({ reason }) => reason === 'new').length).toBeGreaterThan(5)
  })

  test('[TEN-13] come every day to a child who is right but slow, while those of the days before are due', () => {
    const slow = { knows: everything, answerMs: (place: number) => 3000 + 80 * place }
    fc.assert(
      fc.property(seeds, (seed) => {
        let { memory } = playSet(EMPTY_MEMORY, { ...slow, seed })
        for (const day of [DAY + 1, DAY + 2, DAY + 3]) {
          const set = playSet(memory, { ...slow, day, seed: seed + day })
          const places = set.asked.flatMap(({ reason }, place) => (reason === 'new' ? [place] : []))
          expect(places).toEqual([3, 6, 9])
          memory = set.memory
        }
      }),
    )
  })

  test('[TEN-13] wait behind those that are due once a child has missed one', () => {
    const slow = { knows: everything, answerMs: () => 3500 }
    const { memory, asked } = playSet(EMPTY_MEMORY, slow)
    const missed = asked[0]?.fact.id
    const next = playSet(memory, { ...slow, knows: ({ id }) => id !== missed, day: DAY + 1 })
    const at = next.asked.findIndex(({ isKnown }) => !isKnown)
    expect(at).toBeGreaterThanOrEqual(0)
    expect(next.asked.slice(at).filter(({ reason }) => reason === 'new')).toEqual([])
  })
})
