import type { AttemptLogEntry, PracticeEffect } from '../../../domain/practice-state.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import type { DurableStore } from '../../lib/storage.ts'

/** Each session has a key of its own, so that an answer rewrites little. */
const PREFIX = 'tenfold.guestLog.'

/** A session of the guest on this device, and each answer in it. */
export type LoggedGuestSession = {
  readonly sessionId: string
  readonly targetDuration: number
  readonly totalProblems: number
  readonly practiceDay: string
  readonly attempts: readonly AttemptLogEntry[]
}

/** What this very version has written; anything else is none. */
function revive(json: unknown): LoggedGuestSession | null {
  const kept = fieldsOf(json)
  const isLogged =
    typeof kept.get('sessionId') === 'string' &&
    typeof kept.get('practiceDay') === 'string' &&
    typeof kept.get('targetDuration') === 'number' &&
    typeof kept.get('totalProblems') === 'number' &&
    Array.isArray(kept.get('attempts'))
  return isLogged ? (json as LoggedGuestSession) : null
}

/**
 * The answers of today's guest on this device, for the student that the guest may turn out to be. They are sent nowhere before,
 * and are gone with the practice day: the next guest may be another child.
 */
export class GuestLog {
  readonly #store: DurableStore
  readonly #today: () => string

  constructor(store: DurableStore, today: () => string) {
    this.#store = store
    this.#today = today
  }

  /** Notes what practice did. */
  tell(effect: PracticeEffect): void {
    if (effect.type === 'session_started') {
      this.#dropOtherDays()
      const { id: sessionId, targetDurationSeconds: targetDuration, totalProblems } = effect.session
      this.#keep({ sessionId, targetDuration, totalProblems, practiceDay: this.#today(), attempts: [] })
    } else if (effect.type === 'attempt_made') {
      const { attempt } = effect
      const kept = this.#store.read(PREFIX + attempt.sessionId, revive)
      if (kept) this.#keep({ ...kept, attempts: [...kept.attempts, attempt] })
    }
  }

  /** Takes today's sessions with an answer off the device, in their order, and drops all others. */
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

  #keep(session: LoggedGuestSession): void {
    this.#store.write(PREFIX + session.sessionId, session)
  }

  #dropOtherDays(): void {
    const today = this.#today()
    for (const key of this.#store.keys(PREFIX))
      if (this.#store.read(key, revive)?.practiceDay !== today) this.#store.remove(key)
  }
}
