import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldLog, type LearnedAttempt } from '../../../domain/learning/fold.ts'
import { EMPTY_MEMORY, FACTS, memoryOf } from '../../../domain/learning/memory.ts'
import { readMemory, storeMemory } from '../../../domain/learning/stored.ts'
import { afterProblems } from '../../../domain/learning/update.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = 20_000
const FACT = 'addition-7-8'

const attempt = (changes: Partial<LearnedAttempt>): LearnedAttempt => ({
  factId: FACT,
  correct: true,
  responseMs: 2000,
  entryMs: 1500,
  day: FIRST_DAY,
  sessionId: 'practice-a',
  place: 0,
  attempt: 1,
  atMs: FIRST_DAY * DAY_MS,
  ...changes,
})

const anyAttempt: fc.Arbitrary<LearnedAttempt> = fc
  .record({
    factId: fc.constantFrom(...FACTS.slice(0, 12).map(({ id }) => id)),
    correct: fc.boolean(),
    responseMs: fc.integer({ min: 0, max: 9000 }),
    entryMs: fc.integer({ min: 500, max: 3000 }),
    sessionId: fc.constantFrom('practice-a', 'practice-b', 'practice-c'),
    place: fc.integer({ min: 0, max: 30 }),
    attempt: fc.constantFrom(1, 2, 3),
    // Few instants, so that ties are common.
    step: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ step, ...rest }) => ({
    ...rest,
    atMs: FIRST_DAY * DAY_MS + (step * DAY_MS) / 4,
    day: FIRST_DAY + Math.floor(step / 4),
  }))

const shuffledLog = fc
  .array(anyAttempt, { maxLength: 120 })
  .chain((log) =>
    fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length }), fc.subarray(log)),
  )

describe('the memory of a log', () => {
  test('[LRN-30] is the same in whatever order and however often the attempts arrive', () => {
    fc.assert(
      fc.property(shuffledLog, ([log, shuffled, repeats]) => {
        expect(foldLog([...shuffled, ...repeats])).toEqual(foldLog(log))
      }),
    )
  })

  test('[LRN-30] goes by the time of the attempts after a device was offline for two days', () => {
    const online = [0, 1, 2].map((day) =>
      attempt({ day: FIRST_DAY + day, atMs: (FIRST_DAY + day) * DAY_MS, sessionId: `practice-on-${day}` }),
    )
    const offline = [0, 1].map((day) =>
      attempt({
        correct: false,
        day: FIRST_DAY + day,
        atMs: (FIRST_DAY + day) * DAY_MS + 1000,
        sessionId: `practice-off-${day}`,
      }),
    )
    const [a, b, c] = online
    const [d, e] = offline
    const inOrder = [a, d, b, e, c].filter((each) => each !== undefined)
    expect(foldLog([...online, ...offline])).toEqual(afterProblems(inOrder))
  })

  test('[LRN-31] counts only first attempts', () => {
    const log = [attempt({ correct: false }), attempt({ place: 1, attempt: 2, atMs: FIRST_DAY * DAY_MS + 1 })]
    expect(memoryOf(foldLog(log), FACT)).toMatchObject({ level: 0, seen: 1, right: 0 })
    expect(foldLog(log.slice(1))).toEqual(EMPTY_MEMORY)
  })

  test('[LRN-31] continues from a stored memory of earlier attempts', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyAttempt, { selector: ({ sessionId, place }) => `${sessionId} ${place}` }),
        fc.nat(12),
        (log, cut) => {
          const cutMs = FIRST_DAY * DAY_MS + (cut * DAY_MS) / 4
          const before = foldLog(log.filter(({ atMs }) => atMs < cutMs))
          const snapshot = readMemory(JSON.parse(JSON.stringify(storeMemory(before))))
          expect(snapshot).not.toBeNull()
          const after = log.filter(({ atMs }) => atMs >= cutMs)
          expect(foldLog(after, snapshot ?? EMPTY_MEMORY)).toEqual(foldLog(log))
        },
      ),
    )
  })
})
