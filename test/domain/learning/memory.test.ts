import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_MEMORY, FACTS, memoryOf, numberOf } from '../../../domain/learning/memory.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'
import { fluencyOf, needsHelp } from '../../../domain/learning/states.ts'
import { readMemory, storeMemory } from '../../../domain/learning/stored.ts'
import { afterProblem, afterProblems, intervalOf } from '../../../domain/learning/update.ts'
import { anyProblem, ENTRY_MS, learned } from '../../factories/learned-problems.ts'

const FACT = 'multiplication-7-8'
const LATE = { responseMs: ENTRY_MS + 2000 }
const FAR_TOO_LATE = { responseMs: ENTRY_MS + 9000 }
const WRONG = { correct: false }

const levelOf = (memory: typeof EMPTY_MEMORY): number | undefined => memoryOf(memory, FACT)?.level

/** The memory of `FACT` alone after one problem on each of these days. */
function after(problems: readonly Partial<Parameters<typeof learned>[1]>[]): typeof EMPTY_MEMORY {
  return afterProblems(problems.map((more) => learned(FACT, more ?? {})))
}

const logs = fc.array(anyProblem, { maxLength: 300 })

describe('memory', () => {
  test('[LRN-1] any log yields a memory, one problem at a time or all at once', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const whole = afterProblems(log)
        expect(log.reduce(afterProblem, EMPTY_MEMORY)).toEqual(whole)
        expect(whole.problems).toBe(log.length)
        for (const fact of whole.facts) {
          if (fact)
            expect([fact.level >= 0, fact.level <= 11, fact.right <= fact.seen]).toEqual([true, true, true])
        }
      }),
    )
    expect(afterProblem(EMPTY_MEMORY, learned('multiplication-99-99'))).toEqual(EMPTY_MEMORY)
  })

  test('[LRN-2] a new fact starts at 6, 1 or 0; later answers change its level', () => {
    expect(levelOf(after([{}]))).toBe(6)
    expect(levelOf(after([LATE]))).toBe(1)
    expect(levelOf(after([FAR_TOO_LATE]))).toBe(0)
    expect(levelOf(after([WRONG]))).toBe(0)
    // Level 6 is due after five days.
    expect(levelOf(after([{}, { day: 104 }]))).toBe(6)
    expect(levelOf(after([{}, { day: 105 }]))).toBe(7)
    expect(levelOf(after([{}, { day: 105, ...WRONG }]))).toBe(3)
    expect(levelOf(after([{}, { day: 105, ...LATE }]))).toBe(5)
    expect(levelOf(after([{}, { day: 105, ...FAR_TOO_LATE }]))).toBe(3)
    expect(levelOf(after([LATE, { day: 101, ...LATE }]))).toBe(1)
    expect(levelOf(after([LATE, { day: 101 }, { day: 102 }, { day: 103 }]))).toBe(4)
    const days = Array.from({ length: 40 }, (_, place) => ({ day: 100 + 60 * place }))
    expect(levelOf(after(days))).toBe(11)
    expect(levelOf(after([...days, { day: 9000, ...WRONG }]))).toBe(5)
    expect(levelOf(after([...days, { day: 9000, ...FAR_TOO_LATE }]))).toBe(5)
  })

  test('[LRN-2] a right answer, however late, never leaves a fact lower than a wrong one', () => {
    fc.assert(
      fc.property(logs, anyProblem, (log, last) => {
        const before = afterProblems(log)
        const levelAfter = (correct: boolean) =>
          memoryOf(afterProblem(before, { ...last, correct }), last.factId)?.level ?? 0
        expect(levelAfter(true)).toBeGreaterThanOrEqual(levelAfter(false))
      }),
    )
  })

  test('[LRN-3] a right answer in time never lowers a fact; one under 300 ms changes no level and no count', () => {
    fc.assert(
      fc.property(logs, anyProblem, (log, last) => {
        const before = afterProblems(log)
        const levelBefore = memoryOf(before, last.factId)?.level ?? 0
        const inTime = { ...last, correct: true, responseMs: Math.max(300, last.entryMs - 1) }
        expect(memoryOf(afterProblem(before, inTime), last.factId)?.level).toBeGreaterThanOrEqual(levelBefore)
        const tooFast = { ...last, responseMs: Math.min(299, last.responseMs) }
        const unmoved = memoryOf(afterProblem(before, tooFast), last.factId)
        const known = memoryOf(before, last.factId)
        const expected = known
          ? { level: known.level, due: known.due, seen: known.seen }
          : { level: 0, seen: 0 }
        expect(unmoved).toMatchObject({ ...expected, last: last.day })
      }),
    )
  })

  test('[LRN-3] after a right first answer a fact is tried, even if it is faster than the entry time', () => {
    fc.assert(
      fc.property(logs, anyProblem, (log, last) => {
        const right = { ...last, correct: true, responseMs: Math.max(300, last.responseMs) }
        const fact = memoryOf(afterProblems([...log, right]), last.factId)
        expect(fluencyOf(fact)).not.toBe('unknown')
        expect(fact?.best).toBeGreaterThan(0)
      }),
    )
    const quick = { responseMs: 300 }
    expect(memoryOf(after([quick]), FACT)).toMatchObject({ level: 6, seen: 1, right: 1, timed: [true] })
    // The miss was no evidence, so the right answer that follows it is the first.
    expect(levelOf(after([{ responseMs: 299, ...WRONG }, {}]))).toBe(6)
  })

  test('[LRN-44] every first attempt from 300 ms on counts as a try, also one that repeats a missed fact', () => {
    const tries = [WRONG, {}, { responseMs: 299 }, { day: 101 }, { day: 101, responseMs: 500 }]
    expect(memoryOf(after(tries), FACT)).toMatchObject({ seen: 4, right: 3 })
    fc.assert(
      fc.property(logs, (log) => {
        const { facts } = afterProblems(log)
        const counted = log.filter(({ responseMs }) => responseMs >= 300)
        const sum = (of: 'seen' | 'right') => facts.reduce((all, fact) => all + (fact?.[of] ?? 0), 0)
        expect(sum('seen')).toBe(counted.length)
        expect(sum('right')).toBe(counted.filter(({ correct }) => correct).length)
      }),
    )
  })

  test('[LRN-3] a fact repeated after a miss stays at the level after the miss', () => {
    const others = FACTS.slice(0, 3).map(({ id }) => learned(id))
    const missed = [learned(FACT), ...others, learned(FACT, { day: 105, ...WRONG })]
    const back = [...others.map((problem) => ({ ...problem, day: 105 })), learned(FACT, { day: 105 })]
    const memory = afterProblems([...missed, ...back])
    expect(memoryOf(memory, FACT)).toMatchObject({ level: 3, due: 106, seen: 3, right: 2, missed: false })
    expect(levelOf(afterProblem(memory, learned(FACT, { day: 106 })))).toBe(4)
  })

  test('[LRN-4] a fact comes back after the interval of its level, which stays while nothing changes', () => {
    expect([0, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(intervalOf)).toEqual([1, 1, 2, 3, 5, 8, 13, 21, 34, 55])
    expect(memoryOf(after([{}]), FACT)?.due).toBe(105)
    expect(memoryOf(after([{}, { day: 102 }]), FACT)?.due).toBe(105)
    expect(memoryOf(after([{}, { day: 102, ...LATE }]), FACT)?.due).toBe(105)
    expect(memoryOf(after([{}, { day: 103, ...LATE }]), FACT)?.due).toBe(106)
  })

  test('[LRN-5] only first encounters change the ability of their operation', () => {
    const { ability } = EMPTY_MEMORY.abilities.multiplication
    const up = after([{}]).abilities
    expect(up.multiplication.ability).toBeGreaterThan(ability)
    expect(after([WRONG]).abilities.multiplication.ability).toBeLessThan(ability)
    expect(up.addition).toEqual(EMPTY_MEMORY.abilities.addition)
    expect(after([{}, { day: 105, ...WRONG }]).abilities).toEqual(up)
    fc.assert(
      fc.property(logs, (log) => {
        for (const { ability: one } of Object.values(afterProblems(log).abilities)) {
          expect(one >= -0.3 && one <= 1.3).toBe(true)
        }
      }),
    )
  })
})

describe('a stored memory', () => {
  test('[LRN-7] reads back unchanged, and continues like one that was never stored', () => {
    fc.assert(
      fc.property(logs, anyProblem, (log, next) => {
        const memory = afterProblems(log)
        const read = readMemory(JSON.parse(JSON.stringify(storeMemory(memory))))
        expect(read).toEqual(memory)
        expect(read && afterProblem(read, next)).toEqual(afterProblem(memory, next))
      }),
    )
  })

  test('[LRN-7] keeps an ability just below 0', () => {
    const wrong = { correct: false, responseMs: 300, entryMs: 0 }
    const memory = afterProblems(
      ['multiplication-2-10', 'multiplication-4-2'].map((id) => learned(id, wrong)),
    )
    expect(readMemory(storeMemory(memory))).toEqual(memory)
  })

  test('[LRN-7] reads as none if damaged or of another version', () => {
    const stored = storeMemory(afterProblems(FACTS.map(({ id }) => learned(id))))
    fc.assert(fc.property(fc.anything(), (value) => readMemory(value) === null))
    for (const spoiled of [
      { ...stored, version: 1 },
      { ...stored, facts: stored.facts.slice(1) },
      { ...stored, facts: 'none' },
      ...[
        { level: 12 },
        { level: 1.5 },
        { seen: 0, right: 1 },
        { recent: [3] },
        { recent: [0, 0, 0, 0, 0] },
        { timed: ['yes'] },
        { best: 0 },
        { best: 4 },
        { due: '7' },
      ].map((damage) => ({ ...stored, facts: stored.facts.map((fact) => ({ ...fact, ...damage })) })),
      { ...stored, facts: stored.facts.map(() => ({})) },
      { ...stored, abilities: [] },
      { ...stored, abilities: { ...stored.abilities, addition: { ability: 'high', met: 1 } } },
      { ...stored, problems: -1 },
    ]) {
      expect(readMemory(spoiled)).toBeNull()
    }
  })

  test('[LRN-6] of all facts takes at most 9 KB gzipped after years of practice', () => {
    const random = seededRandom(7)
    const log = Array.from({ length: 50_000 }, (_, place) =>
      learned(FACTS[Math.floor(random() * FACTS.length)]?.id ?? '', {
        day: 20_000 + Math.floor(place / 70),
        correct: random() < 0.9,
        responseMs: ENTRY_MS + 3000 * random(),
      }),
    )
    const memory = afterProblems(log)
    expect(memory.facts.slice(0, FACTS.length).every((fact) => fact !== null)).toBe(true)
    expect(gzipSync(JSON.stringify(storeMemory(memory))).length).toBeLessThan(9 * 1024)
  })
})

const stateAfter = (problems: readonly Partial<Parameters<typeof learned>[1]>[]) =>
  fluencyOf(memoryOf(after(problems), FACT))

const helped = (...rights: boolean[]) => {
  const memory = afterProblems(rights.map((correct, place) => learned(FACT, { correct, day: 100 + place })))
  const fact = memory.facts[numberOf(FACT)]
  return fact ? needsHelp(fact) : null
}

describe('the states shown to people', () => {
  test('[LRN-8] are unknown, learning, known and fluent', () => {
    expect(stateAfter([])).toBe('unknown')
    expect(stateAfter([{ responseMs: 299 }])).toBe('unknown')
    expect(stateAfter([WRONG])).toBe('learning')
    expect(stateAfter([{}])).toBe('learning')
    expect(stateAfter([{}, { day: 101 }])).toBe('fluent')
    expect(stateAfter([{}, { day: 105, ...LATE }])).toBe('known')
    expect(stateAfter([{}, { day: 105, ...LATE }, { day: 108 }])).toBe('fluent')
    expect(stateAfter([{}, { day: 101 }, { day: 105, ...WRONG }])).toBe('learning')
  })

  test('[LRN-8] say that a fact missed in 3 of the last 4 first attempts needs help', () => {
    expect(helped(false, false, false)).toBe(false)
    expect(helped(false, true, false, false)).toBe(true)
    expect(helped(false, true, true, false)).toBe(false)
    expect(helped(false, false, false, true, true)).toBe(false)
  })
})
