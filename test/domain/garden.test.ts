import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPERATIONS, allFacts } from '../../domain/fact.ts'
import { BEDS, growthBetween, isReady, readyOn, stageOf } from '../../domain/garden.ts'
import { foldLog } from '../../domain/learning/fold.ts'
import { EMPTY_MEMORY, FACTS, memoryOf, type FactMemory } from '../../domain/learning/memory.ts'
import { stateIndex } from '../../domain/learning/states.ts'
import { afterProblem, afterProblems } from '../../domain/learning/update.ts'
import { anyProblem, ENTRY_MS, learned } from '../factories/learned-problems.ts'

const FACT = 'multiplication-2-2'
const LATE = { responseMs: ENTRY_MS + 2000 }
const WRONG = { correct: false }

/** A memory after one problem of `FACT` on each of these days. */
const after = (...problems: readonly Parameters<typeof learned>[1][]): FactMemory | null =>
  memoryOf(afterProblems(problems.map((more) => learned(FACT, more))), FACT)

describe('the beds', () => {
  test('[GAR-1] contain each fact of their operation once, ten to a frame, easy ones first', () => {
    expect(BEDS.map(({ operation }) => operation)).toEqual(OPERATIONS)
    for (const { operation, frames } of BEDS) {
      expect(frames.flat().toSorted()).toEqual(
        allFacts(operation)
          .map(({ id }) => id)
          .toSorted(),
      )
      expect(frames.slice(0, -1).every((frame) => frame.length === 10)).toBe(true)
    }
    const [addition, , multiplication] = BEDS.map(({ frames }) => frames.flat())
    expect(addition?.slice(0, 3)).toEqual(['addition-1-1', 'addition-1-2', 'addition-2-1'])
    expect(multiplication?.slice(0, 3)).toEqual([FACT, 'multiplication-2-10', 'multiplication-10-2'])
    expect(multiplication?.at(-1)).toBe('multiplication-8-8')
  })
})

describe('the stage of a fact', () => {
  test('[GAR-2] soil, sprout, leaf and flower stand for the best state so far', () => {
    expect(stageOf(null)).toBe('soil')
    expect(stageOf(after({ responseMs: 299 }))).toBe('soil')
    expect(stageOf(after(WRONG))).toBe('sprout')
    expect(stageOf(after({}, { day: 105, ...LATE }))).toBe('leaf')
    expect(stageOf(after({}, { day: 105 }))).toBe('flower')
    expect(stageOf(after({}, { day: 105 }, { day: 106, ...WRONG }, { day: 107, ...WRONG }))).toBe('flower')
  })

  test('[GAR-3] never falls and is never below the current state, whatever a child answers', () => {
    const few = anyProblem.map((problem) => ({ ...problem, factId: FACTS[problem.day % 5]?.id ?? '' }))
    fc.assert(
      fc.property(fc.array(few, { maxLength: 80 }), (log) => {
        let memory = EMPTY_MEMORY
        for (const problem of log) {
          const before = memory
          memory = afterProblem(memory, problem)
          const bests = before.facts.map((fact, number) =>
            Math.max(fact?.best ?? 0, stateIndex(memory.facts[number] ?? null)),
          )
          expect(memory.facts.map((fact) => fact?.best ?? 0)).toEqual(bests)
        }
      }),
    )
  })

  test('[GAR-3] does not depend on the order of answers or on repeats', () => {
    const attempts = fc.array(
      fc.record({
        factId: fc.constant(FACT),
        correct: fc.boolean(),
        responseMs: fc.integer({ min: 1500, max: 6000 }),
        entryMs: fc.constant(ENTRY_MS),
        day: fc.nat(20),
        sessionId: fc.constantFrom('practice-a', 'practice-b'),
        place: fc.nat(30),
        attempt: fc.constant(1 as const),
        atMs: fc.nat(20),
      }),
      { maxLength: 40 },
    )
    const shuffled = attempts.chain((log) =>
      fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length }), fc.subarray(log)),
    )
    fc.assert(
      fc.property(shuffled, ([log, other, repeats]) => {
        const [one, same] = [log, [...other, ...repeats]].map((each) => memoryOf(foldLog(each), FACT)?.best)
        expect(same).toBe(one)
      }),
    )
  })
})

describe('ready facts', () => {
  test('[GAR-4] are leaves and flowers that are due', () => {
    const flower = after({}, { day: 105 })
    expect(flower?.due).toBe(113)
    expect([112, 113, 200].map((day) => isReady(flower, day))).toEqual([false, true, true])
    const sprout = after(LATE)
    expect([sprout?.due, isReady(sprout, 101)]).toEqual([101, false])
    expect(isReady(null, 101)).toBe(false)
    const memory = afterProblems([learned(FACT), learned(FACT, { day: 105 }), learned('addition-1-1', LATE)])
    expect([readyOn(memory, 112), readyOn(memory, 113)]).toEqual([0, 1])
  })
})

describe('growth', () => {
  const frame = BEDS[2]?.frames[0] ?? []
  const [first = '', second = ''] = frame

  test('[GAR-5] lists the facts that reached a higher stage, by that stage', () => {
    const before = afterProblems([learned(first)])
    const leaf = afterProblem(before, learned(first, { day: 105, ...LATE }))
    const more = afterProblem(leaf, learned(second, { day: 105 }))
    expect(growthBetween(before, more)).toEqual({
      sprouts: [second],
      leaves: [first],
      flowers: [],
      flowersFrom: 'leaf',
      keepsakes: [],
    })
    expect(growthBetween(more, afterProblem(more, learned(first, { day: 108, ...WRONG })))).toEqual({
      sprouts: [],
      leaves: [],
      flowers: [],
      flowersFrom: 'leaf',
      keepsakes: [],
    })
  })

  test('[GAR-6] turns a frame into a keepsake once all its facts are flowers', () => {
    const sown = afterProblems(frame.map((id) => learned(id)))
    const bloom = (ids: readonly string[]) =>
      afterProblems(
        ids.map((id) => learned(id, { day: 105 })),
        sown,
      )
    const [almost, full] = [bloom(frame.slice(1)), bloom(frame)]
    expect(growthBetween(sown, almost).keepsakes).toEqual([])
    expect(growthBetween(almost, full)).toEqual({
      sprouts: [],
      leaves: [],
      flowers: [first],
      flowersFrom: 'sprout',
      keepsakes: [{ operation: 'multiplication', frame: 0 }],
    })
    expect(growthBetween(full, full).keepsakes).toEqual([])
  })
})
