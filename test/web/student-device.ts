import { onTestFinished } from 'vitest'
import { freeze, revive } from '../../domain/practice-record.ts'
import { type PracticeEvent, type PracticeState } from '../../domain/practice-state.ts'
import { step } from '../../domain/practice.ts'
import { scoreSession } from '../../domain/scoring.ts'
import { PracticeLog } from '../../web/features/student/practice-log.ts'
import {
  reviveStudentContent,
  sendStudentItem,
  mergeStudentContent,
  studentChainOf,
  studentItems,
  type StudentContent,
} from '../../web/features/student/student-outbox.ts'
import type { CallResult } from '../../web/lib/api.ts'
import { Outbox } from '../../web/lib/outbox.ts'
import { PRACTICE_KEY } from '../../web/lib/practice-key.ts'
import { newSubmissionId } from '../../web/lib/random-id.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import type { Fact } from '../../domain/fact.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { headerStudents, STUDENT_HEADER } from '../factories/students.ts'
import { FaultyServer, json, type Request } from './faulty-server.ts'
import { MemoryStorage } from './memory-storage.ts'

const WHO = '/test/who'

/**
 * A device that students share, before a real server: the outbox and the practice log are those of the pages. Who is
 * signed in is a variable instead of a cookie.
 */
export class StudentDevice {
  readonly app: RunningApp
  readonly network: FaultyServer
  readonly #storage = new MemoryStorage()
  readonly #store = createDurableStore(() => this.#storage)
  #elapsedMs = 0
  #signedIn: string | null
  #outbox: Outbox<StudentContent>
  #log: PracticeLog
  #state: PracticeState = { stage: 'setup' }

  private constructor(app: RunningApp, network: FaultyServer, hear: { answer: Answering }) {
    this.app = app
    this.network = network
    this.#signedIn = null
    this.#outbox = this.#openOutbox()
    this.#log = new PracticeLog({ store: this.#store, outbox: this.#outbox })
    hear.answer = (request) => this.#answer(request)
  }

  static async start(): Promise<StudentDevice> {
    const app = await startApp({ students: headerStudents, addressCallsPerMinute: 1_000_000 })
    const hear: { answer: Answering } = { answer: async () => json(503, {}) }
    const network = await FaultyServer.start((request) => hear.answer(request))
    const device = new StudentDevice(app, network, hear)
    onTestFinished(async () => {
      device.#outbox.stop()
      await network.stop()
    })
    return device
  }

  get state(): PracticeState {
    return this.#state
  }

  get signedIn(): string | null {
    return this.#signedIn
  }

  get waiting(): number {
    return this.#outbox.status.getState().waiting
  }

  /** The student's page opens: what somebody else has left is finished in that student's name. */
  signIn(studentId: string): void {
    this.#signedIn = studentId
    this.reload()
  }

  async signOut(): Promise<void> {
    this.#log.claim(null)
    this.#state = { stage: 'setup' }
    await this.#outbox.flush()
    this.#signedIn = null
  }

  /** Another page in place of this one, as the browser has kept it. */
  reload(): void {
    this.#outbox.stop()
    this.#outbox = this.#openOutbox()
    this.#log = new PracticeLog({ store: this.#store, outbox: this.#outbox })
    this.#log.claim(this.#signedIn)
    const kept = this.#store.read(PRACTICE_KEY, (state) => state)
    this.#state = kept === null ? { stage: 'setup' } : revive(kept)
    if (this.#state.stage !== 'setup') this.#do({ type: 'go_on' })
  }

  /** Lets seconds pass here and on the server, and sends what may be sent then. */
  async pass(seconds: number): Promise<void> {
    this.app.clock.nowMs += seconds * 1000
    this.#elapsedMs += seconds * 1000
    await this.#outbox.flush()
  }

  /** Starts over instead of going on with what was begun. */
  startOver(): void {
    this.#do({ type: 'reset' })
  }

  play(facts: readonly Fact[]): void {
    this.#do({ type: 'start', sessionType: 'addition_facts', durationSeconds: 600, facts })
  }

  /** Answers the problem on the screen. Returns the points that are shown from now on. */
  answer(isRight: boolean): number {
    const before = this.#points()
    if (this.#state.stage === 'retry') this.app.clock.nowMs += 2000
    if (this.#state.stage === 'revealed') {
      this.#do({ type: 'continue' })
      this.app.clock.nowMs += 1500
    }
    this.#do({ type: 'tick' })
    const problem = 'index' in this.#state ? this.#state.session.facts[this.#state.index] : undefined
    this.#do({ type: 'answer', entryMs: 1320, value: isRight ? (problem?.answer ?? 0) : -1 })
    const gained = this.#points() - before
    if (this.#state.stage === 'processing' && this.#signedIn !== null) {
      this.#store.remove(PRACTICE_KEY)
      this.#state = { stage: 'setup' }
    }
    return gained
  }

  #points(): number {
    return this.#state.stage === 'setup' ? 0 : scoreSession(this.#state.session.answered).totalScore
  }

  #do(event: PracticeEvent): void {
    const { nowMs } = this.app.clock
    const { state, effects } = step(this.#state, event, nowMs)
    this.#state = state
    if (this.#signedIn === null) return
    for (const effect of effects) this.#log.record(this.#signedIn, effect)
    if (state.stage === 'setup') return this.#store.remove(PRACTICE_KEY)
    this.#store.write(PRACTICE_KEY, freeze(this.#state, nowMs))
  }

  #openOutbox(): Outbox<StudentContent> {
    const { origin } = this.network
    return new Outbox<StudentContent>({
      ...studentItems,
      store: this.#store,
      revive: reviveStudentContent,
      chainOf: studentChainOf,
      merge: mergeStudentContent,
      mayDrop: ({ kind }) => kind === 'attempts',
      send: (item, secondsAgo, signal) =>
        sendStudentItem(
          item,
          secondsAgo,
          { origin, signal },
          {
            signedIn: () => this.#signedIn,
            askWho: () => this.#askWho(),
            onSessionEnded: () => {},
            onFinished: () => {},
          },
        ),
      deviceNowMs: () => this.app.clock.nowMs,
      serverNowMs: () => this.app.clock.nowMs,
      elapsedMs: () => this.#elapsedMs,
      random: () => 0.5,
      newId: newSubmissionId,
      withLock: (action) => action(),
      waits: { firstMs: 1000, maxMs: 60_000 },
    })
  }

  async #askWho(): Promise<CallResult<{ readonly id: string }>> {
    try {
      const answer = await fetch(this.network.origin + WHO)
      if (answer.ok) return { ok: true, value: (await answer.json()) as { id: string } }
      const { status } = answer
      return { ok: false, status, message: String(status), code: 'unauthorized' }
    } catch {
      return { ok: false, status: 0, message: '0: gone', code: 'unreachable' }
    }
  }

  async #answer({ method, url, body }: Request) {
    const who = this.#signedIn
    if (url === WHO)
      return who === null ? json(401, { message: 'Nobody', code: 'unauthorized' }) : json(200, { id: who })
    const answer = await this.app.get(url, {
      method,
      headers: { 'content-type': 'application/json', ...(who === null ? {} : { [STUDENT_HEADER]: who }) },
      body,
    })
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      body: answer.text,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    }
  }
}

type Answering = Parameters<typeof FaultyServer.start>[0]
