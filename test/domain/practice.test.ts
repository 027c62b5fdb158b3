import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts, type Fact } from '../../domain/fact.ts'
import {
  type AttemptLogEntry,
  nextDeadlineMs,
  practicedMs,
  PROCESSING_MS,
  PROBLEM_COUNTS,
  DEFAULT_PROBLEM_COUNT,
  remainingMs,
  WRONG_FEEDBACK_MS,
  type PracticeEvent,
  type PracticeState,
} from '../../domain/practice-state.ts'
import { step as stepWithEffects } from '../../domain/practice.ts'
import { scoreSession } from '../../domain/scoring.ts'
import { attemptsOf, effectsOf, stateAfter as step } from '../factories/practice-steps.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const FACTS = allFacts('addition').slice(0, 10)
const SETUP: PracticeState = { stage: 'setup' }

function started(facts: readonly Fact[] = FACTS, durationSeconds = 120): PracticeState {
  return step(SETUP, { type: 'start', sessionType: 'addition_facts', durationSeconds, facts }, START_MS)
}

function currentAnswer(state: PracticeState): number {
  return 'index' in state ? (state.session.facts[state.index]?.answer ?? NaN) : NaN
}

/** Plays events at given milliseconds after the start. */
function play(state: PracticeState, ...events: [afterMs: number, event: PracticeEvent][]): PracticeState {
  return events.reduce((before, [afterMs, event]) => step(before, event, START_MS + afterMs), state)
}

const wrong = { type: 'answer', entryMs: 1320, value: -1 } as const
const tick = { type: 'tick' } as const

function right(state: PracticeState, afterMs: number): PracticeState {
  return step(state, { type: 'answer', entryMs: 1320, value: currentAnswer(state) }, START_MS + afterMs)
}

/** A child who misses the present problem three times, from `fromMs` on. */
function missThrice(state: PracticeState, fromMs: number): PracticeState {
  return play(
    state,
    [fromMs, wrong],
    [fromMs + 2000, tick],
    [fromMs + 2500, wrong],
    [fromMs + 4500, tick],
    [fromMs + 5000, wrong],
  )
}

describe('a practice session', () => {
  test('[PRA-2] offers 10, 20 and 50 problems, 20 by default', () => {
    expect(PROBLEM_COUNTS).toEqual([10, 20, 50])
    expect(DEFAULT_PROBLEM_COUNT).toBe(20)
  })

  test('[PRA-5] starting clears the previous session and creates one named after its time, with no answers', () => {
    const state = right(started(), 1000)
    const again = step(
      state,
      { type: 'start', sessionType: 'x', durationSeconds: 60, facts: FACTS },
      START_MS + 5000,
    )
    expect(again).toMatchObject({ stage: 'asking', index: 0, attempt: 1 })
    expect(again.stage === 'asking' && again.session).toMatchObject({
      id: `practice-${(START_MS + 5000).toString(36)}`,
      startedAtMs: START_MS + 5000,
      answered: [],
    })
    expect(step(SETUP, { type: 'start', sessionType: 'x', durationSeconds: 60, facts: [] }, START_MS)).toBe(
      SETUP,
    )
  })

  test('[PRA-10] a right answer is counted and the next problem asked in the same step', () => {
    const state = right(started(), 1500)
    expect(state).toMatchObject({ stage: 'asking', index: 1, attempt: 1, visualUsed: false })
    expect(state.stage === 'asking' && state.session.answered).toEqual([
      {
        factId: FACTS[0]?.id,
        correct: true,
        attempts: 1,
        responseTimeMs: 1500,
        firstAnswerMs: 1500,
        entryMs: 1320,
        visualUsed: false,
      },
    ])
  })

  test('[PRA-9] only the exact whole number is right', () => {
    for (const value of [currentAnswer(started()) + 0.5, -currentAnswer(started()), 1e9]) {
      expect(step(started(), { type: 'answer', entryMs: 1320, value }, START_MS + 1).stage).toBe('retry')
    }
    const state = started()
    for (const value of [NaN, Infinity, -Infinity]) {
      expect(step(state, { type: 'answer', entryMs: 1320, value }, START_MS + 1)).toBe(state)
    }
  })

  test('[VIS-7] the first miss opens the picture; the missed attempt is logged without it', () => {
    const missed = play(started(), [1000, wrong])
    expect(missed).toMatchObject({ stage: 'retry', visualUsed: true })
    const next = right(play(missed, [3000, tick]), 4000)
    expect(next).toMatchObject({ stage: 'asking', index: 1, visualUsed: false })
    const effects = effectsOf(started(), [
      [START_MS + 1000, wrong],
      [START_MS + 3000, tick],
      [START_MS + 4000, { type: 'answer', entryMs: 1320, value: FACTS[0]?.answer ?? NaN }],
    ])
    expect(attemptsOf(effects).map(({ visualUsed }) => visualUsed)).toEqual([false, true])
  })

  test('[PRA-11] the first and second miss show 2 s of feedback with 2 and 1 chances left, and ignore answers meanwhile', () => {
    const first = play(started(), [1000, wrong])
    expect(first).toMatchObject({ stage: 'retry', attempt: 1, chancesLeft: 2, missed: { given: -1 } })
    expect(right(first, 1500)).toBe(first)
    expect(step(first, tick, START_MS + 1000 + WRONG_FEEDBACK_MS - 1)).toBe(first)
    const second = play(first, [3000, tick], [4000, wrong])
    expect(second).toMatchObject({ stage: 'retry', attempt: 2, chancesLeft: 1 })
    const third = right(play(second, [6000, tick]), 7000)
    expect(third.stage === 'asking' && third.session.answered.at(-1)).toMatchObject({
      correct: true,
      attempts: 3,
      responseTimeMs: 7000,
      firstAnswerMs: 1000,
    })
  })

  test('[PRA-11] an answer right after the feedback, before any tick, is the next attempt', () => {
    const late = right(play(started(), [1000, wrong]), 3000)
    expect(late).toMatchObject({ stage: 'asking', index: 1 })
    expect(late.stage === 'asking' && late.session.answered).toMatchObject([{ correct: true, attempts: 2 }])
  })

  test('[PRA-12] the third miss shows the answer until Continue and counts as wrong with 3 attempts', () => {
    const shown = missThrice(started(), 0)
    expect(shown).toMatchObject({ stage: 'revealed', answer: FACTS[0]?.answer })
    expect(shown.stage === 'revealed' && shown.session.answered).toMatchObject([
      { correct: false, attempts: 3 },
    ])
    expect(right(shown, 6000)).toBe(shown)
    expect(play(shown, [6000, { type: 'continue' }])).toMatchObject({ stage: 'asking', index: 1, attempt: 1 })
  })

  test('[PRA-13] the last problem ends the session', () => {
    let state = started()
    for (let problem = 1; problem <= 10; problem++) {
      expect(state).toMatchObject({ stage: 'asking', index: problem - 1 })
      state = right(state, problem * 1000)
    }
    expect(state).toMatchObject({ stage: 'processing', endedBy: 'last_problem', actualDurationMs: 10_000 })
    const missed = missThrice(started(FACTS.slice(0, 1)), 0)
    expect(play(missed, [9000, { type: 'continue' }])).toMatchObject({ endedBy: 'last_problem' })
  })

  test('[PRA-14] the timer at 0 ends the session from any state, with the answers so far', () => {
    const one = right(started(), 1000)
    const states = [one, play(one, [119_000, wrong]), missThrice(one, 2000)]
    for (const [place, state] of states.entries()) {
      const over = step(state, tick, START_MS + 120_000)
      // A second, and the minute that counts of the problem that is up.
      expect(over).toMatchObject({ stage: 'processing', endedBy: 'timer', actualDurationMs: 61_000 })
      expect(over.stage === 'processing' && scoreSession(over.session.answered).totalProblems).toBe(
        place === 2 ? 2 : 1,
      )
    }
    expect(step(one, tick, START_MS + 119_999)).toBe(one)
  })

  test.each([
    [1000, 1000],
    [60_000, 60_000],
    [60_001, 60_000],
    [100_000, 60_000],
  ])('[PRA-54] of a problem that is up for %i ms, %i count', (afterMs, countedMs) => {
    const one = right(started(), afterMs)
    expect(one).toMatchObject({ index: 1, session: { answered: [{ responseTimeMs: countedMs }] } })
    expect(practicedMs(one, START_MS + afterMs)).toBe(countedMs)
    const paused = play(right(one, afterMs + 2000), [afterMs + 5000, { type: 'pause' }])
    expect(practicedMs(paused, START_MS + 10 * afterMs)).toBe(countedMs + 5000)
  })

  test('[PRA-14] rejects an answer after the time is up, even before a tick', () => {
    const over = right(started(), 120_000)
    expect(over).toMatchObject({ stage: 'processing', endedBy: 'timer' })
    expect(over.stage === 'processing' && over.session.answered).toEqual([])
  })

  test('[PRA-15] processing lasts 2.5 s', () => {
    const processing = step(
      right(started(FACTS.slice(0, 1)), 1000),
      tick,
      START_MS + 1000 + PROCESSING_MS - 1,
    )
    expect(processing.stage).toBe('processing')
    expect(nextDeadlineMs(processing, START_MS + 1000)).toBe(START_MS + 1000 + 2500)
    expect(step(processing, tick, START_MS + 1000 + PROCESSING_MS)).toMatchObject({
      stage: 'complete',
      endedBy: 'last_problem',
    })
  })

  test('[PRA-17] pausing stops timer, feedback and response time, and ignores answers', () => {
    const paused = play(started(), [1000, { type: 'pause' }])
    expect(right(paused, 50_000)).toBe(paused)
    expect(nextDeadlineMs(paused, START_MS + 50_000)).toBeNull()
    expect(remainingMs(paused, START_MS + 500_000)).toBe(119_000)
    const resumed = play(paused, [61_000, { type: 'resume' }])
    expect(practicedMs(resumed, START_MS + 61_500)).toBe(1500)
    const answered = right(resumed, 62_000)
    expect(answered.stage === 'asking' && answered.session.answered[0]?.responseTimeMs).toBe(2000)
    const feedback = play(started(), [1000, wrong], [2000, { type: 'pause' }], [90_000, tick])
    expect(feedback.stage).toBe('retry')
    expect(play(feedback, [90_000, { type: 'resume' }], [91_000, tick])).toMatchObject({
      stage: 'asking',
      attempt: 2,
    })
  })

  test('[PRA-18] each problem’s response time counts from when it was asked', () => {
    const state = right(right(right(started(), 1500), 2200), 5000)
    const times = state.stage === 'asking' && state.session.answered.map((problem) => problem.responseTimeMs)
    expect(times).toEqual([1500, 700, 2800])
  })

  test('[PRA-14] setting the device clock back neither adds nor removes time', () => {
    const back = play(started(), [60_000, { type: 'pause' }], [-3_600_000, { type: 'resume' }])
    expect(remainingMs(back, START_MS - 3_600_000)).toBe(60_000)
    expect(remainingMs(back, START_MS - 9_000_000)).toBe(60_000)
    expect(practicedMs(back, START_MS - 9_000_000)).toBe(60_000)
  })

  test('[PRA-24] ending is possible at any time: with answers it leads to the results, without any to setup', () => {
    expect(play(started(), [5000, { type: 'end' }])).toEqual(SETUP)
    expect(play(right(started(), 1000), [5000, { type: 'end' }])).toMatchObject({
      stage: 'processing',
      endedBy: 'player',
      actualDurationMs: 5000,
    })
  })

  test('[PRA-25] reset clears everything', () => {
    const states = [started(), missThrice(started(), 0), right(started(FACTS.slice(0, 1)), 1000)]
    for (const state of states) expect(play(state, [9000, { type: 'reset' }])).toEqual(SETUP)
    expect(step(SETUP, { type: 'reset' }, START_MS)).toBe(SETUP)
  })

  test('[PRA-1] an event that does not fit returns the very same state', () => {
    const complete = play(right(started(FACTS.slice(0, 1)), 1000), [4000, tick])
    expect(complete.stage).toBe('complete')
    const unfit: [PracticeState, PracticeEvent['type'][]][] = [
      [SETUP, ['answer', 'continue', 'show_visual', 'pause', 'resume', 'tick', 'end', 'go_on', 'reset']],
      [started(), ['continue', 'resume', 'tick', 'go_on']],
      [play(started(), [1000, wrong]), ['answer', 'continue', 'resume', 'go_on']],
      [complete, ['answer', 'continue', 'show_visual', 'pause', 'resume', 'tick', 'end', 'go_on']],
    ]
    for (const [state, types] of unfit) {
      for (const type of types) {
        const event =
          type === 'answer' ? wrong : ({ type } as Exclude<PracticeEvent, { type: 'start' | 'answer' }>)
        expect([type, step(state, event, START_MS + 1500)]).toEqual([type, state])
        expect(step(state, event, START_MS + 1500)).toBe(state)
      }
    }
  })

  const anyEvent: fc.Arbitrary<PracticeEvent | 'right'> = fc.oneof(
    { weight: 6, arbitrary: fc.constant('right' as const) },
    { weight: 4, arbitrary: fc.constant(wrong) },
    { weight: 4, arbitrary: fc.constant(tick) },
    fc.constantFrom<PracticeEvent>(
      { type: 'continue' },
      { type: 'show_visual' },
      { type: 'pause' },
      { type: 'resume' },
      { type: 'end' },
      { type: 'go_on' },
    ),
  )
  const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 4000 }), anyEvent), { maxLength: 120 })

  test('[PRA-1, PRA-13, PRA-14] in any history the counts fit, time only grows, and nothing changes after the end', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 10, max: 120 }), (events, durationSeconds) => {
        let state = started(FACTS, durationSeconds)
        let nowMs = START_MS
        let practiced = 0
        const attempts: AttemptLogEntry[] = []
        for (const [afterMs, happening] of events) {
          nowMs += afterMs
          const event =
            happening === 'right'
              ? { type: 'answer' as const, entryMs: 1320, value: currentAnswer(state) }
              : happening
          const before = state
          const stepped = stepWithEffects(state, event, nowMs)
          state = stepped.state
          attempts.push(...attemptsOf(stepped.effects))
          if (state === before) expect(stepped.effects).toEqual([])
          if (state.stage === 'setup') return
          const { answered } = state.session
          expect(answered.map((problem) => problem.factId)).toEqual(
            state.session.facts.slice(0, answered.length).map((fact) => fact.id),
          )
          expect(attempts.filter((attempt) => attempt.isCorrect)).toHaveLength(
            answered.filter((problem) => problem.correct).length,
          )
          expect(attempts.map(({ place }) => place)).toEqual(attempts.map((_, place) => place))
          for (const { attempts: tries } of answered) expect([1, 2, 3]).toContain(tries)
          if ('index' in state)
            expect(answered).toHaveLength(state.index + (state.stage === 'revealed' ? 1 : 0))
          expect(practicedMs(state, nowMs)).toBeGreaterThanOrEqual(practiced)
          practiced = practicedMs(state, nowMs)
          expect(practiced).toBeLessThanOrEqual(durationSeconds * 1000)
          const deadlineMs = nextDeadlineMs(state, nowMs)
          if (deadlineMs !== null && deadlineMs > nowMs) {
            expect(step(state, tick, deadlineMs - 1)).toBe(state)
            expect(step(state, tick, deadlineMs)).not.toBe(state)
          }
          if (before.stage === 'complete') expect(state).toBe(before)
        }
      }),
    )
  })
})
