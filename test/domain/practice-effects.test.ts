import { describe, expect, test } from 'vitest'
import { allFacts, type Fact } from '../../domain/fact.ts'
import type { Choice } from '../../domain/learning/choose.ts'
import { PROCESSING_MS, type PracticeSession, type PracticeState } from '../../domain/practice-state.ts'
import { step as stepWithEffects } from '../../domain/practice.ts'
import { attemptsOf, effectsOf, stateAfter as step } from '../factories/practice-steps.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const FACTS = allFacts('addition').slice(0, 10)
const SETUP: PracticeState = { stage: 'setup' }
const wrong = { type: 'answer', entryMs: 1320, value: -1 } as const
const tick = { type: 'tick' } as const

const begin = (facts: readonly Fact[]) =>
  ({ type: 'start', sessionType: 'addition_facts', durationSeconds: 60, facts }) as const

function currentAnswer(state: PracticeState): number {
  return 'index' in state ? (state.session.facts[state.index]?.answer ?? NaN) : NaN
}

describe('the effects of a practice step', () => {
  test('[PRA-18] every submitted answer is logged with all its fields', () => {
    const begun = step(SETUP, begin(FACTS), START_MS)
    const shown = step(begun, { type: 'show_visual' }, START_MS + 500)
    const effects = effectsOf(shown, [
      [START_MS + 1000, wrong],
      [START_MS + 3000, tick],
      [START_MS + 4000, { type: 'answer', entryMs: 1320, value: FACTS[0]?.answer ?? NaN }],
    ])
    const common = {
      entryTime: 1320,
      sessionId: `practice-${START_MS.toString(36)}`,
      factId: FACTS[0]?.id,
      visualUsed: true,
    }
    expect(attemptsOf(effects)).toEqual([
      {
        ...common,
        place: 0,
        studentAnswer: -1,
        isCorrect: false,
        responseTime: 1000,
        baseScore: 0,
        speedMultiplier: 1,
        finalScore: 0,
        timestamp: START_MS + 1000,
      },
      {
        ...common,
        place: 1,
        studentAnswer: FACTS[0]?.answer,
        isCorrect: true,
        responseTime: 4000,
        baseScore: 3,
        speedMultiplier: 1,
        finalScore: 3,
        timestamp: START_MS + 4000,
      },
    ])
  })

  test('[PRA-45] a step returns its effects in order: start, fact shown, attempt, sound, end', () => {
    const effects = effectsOf(SETUP, [
      [START_MS, begin(FACTS.slice(0, 1))],
      [START_MS + 1000, wrong],
      [START_MS + 3000, tick],
      [START_MS + 4000, { type: 'answer', entryMs: 1320, value: FACTS[0]?.answer ?? NaN }],
      [START_MS + 4000 + PROCESSING_MS, tick],
    ])
    expect(effects.map((effect) => (effect.type === 'sound' ? effect.sound : effect.type))).toEqual([
      'session_started',
      'tap',
      'fact_shown',
      'attempt_made',
      'not_yet',
      'attempt_made',
      'correct',
      'session_finished',
      'finished',
    ])
    expect(effects).toContainEqual(
      expect.objectContaining({
        type: 'session_finished',
        actualDurationMs: 4000,
        score: expect.objectContaining({ totalScore: 3 }),
      }),
    )
  })

  test('[PRA-45] starting over or starting another session finishes the previous one, if anything was answered', () => {
    const answer = { type: 'answer', entryMs: 1320, value: FACTS[0]?.answer ?? NaN } as const
    const again = begin(FACTS.slice(5))
    for (const leave of [{ type: 'reset' } as const, again]) {
      const effects = effectsOf(SETUP, [
        [START_MS, begin(FACTS)],
        [START_MS + 1000, leave],
        [START_MS + 2000, begin(FACTS)],
        [START_MS + 4000, answer],
        [START_MS + 6000, leave],
      ])
      expect(effects.filter(({ type }) => type === 'session_finished')).toMatchObject([
        { session: { startedAtMs: START_MS + 2000 }, score: { totalScore: 5 }, actualDurationMs: 4000 },
      ])
    }
  })

  test('[PRA-45] a chooser picks the next facts one by one', () => {
    const chosen: string[][] = []
    const choose = ({ answered }: PracticeSession, index: number): Choice[] => {
      chosen.push(answered.map(({ factId }) => factId))
      return FACTS.slice(index + 1, index + 2).map((fact) => ({ fact, reason: 'new' }))
    }
    const begun = { ...begin(FACTS.slice(0, 1)), totalProblems: 3 }
    let state = step(SETUP, begun, START_MS)
    for (const afterMs of [1000, 2000, 3000]) {
      state = stepWithEffects(
        state,
        { type: 'answer', entryMs: 1320, value: currentAnswer(state) },
        START_MS + afterMs,
        choose,
      ).state
    }
    expect(state).toMatchObject({ stage: 'processing', endedBy: 'last_problem' })
    expect(state).toMatchObject({ session: { reasons: ['again', 'new', 'new', 'new'] } })
    expect(chosen).toEqual([1, 2, 3].map((count) => FACTS.slice(0, count).map(({ id }) => id)))
  })
})
