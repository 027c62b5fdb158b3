import type { PracticeEffect } from '../../../domain/practice-state.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { MAX_SECONDS_AGO } from '../../generated/constants.ts'
import { watchClock } from '../../lib/clock-jump.ts'
import { GUEST_LOG_PREFIX as PREFIX } from '../../lib/learning-key.ts'
import { nowMs as serverNowMs, serverClock } from '../../lib/now.ts'
import { browserStore, type DurableStore } from '../../lib/storage.ts'

/** A week of a guest who plays the ten minutes of every day; older sessions make room for newer ones. */
const MAX_ATTEMPTS = 1500

/** As stored: place, fact, answer, response and entry time, 1 with the picture, and the time of the device. */
type Row = [number, string, number, number, number, number, number]

/** A session of the guest as it is stored, each with its own key, so that an answer rewrites little. */
export type StoredGuestSession = {
  readonly sessionId: string
  readonly sessionType: string
  readonly targetDuration: number
  readonly totalProblems: number
  readonly practiceDay: string
  readonly startMs: number
  readonly rows: readonly Row[]
}

/** Null for what another version has written. */
function revive(json: unknown): StoredGuestSession | null {
  return Array.isArray(fieldsOf(json).get('rows')) ? (json as StoredGuestSession) : null
}

/**
 * The attempts of the guest on this device, in case the guest signs in as a student. Until then they are not sent. It keeps those that
 * the server would still accept, up to a number.
 */
export class GuestLog {
  readonly #store: DurableStore
  readonly #today: () => string
  readonly #deviceNowMs: () => number
  readonly #isTimeKnown: () => boolean
  readonly #clock: ReturnType<typeof watchClock>

  /** Nothing is too old before `isTimeKnown`: the clock of the device may be wrong. */
  constructor(
    store: DurableStore,
    today: () => string,
    deviceNowMs: () => number,
    elapsedMs: () => number,
    isTimeKnown: () => boolean = () => true,
  ) {
    this.#store = store
    this.#today = today
    this.#deviceNowMs = deviceNowMs
    this.#isTimeKnown = isTimeKnown
    this.#clock = watchClock(deviceNowMs, elapsedMs)
  }

  record(effect: PracticeEffect): void {
    if (effect.type === 'session_started') {
      const { id, sessionType, targetDurationSeconds: targetDuration, totalProblems } = effect.session
      const [practiceDay, startMs] = [this.#today(), this.#deviceNowMs()]
      this.#save({
        sessionId: id,
        sessionType,
        targetDuration,
        totalProblems,
        practiceDay,
        startMs,
        rows: [],
      })
      this.#makeRoom()
    } else if (effect.type === 'attempt_made') {
      const { sessionId, place, factId, studentAnswer, responseTime, entryTime, visualUsed } = effect.attempt
      const stored = this.#store.read(PREFIX + sessionId, revive)
      // The practice clock stops while the device sleeps with the page open; days need the device's own clock.
      const [picture, nowMs] = [visualUsed ? 1 : 0, this.#deviceNowMs()]
      const row: Row = [place, factId, studentAnswer, responseTime, entryTime, picture, nowMs]
      if (stored) this.#save({ ...stored, rows: [...stored.rows, row] })
    }
  }

  /** In chronological order. They keep their age when the device's clock has been set. */
  sessions(): readonly StoredGuestSession[] {
    const dateOf = this.#clock()
    return this.#store
      .keys(PREFIX)
      .flatMap((key) => this.#store.read(key, revive) ?? [])
      .map((session) => this.#dated(session, dateOf))
      .toSorted((one, other) => one.startMs - other.startMs)
  }

  /** Removes all sessions from the device. */
  clear(): void {
    for (const key of this.#store.keys(PREFIX)) this.#store.remove(key)
  }

  #dated(session: StoredGuestSession, dateOf: (ms: number) => number): StoredGuestSession {
    const startMs = dateOf(session.startMs)
    if (startMs === session.startMs) return session
    const dated = { ...session, startMs }
    for (const row of dated.rows) row[6] = dateOf(row[6])
    this.#save(dated)
    return dated
  }

  #save(session: StoredGuestSession): void {
    this.#store.write(PREFIX + session.sessionId, session)
  }

  /** Removes sessions that the server would no longer accept, and the oldest beyond the most. */
  #makeRoom(): void {
    const oldestMs = this.#isTimeKnown() ? this.#deviceNowMs() - MAX_SECONDS_AGO * 1000 : -Infinity
    let attempts = 0
    for (const { sessionId, startMs, rows } of this.sessions().toReversed()) {
      attempts += rows.length
      if (startMs < oldestMs || attempts > MAX_ATTEMPTS) this.#store.remove(PREFIX + sessionId)
    }
  }
}

/** The answers of the guest on this device. */
export const guestLog = new GuestLog(
  browserStore,
  () => practiceDay(serverNowMs()),
  () => Date.now(),
  () => performance.now(),
  () => serverClock.knownMs() > 0,
)
