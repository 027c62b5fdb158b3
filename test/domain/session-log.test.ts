import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts, findFact } from '../../domain/fact.ts'
import type { AttemptLogEntry, PracticeEvent, PracticeState } from '../../domain/practice-state.ts'
import { step } from '../../domain/practice.ts'
import { attemptsOf } from '../factories/practice-steps.ts'
import { scoreSession } from '../../domain/scoring.ts'
import {
  accuracyOf,
  averageMsOf,
  EMPTY_LOG,
  logAttempt,
  loggedSeconds,
  practicedSeconds,
  type JudgedAttempt,
  type SessionLog,
} from '../../domain/session-log.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)

/** Ten problems of few facts, so that some follow themselves. */
const facts = fc.array(fc.constantFrom(...allFacts('multiplication').slice(0, 3)), {
  minLength: 1,
  maxLength: 10,
})

/** What a child does: answers after so long, right or wrong, and waits or goes on where that is asked. */
const moves = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 6000 }), isRight: fc.boolean() }), {
  maxLength: 60,
})

/** Plays a session as the practice page does. */
function played(input: {
  facts: ReturnType<typeof allFacts>
  moves: readonly { afterMs: number; isRight: boolean }[]
}): { state: PracticeState; attempts: AttemptLogEntry[] } {
  const attempts: AttemptLogEntry[] = []
  let nowMs = START_MS
  const start = { type: 'start', sessionType: 'all', durationSeconds: 600, facts: input.facts } as const
  let { state } = step({ stage: 'setup' }, start, nowMs)
  const send = (event: PracticeEvent): void => {
    const next = step(state, event, nowMs)
    state = next.state
    attempts.push(...attemptsOf(next.effects))
  }
  for (const { afterMs, isRight } of input.moves) {
    nowMs += afterMs
    if (state.stage === 'retry') nowMs += 2000
    if (state.stage === 'revealed') send({ type: 'continue' })
    send({ type: 'tick' })
    const answer = 'index' in state ? (state.session.facts[state.index]?.answer ?? 0) : 0
    send({ type: 'answer', entryMs: 1320, value: isRight ? answer : -1 })
  }
  return { state, attempts }
}

function logged(entries: readonly AttemptLogEntry[]): { log: SessionLog; judged: JudgedAttempt[] } {
  const judged: JudgedAttempt[] = []
  let log = EMPTY_LOG
  for (const [place, entry] of entries.entries()) {
    const fact = findFact(entry.factId)
    if (!fact) throw new Error('the page asks for known facts only')
    const typed = { place, given: entry.studentAnswer, responseMs: entry.responseTime }
    const next = logAttempt(log, fact, typed)
    // What was sent twice has been counted.
    expect(logAttempt(next?.log ?? log, fact, typed)).toBeNull()
    if (!next) throw new Error('each place is new')
    log = next.log
    judged.push(next.judged)
  }
  return { log, judged }
}

describe('the log of a session', () => {
  test('[STU-4] gives what the practice page shows, computed from the answers alone', () => {
    let finished = 0
    fc.assert(
      fc.property(fc.record({ facts, moves }), (input) => {
        const { state, attempts } = played(input)
        if (state.stage === 'setup') return
        const { answered } = state.session
        const { log, judged } = logged(attempts)
        const score = scoreSession(answered)
        if (answered.length > 1) finished += 1
        expect({
          score: log.score,
          correct: log.correct,
          answered: log.answered,
          accuracy: accuracyOf(log),
          averageMs: averageMsOf(log),
        }).toEqual({
          score: score.totalScore,
          correct: score.correctAnswers,
          answered: score.totalProblems,
          accuracy: score.accuracy,
          averageMs: score.averageTimeMs,
        })
        expect(judged.map(({ correct, points }) => ({ correct, points }))).toEqual(
          attempts.map(({ isCorrect, finalScore }) => ({ correct: isCorrect, points: finalScore })),
        )
        expect(log.problems).toBe(log.answered + (log.open === null ? 0 : 1))
      }),
      { numRuns: 1000 },
    )
    expect(finished).toBeGreaterThan(300)
  })

  test('[STU-4] counts the time of each problem once, including one that was given up', () => {
    const [one, two] = allFacts('addition')
    if (!one || !two) throw new Error('there are such facts')
    const times = [
      [one, 1000],
      [one, 5000],
      [two, 700],
      [one, 300],
    ] as const
    let log = EMPTY_LOG
    for (const [place, [fact, responseMs]] of times.entries()) {
      log = logAttempt(log, fact, { place, given: -1, responseMs })?.log ?? log
    }
    expect(log).toMatchObject({ practicedMs: 6000, problems: 3, answered: 0 })
  })

  test('[STU-4] continues after a gap: lost answers stay lost, and nothing counts twice', () => {
    const [one] = allFacts('addition')
    if (!one) throw new Error('there is such a fact')
    const first = logAttempt(EMPTY_LOG, one, { place: 2, given: one.answer, responseMs: 900 })
    expect(first?.judged).toEqual({ attempt: 1, correct: true, points: 5 })
    const log = first?.log ?? EMPTY_LOG
    expect(logAttempt(log, one, { place: 1, given: one.answer, responseMs: 900 })).toBeNull()
    expect(logAttempt(log, one, { place: 3, given: one.answer, responseMs: 900 })?.log).toMatchObject({
      answered: 2,
      score: 10,
    })
  })
})

/** The time of a session that begins five seconds later. */
const OWN_TIME = { fromMs: START_MS - 5000, untilMs: START_MS + 1000 * 3600 }

test('[STU-16] a finished session counts up to its planned time and the time that passed on the server, but nothing without an answer', () => {
  const log = { ...EMPTY_LOG, lastPlace: 0, problems: 1 }
  const session = { seconds: 6, targetSeconds: 120, time: OWN_TIME, log }
  expect(practicedSeconds(session, 90, START_MS + 1000 * 100)).toBe(90)
  expect(practicedSeconds(session, 500, START_MS + 1000 * 600)).toBe(120)
  expect(practicedSeconds(session, 100, START_MS + 1000 * 10)).toBe(15)
  expect(practicedSeconds(session, null, START_MS + 1000 * 100)).toBe(6)
  expect(practicedSeconds(session, 100, START_MS + 1000 * -3600)).toBe(6)
  expect(practicedSeconds({ ...session, seconds: 0, log: EMPTY_LOG }, 100, START_MS + 1000 * 100)).toBe(0)
})

const lookedAt = (practicedMs: number) => ({ ...EMPTY_LOG, lastPlace: 0, practicedMs })

test('[STU-16] the time the log shows counts up to the planned time and the time that passed on the server, and never less than before', () => {
  const session = { seconds: 0, targetSeconds: 120, time: OWN_TIME, log: lookedAt(90_900) }
  expect(loggedSeconds(session, START_MS + 1000 * 100)).toBe(90)
  expect(loggedSeconds({ ...session, log: lookedAt(500_000) }, START_MS + 1000 * 600)).toBe(120)
  expect(loggedSeconds(session, START_MS + 1000 * 10)).toBe(15)
  const cut = { ...session, time: { ...OWN_TIME, untilMs: START_MS + 1000 * 40 } }
  expect(loggedSeconds(cut, START_MS + 1000 * 100)).toBe(45)
  expect(loggedSeconds({ ...session, seconds: 60 }, START_MS + 1000 * 10)).toBe(60)
  expect(loggedSeconds({ ...session, seconds: 60 }, START_MS + 1000 * -3600)).toBe(60)
})
