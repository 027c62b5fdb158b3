import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import { freeze, revive } from '../../domain/practice-record.ts'
import { remainingMs, type PracticeEvent, type PracticeState } from '../../domain/practice-state.ts'
import { stateAfter as step } from '../factories/practice-steps.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const FACTS = allFacts('multiplication').slice(0, 10)
const wrong = { type: 'answer', entryMs: 1320, value: -1 } as const

function played(...events: [afterMs: number, event: PracticeEvent][]): PracticeState {
  const start = {
    type: 'start',
    sessionType: 'multiplication_facts',
    durationSeconds: 120,
    facts: FACTS,
  } as const
  const first = step({ stage: 'setup' }, start, START_MS)
  return events.reduce((state, [afterMs, event]) => step(state, event, START_MS + afterMs), first)
}

/** Through the text that local storage holds. */
function reloaded(state: PracticeState, afterMs: number): PracticeState {
  return revive(JSON.parse(JSON.stringify(freeze(state, START_MS + afterMs))))
}

const answerFirst = { type: 'answer', entryMs: 1320, value: FACTS[0]?.answer ?? 0 } as const
const thirdMiss: [number, PracticeEvent][] = [
  [1000, wrong],
  [3000, { type: 'tick' }],
  [3500, wrong],
  [5500, { type: 'tick' }],
  [6000, wrong],
]

describe('a practice session across a reload', () => {
  test('[PRA-41] keeps having no clock, and a session saved by an older version keeps its clock', () => {
    const start = {
      type: 'start',
      sessionType: 'x',
      durationSeconds: 3600,
      hasClock: false,
      facts: FACTS,
    } as const
    const restored = reloaded(step({ stage: 'setup' }, start, START_MS), 1000)
    expect(restored).toMatchObject({ stage: 'interrupted', session: { hasClock: false } })
    const frozen = JSON.parse(JSON.stringify(freeze(played([2000, answerFirst]), START_MS + 4000)))
    delete frozen.currentSession.hasClock
    expect(revive(frozen)).toMatchObject({ session: { hasClock: true } })
  })

  test('[PRA-19, PRA-20] comes back interrupted with a stopped clock, and continues where it was', () => {
    const before = played([2000, answerFirst], [3000, { type: 'show_visual' }])
    const restored = reloaded(before, 10_000)
    expect(restored).toMatchObject({ stage: 'interrupted', index: 1, attempt: 1, visualUsed: true })
    expect(remainingMs(restored, START_MS + 9_000_000)).toBe(110_000)
    const on = step(restored, { type: 'go_on' }, START_MS + 9_000_000)
    expect(on).toMatchObject({ stage: 'asking', index: 1, attempt: 1, askedAtElapsedMs: 2000 })
    if (before.stage !== 'asking' || on.stage !== 'asking') throw new Error('expected to be asked')
    expect(on.session).toEqual(before.session)
    expect(remainingMs(on, START_MS + 9_001_000)).toBe(109_000)
  })

  test('[PRA-19] the record has the specified fields, with the start as a date', () => {
    expect(freeze(played([2000, answerFirst]), START_MS + 4000)).toMatchObject({
      currentSession: {
        sessionType: 'multiplication_facts',
        targetDuration: 120,
        totalProblems: 10,
        startedAt: '2026-11-21T15:00:00.000Z',
      },
      problemIndex: 1,
      responses: [{ factId: FACTS[0]?.id, correct: true }],
      elapsedMs: 4000,
    })
  })

  test('[PRA-19] a pause is not saved: after a reload the clock of a paused session is stopped as for any other', () => {
    const paused = reloaded(played([2000, answerFirst], [5000, { type: 'pause' }]), 60_000)
    expect(remainingMs(paused, START_MS + 70_000)).toBe(115_000)
  })

  test('[PRA-20] a reload neither costs nor returns an attempt', () => {
    const missedOnce = step(reloaded(played([1000, wrong]), 1500), { type: 'go_on' }, START_MS + 90_000)
    expect(missedOnce).toMatchObject({ stage: 'asking', attempt: 2 })
    const shown = step(reloaded(played(...thirdMiss), 7000), { type: 'go_on' }, START_MS + 90_000)
    expect(shown).toMatchObject({ stage: 'revealed', answer: FACTS[0]?.answer })
    expect(step(shown, { type: 'continue' }, START_MS + 91_000)).toMatchObject({ stage: 'asking', index: 1 })
  })

  test('[PRA-20] an interrupted session can be saved again, and started over', () => {
    const once = reloaded(played([2000, answerFirst]), 10_000)
    expect(reloaded(once, 9_000_000)).toEqual(once)
    expect(step(once, { type: 'reset' }, START_MS)).toEqual({ stage: 'setup' })
  })

  test('[PRA-19] a session that just ended comes back with its results; one that was left does not', () => {
    const processing = played([2000, answerFirst], [5000, { type: 'end' }])
    expect(reloaded(processing, 6000)).toMatchObject({
      stage: 'complete',
      endedBy: 'player',
      actualDurationMs: 5000,
    })
    const complete = step(processing, { type: 'tick' }, START_MS + 60_000)
    expect(freeze(complete, START_MS + 60_000)).toEqual(freeze(processing, START_MS + 60_000))
    expect(freeze({ stage: 'setup' }, START_MS)).toBeNull()
  })

  test('[PRA-21] any malformed record leads to setup, never to an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(revive(json)).toEqual({ stage: 'setup' })
      }),
    )
    for (const nothing of [undefined, null, '', 'practice', [], {}]) {
      expect(revive(nothing)).toEqual({ stage: 'setup' })
    }
  })

  test('[PRA-21] a record with one broken part leads to setup or a valid state, never to an error', () => {
    const whole = JSON.stringify(
      freeze(played([2000, answerFirst], ...thirdMissAfter(3000)), START_MS + 10_000),
    )
    const parts = ['currentSession', 'problemIndex', 'responses', 'elapsedMs', 'at'] as const
    const inner = ['id', 'sessionType', 'targetDuration', 'startedAt', 'factIds'] as const
    expect(revive(JSON.parse(whole)).stage).toBe('interrupted')
    fc.assert(
      fc.property(
        fc.constantFrom(...parts, ...inner.map((name) => `currentSession.${name}` as const)),
        fc.oneof(fc.constantFrom(null, 'x', -1, 1e9, 0.5, [], ['x'], {}, true)),
        (path, value) => {
          const json: Record<string, unknown> = JSON.parse(whole)
          const [outer = '', name] = path.split('.')
          json[outer] = name === undefined ? value : { ...(json[outer] as object), [name]: value }
          const state = revive(json)
          expect(['setup', 'interrupted']).toContain(state.stage)
          if (state.stage !== 'interrupted') return
          expect(state.session.facts[state.index]).toBeDefined()
          expect(state.session.targetDurationSeconds).toBeGreaterThan(0)
        },
      ),
    )
  })
})

test('[PRA-21] a record whose answers do not fit its problems leads to setup', () => {
  const record = freeze(played([2000, answerFirst]), START_MS + 10_000)
  if (record === null) throw new Error('expected a record')
  const [answer] = record.responses
  if (!answer) throw new Error('expected an answer')
  const other = { ...answer, factId: FACTS[5]?.id ?? '' }
  for (const responses of [[], [answer, answer], [other]]) {
    expect(revive({ ...record, responses })).toEqual({ stage: 'setup' })
  }
  expect(revive(record).stage).toBe('interrupted')
})

/** Three misses of the second problem. */
function thirdMissAfter(ms: number): [number, PracticeEvent][] {
  return thirdMiss.map(([afterMs, event]) => [ms + afterMs, event])
}
