import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operationsOfCategory } from '../../../domain/category.ts'
import { splitEvenly } from '../../../domain/fact-selection.ts'
import { allFacts, type Operation } from '../../../domain/fact.ts'
import { LEAGUE_IDS } from '../../../domain/league.ts'
import type { FactNumbers } from '../../../domain/learning/choose.ts'
import { EMPTY_MEMORY, numberOf, type LearningMemory } from '../../../domain/learning/memory.ts'
import {
  chooseAhead,
  choosing,
  chosenFor,
  memoryAfterSession,
  nextOf,
} from '../../../domain/learning/session-choice.ts'
import { freeze, revive } from '../../../domain/practice-record.ts'
import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import { step } from '../../../domain/practice.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'

const START_MS = Date.UTC(2026, 10, 23, 15)
const DAY = 100

type Given = {
  readonly sessionType: string
  readonly totalProblems: number
  readonly memory?: LearningMemory
  readonly seed?: number
  /** Whether each problem is answered right; true where it says nothing. */
  readonly rights?: readonly boolean[]
  /** The page is loaded again before this problem. */
  readonly reloadAt?: number
  readonly only?: FactNumbers
}

/** A session played to its end. */
function played({ sessionType, totalProblems, rights = [], ...given }: Given): PracticeSession {
  const { memory = EMPTY_MEMORY, seed = 1, reloadAt = -1 } = given
  const chooser = { memory, day: DAY, random: seededRandom(seed), only: given.only }
  const choose = choosing(chooser)
  const first = nextOf(chooser, { sessionType, totalProblems, reasons: [], answered: [] })
  const [facts, reasons] = [[first.fact], [first.reason]]
  const start = { type: 'start', sessionType, totalProblems, durationSeconds: 3600, facts, reasons } as const
  let nowMs = START_MS
  let state: PracticeState = step({ stage: 'setup' }, start, nowMs, choose).state
  for (let index = 0; index < totalProblems; index += 1) {
    if (index === reloadAt) {
      state = revive(JSON.parse(JSON.stringify(freeze(state, nowMs))))
      state = step(state, { type: 'go_on' }, nowMs, choose).state
    }
    const answers = rights[index] === false ? [-1, null] : [null]
    for (const answer of answers) {
      if (state.stage !== 'asking') throw new Error(`nothing is asked at problem ${index}`)
      const value = answer ?? state.session.facts[state.index]?.answer ?? NaN
      nowMs += 1800
      state = step(state, { type: 'answer', value, entryMs: 1320 }, nowMs, choose).state
      if (state.stage === 'retry') state = step(state, { type: 'tick' }, (nowMs += 2000), choose).state
    }
  }
  if (!('session' in state) || state.stage !== 'processing') throw new Error('the session has not ended')
  return state.session
}

const idsOf = ({ facts }: PracticeSession): string[] => facts.map(({ id }) => id)

/** All facts of these operations. */
const whole = (...operations: Operation[]) =>
  new Map(operations.map((each) => [each, allFacts(each).map(({ id }) => numberOf(id))]))
/** The operations of a new child's session on these facts. */
const asked = (only: FactNumbers) => {
  const { facts } = played({ sessionType: 'work-one', totalProblems: 10, only })
  return new Set(facts.map(({ operation }) => operation))
}

describe('a session that asks the engine', () => {
  test('[LRN-17, LRN-11, SEL-1, SEL-2, SEL-5] has its number of problems, split evenly, none twice in a row, even after a reload', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<string>(...LEAGUE_IDS, 'all_operations'),
        fc.constantFrom(10, 20, 50),
        fc.array(fc.boolean(), { maxLength: 50 }),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.integer({ min: -1, max: 49 }),
        (sessionType, totalProblems, rights, seed, reloadAt) => {
          const session = played({ sessionType, totalProblems, rights, seed, reloadAt })
          expect(session.facts).toHaveLength(totalProblems)
          expect(session.reasons).toHaveLength(totalProblems)
          idsOf(session).forEach((id, place, ids) => expect(id).not.toBe(ids[place - 1]))
          for (const [operation, share] of splitEvenly(totalProblems, operationsOfCategory(sessionType)))
            expect(session.facts.filter((fact) => fact.operation === operation)).toHaveLength(share)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('[LRN-17, LRN-13, PRA-36] an answer changes what comes next: a missed fact comes back after three others', () => {
    const given = { sessionType: 'multiplication_facts', totalProblems: 10 }
    const [right, missed] = [played(given), played({ ...given, rights: [false] })]
    expect(idsOf(missed)[0]).toBe(idsOf(right)[0])
    expect(idsOf(missed)[4]).toBe(idsOf(missed)[0])
    expect(missed.reasons[4]).toBe('missed')
    expect(idsOf(right).slice(1)).not.toContain(idsOf(right)[0])
  })

  test('[PRA-37, LRN-4] the next session opens with no fact missed today', () => {
    const given = { sessionType: 'multiplication_facts', totalProblems: 10 }
    const first = played({ ...given, rights: [false, true, false] })
    const memory = memoryAfterSession({ memory: EMPTY_MEMORY, day: DAY }, first.answered)
    const missed = [idsOf(first)[0], idsOf(first)[2]]
    const next = idsOf(played({ ...given, memory }))
    expect(missed.filter((id) => id && next.includes(id))).toEqual([])
  })

  test('[NED-1] what each child needs is chosen as Today’s ten, within the assigned operations', () => {
    // A new child works on addition.
    expect(asked(whole('addition', 'multiplication'))).toEqual(new Set(['addition']))
    expect(asked(whole('multiplication'))).toEqual(new Set(['multiplication']))
    const [some] = whole('addition').values()
    expect(
      asked(
        new Map([
          ['addition', some ?? []],
          ['multiplication', [numberOf('multiplication-2-2')]],
        ]),
      ),
    ).toEqual(new Set(['addition', 'multiplication']))
  })

  test('[LRN-18] the memory is the one at the start plus the answers since', () => {
    const { answered } = played({ sessionType: 'addition_facts', totalProblems: 10, rights: [true, false] })
    const memory = memoryAfterSession({ memory: EMPTY_MEMORY, day: DAY }, answered)
    expect(memory.problems).toBe(10)
    const [first, second] = answered.map(({ factId }) => memory.facts[numberOf(factId)])
    expect(first).toMatchObject({ seen: 1, right: 1, missed: false })
    expect(second).toMatchObject({ missed: false, right: 1, seen: 2, recent: [0] })
  })

  test('[LRN-17, PER-5] choosing ahead of a right first answer gives the same as choosing after it', () => {
    let ahead = 0
    fc.assert(
      fc.property(
        fc.constantFrom<string>(...LEAGUE_IDS),
        fc.array(fc.record({ right: fc.boolean(), tookMs: fc.integer({ min: 1, max: 9000 }) }), {
          maxLength: 20,
        }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (sessionType, answers, chance) => {
          const chooser = { memory: EMPTY_MEMORY, day: DAY, random: () => chance }
          const choose = choosing(chooser)
          const first = nextOf(chooser, { sessionType, totalProblems: 20, reasons: [], answered: [] })
          const [facts, reasons] = [[first.fact], [first.reason]]
          const start = {
            type: 'start',
            sessionType,
            totalProblems: 20,
            durationSeconds: 3600,
            facts,
            reasons,
          } as const
          let nowMs = START_MS
          let state: PracticeState = step({ stage: 'setup' }, start, nowMs, choose).state
          for (const { right, tookMs } of answers) {
            if (state.stage !== 'asking') throw new Error('nothing is asked')
            const { session, index } = state
            const chosen = chooseAhead(chooser, session, index)
            if (!right) {
              state = step(
                state,
                { type: 'answer', value: -1, entryMs: 1320 },
                (nowMs += tookMs),
                choose,
              ).state
              state = step(state, { type: 'tick' }, (nowMs += 2000), choose).state
            }
            const value = session.facts[index]?.answer ?? NaN
            const compared: typeof choose = (counted, at) => {
              const answer = counted.answered.at(-1)
              const known = answer ? chosenFor(chosen, answer) : null
              const after = choose(counted, at)
              if (known) expect(known).toEqual(after)
              if (known) ahead += 1
              if (!right) expect(known).toBeNull()
              return after
            }
            state = step(state, { type: 'answer', value, entryMs: 1320 }, (nowMs += tookMs), compared).state
          }
        },
      ),
      { numRuns: 300 },
    )
    // About 360: the property is not empty.
    expect(ahead).toBeGreaterThan(100)
  })
})
