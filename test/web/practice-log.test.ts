import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts, findFact } from '../../domain/fact.ts'
import { freeze, revive } from '../../domain/practice-record.ts'
import type { PracticeEvent, PracticeState } from '../../domain/practice-state.ts'
import { step } from '../../domain/practice.ts'
import { scoreSession } from '../../domain/scoring.ts'
import { EMPTY_LOG, logAttempt, type SessionLog } from '../../domain/session-log.ts'
import { PracticeLog } from '../../web/features/student/practice-log.ts'
import type { StudentContent } from '../../web/features/student/student-outbox.ts'
import { PRACTICE_KEY } from '../../web/lib/practice-key.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { MemoryStorage } from './memory-storage.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const ANA = 'ana1'
const BEN = 'ben2'

type Told = { readonly player: string; readonly content: StudentContent; readonly id: string }

/** A browser's storage, and what its pages tell; each page has a log of its own. */
function device() {
  const store = createDurableStore(() => storage)
  const storage = new MemoryStorage()
  const logged: Told[] = []
  const outbox = {
    add: (player: string, content: StudentContent, id = '') => void logged.push({ player, content, id }),
  }
  return {
    store,
    logged,
    openPage: (state?: PracticeState) => new Page(new PracticeLog({ store, outbox }), state),
  }
}

/** A page on which Ana practices. */
class Page {
  readonly log: PracticeLog
  state: PracticeState

  constructor(log: PracticeLog, state: PracticeState = { stage: 'setup' }) {
    this.log = log
    this.state = state
  }

  play(event: PracticeEvent, nowMs: number): void {
    const { state, effects } = step(this.state, event, nowMs)
    this.state = state
    for (const effect of effects) this.log.record(ANA, effect)
  }

  begin(facts: ReturnType<typeof allFacts>): this {
    this.play({ type: 'start', sessionType: 'all', durationSeconds: 600, facts }, START_MS)
    return this
  }
}

/** The log that the server makes of what was sent: each item once, in its order. */
function loggedOf(logged: readonly Told[]): SessionLog {
  const once = new Map(logged.map((item) => [item.id, item]))
  let log = EMPTY_LOG
  for (const { content } of once.values()) {
    const attempt = content.kind === 'attempts' ? content.body.attempts[0]?.attempt : undefined
    if (attempt === undefined) continue
    const { factId, place = -1, studentAnswer, responseTime } = attempt
    const fact = findFact(factId)
    if (!fact) throw new Error('the page asks for known facts only')
    const next = logAttempt(log, fact, { place, given: studentAnswer, responseMs: responseTime })
    expect(next, `place ${place} is new`).not.toBeNull()
    log = next?.log ?? log
  }
  return log
}

const few = allFacts('multiplication').slice(0, 3)

describe('the log of a student’s practice', () => {
  test('[SIN-7] matches what the page shows, however often it is reloaded in between', () => {
    const move = fc.record({
      afterMs: fc.integer({ min: 1, max: 6000 }),
      isRight: fc.boolean(),
      after: fc.constantFrom('paint', 'paint', 'reload', 'kill'),
    })
    const facts = fc.array(fc.constantFrom(...few), { minLength: 1, maxLength: 10 })
    let finished = 0
    fc.assert(
      fc.property(facts, fc.array(move, { maxLength: 50 }), (asked, moves) => {
        const { store, logged, openPage } = device()
        let nowMs = START_MS
        let page = openPage().begin(asked)
        for (const { afterMs, isRight, after } of moves) {
          nowMs += afterMs
          if (page.state.stage === 'retry') nowMs += 2000
          if (page.state.stage === 'revealed') page.play({ type: 'continue' }, nowMs)
          page.play({ type: 'tick' }, nowMs)
          const { state: on } = page
          const answer = 'index' in on ? (on.session.facts[on.index]?.answer ?? 0) : 0
          page.play({ type: 'answer', entryMs: 1320, value: isRight ? answer : -1 }, nowMs)
          const kept = freeze(page.state, nowMs)
          store.write(PRACTICE_KEY, kept)
          if (after === 'paint' || page.state.stage === 'processing') continue
          // A page that is killed and one that is reloaded come back as the browser kept them.
          page = openPage(revive(JSON.parse(JSON.stringify(kept))))
          page.play({ type: 'go_on' }, nowMs)
        }
        const { state } = page
        if (state.stage === 'setup') return
        const log = loggedOf(logged)
        const score = scoreSession(state.session.answered)
        expect({ score: log.score, answered: log.answered, correct: log.correct }).toEqual({
          score: score.totalScore,
          answered: score.totalProblems,
          correct: score.correctAnswers,
        })
        expect(logged.filter(({ content }) => content.kind === 'begin')).toHaveLength(1)
        expect(logged[0]?.content.kind).toBe('begin')
        if (log.answered > 0) finished += 1
      }),
      { numRuns: 300 },
    )
    expect(finished).toBeGreaterThan(100)
  })

  test('[SIN-7] finishes a session once, with the seconds it took', () => {
    const { logged, openPage } = device()
    const page = openPage().begin(few)
    for (const { answer } of few) page.play({ type: 'answer', entryMs: 1320, value: answer }, START_MS + 3000)
    expect(page.state.stage).toBe('processing')
    page.play({ type: 'tick' }, START_MS + 60_000)
    const ends = logged.filter(({ content }) => content.kind === 'finish')
    expect(ends).toHaveLength(1)
    expect(ends[0]?.content.body).toMatchObject({ actualDuration: 3, totalScore: 15, correctAnswers: 3 })
  })

  test("[SIN-4] finishes a child's unfinished session in its name, and removes it for the next child", () => {
    const { store, logged, openPage } = device()
    const page = openPage().begin(few)
    page.play({ type: 'answer', entryMs: 1320, value: few[0]?.answer ?? 0 }, START_MS + 2000)
    store.write(PRACTICE_KEY, freeze(page.state, START_MS + 2500))
    openPage().log.claim(ANA)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('value')
    openPage().log.claim(BEN)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('missing')
    expect(logged.at(-1)).toMatchObject({
      player: ANA,
      content: { kind: 'finish', body: { actualDuration: 2.5 } },
    })
  })

  test('[SIN-4] only removes a session without an answer, one already sent, or a guest’s', () => {
    const { store, logged, openPage } = device()
    const { log, state } = openPage().begin(few)
    store.write(PRACTICE_KEY, freeze(state, START_MS))
    log.claim(null)
    expect(logged.map(({ content }) => content.kind)).toEqual(['begin'])
    store.write(PRACTICE_KEY, freeze(state, START_MS))
    log.claim(null)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('value')
    log.claim(BEN)
    expect(store.find(PRACTICE_KEY, (json) => json).kind).toBe('missing')
    expect(logged).toHaveLength(1)
  })
})
