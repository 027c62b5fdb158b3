import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts, findFact } from '../../domain/fact.ts'
import { freeze, revive } from '../../domain/practice-record.ts'
import { step, type PracticeState } from '../../domain/practice.ts'
import { scoreSession } from '../../domain/scoring.ts'
import { EMPTY_LOG, logAttempt, type SessionLog } from '../../domain/session-log.ts'
import { PracticeLog } from '../../web/features/student/practice-log.ts'
import type { StudentContent } from '../../web/features/student/student-outbox.ts'
import { PRACTICE_KEY } from '../../web/lib/practice-key.ts'
import { createStore } from '../../web/lib/storage.ts'
import { MemoryStorage } from './memory-storage.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const ANA = 'ana1'
const BEN = 'ben2'

type Told = { readonly player: string; readonly content: StudentContent; readonly id: string }

/** A browser's storage, and what its pages tell; each page has a log of its own. */
function device() {
  const store = createStore(() => storage)
  const storage = new MemoryStorage()
  const told: Told[] = []
  const outbox = {
    add: (player: string, content: StudentContent, id = '') => void told.push({ player, content, id }),
  }
  return { store, told, openPage: () => new PracticeLog({ store, outbox }) }
}

/** The log that the server makes of what was told: each item once, in its order. */
function loggedOf(told: readonly Told[]): SessionLog {
  const once = new Map(told.map((item) => [item.id, item]))
  let log = EMPTY_LOG
  for (const { content } of once.values()) {
    if (content.kind !== 'attempt') continue
    const { factId, place = -1, studentAnswer, responseTime } = content.body
    const fact = findFact(factId)
    if (!fact) throw new Error('the page asks for known facts only')
    const next = logAttempt(log, fact, { place, given: studentAnswer, responseMs: responseTime })
    expect(next, `place ${place} is new`).not.toBeNull()
    log = next?.log ?? log
  }
  return log
}

function begun(facts: ReturnType<typeof allFacts>): PracticeState {
  const start = { type: 'start', sessionType: 'all', durationSeconds: 600, facts } as const
  return step({ stage: 'setup' }, start, START_MS)
}

const few = allFacts('multiplication').slice(0, 3)

describe('what is told of a student’s practice', () => {
  test('[SIN-7] comes to what the page shows, however often it is reloaded in between', () => {
    const move = fc.record({
      afterMs: fc.integer({ min: 1, max: 6000 }),
      isRight: fc.boolean(),
      after: fc.constantFrom('paint', 'paint', 'reload', 'kill'),
    })
    const facts = fc.array(fc.constantFrom(...few), { minLength: 1, maxLength: 10 })
    let finished = 0
    fc.assert(
      fc.property(facts, fc.array(move, { maxLength: 50 }), (asked, moves) => {
        const { store, told, openPage } = device()
        let nowMs = START_MS
        let page = openPage()
        let state = begun(asked)
        page.follow(ANA, state)
        for (const { afterMs, isRight, after } of moves) {
          nowMs += afterMs
          if (state.stage === 'retry') nowMs += 2000
          if (state.stage === 'revealed') state = step(state, { type: 'continue' }, nowMs)
          state = step(state, { type: 'tick' }, nowMs)
          const answer = 'index' in state ? (state.session.facts[state.index]?.answer ?? 0) : 0
          state = step(state, { type: 'answer', value: isRight ? answer : -1 }, nowMs)
          page.follow(ANA, state)
          const kept = freeze(state, nowMs)
          store.write(PRACTICE_KEY, kept)
          if (after === 'paint' || state.stage === 'processing') continue
          // A page that is killed and one that is reloaded come back as the browser kept them.
          page = openPage()
          state = step(revive(JSON.parse(JSON.stringify(kept))), { type: 'go_on' }, nowMs)
          page.follow(ANA, state)
        }
        if (state.stage === 'setup') return
        const log = loggedOf(told)
        const score = scoreSession(state.session.answered)
        expect({ score: log.score, answered: log.answered, correct: log.correct }).toEqual({
          score: score.totalScore,
          answered: score.totalProblems,
          correct: score.correctAnswers,
        })
        expect(told.filter(({ content }) => content.kind === 'begin')).toHaveLength(1)
        expect(told[0]?.content.kind).toBe('begin')
        if (log.answered > 0) finished += 1
      }),
      { numRuns: 300 },
    )
    expect(finished).toBeGreaterThan(100)
  })

  test('[SIN-7] a session is finished once, with the seconds it took', () => {
    const { told, openPage } = device()
    const page = openPage()
    let state = begun(few)
    page.follow(ANA, state)
    for (const { answer } of few) state = step(state, { type: 'answer', value: answer }, START_MS + 3000)
    page.follow(ANA, state)
    if (state.stage !== 'processing') throw new Error('the session is over')
    page.finish(ANA, state.session, scoreSession(state.session.answered))
    page.finish(ANA, state.session, scoreSession(state.session.answered))
    const ends = told.filter(({ content }) => content.kind === 'finish')
    expect(new Set(ends.map(({ id }) => id)).size).toBe(1)
    expect(ends[0]?.content.body).toMatchObject({ actualDuration: 3, totalScore: 15, correctAnswers: 3 })
  })

  test('[SIN-4] what a child has left unfinished is finished in its name, and gone for the next', () => {
    const { store, told, openPage } = device()
    const page = openPage()
    let state = begun(few)
    page.follow(ANA, state)
    state = step(state, { type: 'answer', value: few[0]?.answer ?? 0 }, START_MS + 2000)
    page.follow(ANA, state)
    store.write(PRACTICE_KEY, { ...freeze(state, START_MS + 2500), finishTold: false })
    openPage().claim(ANA)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('value')
    openPage().claim(BEN)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('missing')
    expect(told.at(-1)).toMatchObject({
      player: ANA,
      content: { kind: 'finish', body: { actualDuration: 2.5 } },
    })
  })

  test('[SIN-4] a session without an answer, one that is told already and a guest’s are only forgotten', () => {
    const { store, told, openPage } = device()
    const page = openPage()
    const state = begun(few)
    page.follow(ANA, state)
    store.write(PRACTICE_KEY, freeze(state, START_MS))
    page.claim(null)
    expect(told.map(({ content }) => content.kind)).toEqual(['begin'])
    store.write(PRACTICE_KEY, freeze(state, START_MS))
    page.claim(null)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('value')
    page.claim(BEN)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('missing')
    expect(told).toHaveLength(1)
  })
})
