import type { AttemptLogEntry, PracticeEffect } from '../../../domain/practice-state.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import type { DurableStore } from '../../lib/storage.ts'

/** Each session has its own key, so that an answer rewrites little. */
const PREFIX = 'tenfold.guestLog.'

/** A session of the guest on this device, with all its attempts. */
export type LoggedGuestSession = {
  readonly sessionId: string
  readonly targetDuration: number
  readonly totalProblems: number
  readonly practiceDay: string
  readonly attempts: readonly AttemptLogEntry[]
}

/** Null for anything but what this version has written. */
function revive(json: unknown): LoggedGuestSession | null {
  const fields = fieldsOf(json)
  const isLogged =
    typeof fields.get('sessionId') === 'string' &&
    typeof fields.get('practiceDay') === 'string' &&
    typeof fields.get('targetDuration') === 'number' &&
    typeof fields.get('totalProblems') === 'number' &&
    Array.isArray(fields.get('attempts'))
  return isLogged ? (json as LoggedGuestSession) : null
}

/**
 * The attempts of today's guest on this device, in case the guest signs in as a student. Until then they are not sent. They expire
 * with the practice day, because the next guest may be another child.
 */
export class GuestLog {
  readonly #store: DurableStore
  readonly #today: () => string

  constructor(store: DurableStore, today: () => string) {
    this.#store = store
    this.#today = today
  }

  record(effect: PracticeEffect): void {
    if (effect.type === 'session_started') {
      this.#dropOtherDays()
      const { id: sessionId, targetDurationSeconds: targetDuration, totalProblems } = effect.session
      this.#save({ sessionId, targetDuration, totalProblems, practiceDay: this.#today(), attempts: [] })
    } else if (effect.type === 'attempt_made') {
      const { attempt } = effect
      const session = this.#store.read(PREFIX + attempt.sessionId, revive)
      if (session) this.#save({ ...session, attempts: [...session.attempts, attempt] })
    }
  }

  /** Removes all sessions from the device and returns today's with an attempt, in chronological order. */
  take(): readonly LoggedGuestSession[] {
    this.#dropOtherDays()
    const keys = this.#store.keys(PREFIX)
    const sessions = keys.flatMap((key) => this.#store.read(key, revive) ?? [])
    for (const key of keys) this.#store.remove(key)
    const startOf = ({ attempts }: LoggedGuestSession): number => attempts[0]?.timestamp ?? 0
    return sessions
      .filter(({ attempts }) => attempts.length > 0)
      .toSorted((one, other) => startOf(one) - startOf(other))
  }

  #save(session: LoggedGuestSession): void {
    this.#store.write(PREFIX + session.sessionId, session)
  }

  #dropOtherDays(): void {
    const today = this.#today()
    for (const key of this.#store.keys(PREFIX))
      if (this.#store.read(key, revive)?.practiceDay !== today) this.#store.remove(key)
  }
}
