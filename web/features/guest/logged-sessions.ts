import type { AttemptLogEntry } from '../../../domain/practice-state.ts'
import type { StoredGuestSession } from './guest-log.ts'

/** An attempt as a guest's log has it; all else follows from these. */
type GuestAttempt = Pick<
  AttemptLogEntry,
  | 'sessionId'
  | 'place'
  | 'factId'
  | 'studentAnswer'
  | 'responseTime'
  | 'entryTime'
  | 'visualUsed'
  | 'timestamp'
>

/** A session of the guest on this device, with all its attempts. */
type LoggedGuestSession = Omit<StoredGuestSession, 'startMs' | 'rows'> & {
  readonly attempts: readonly GuestAttempt[]
}

/** The sessions of a guest's log with an attempt, as they are sent and evaluated. */
export function loggedSessions(stored: readonly StoredGuestSession[]): readonly LoggedGuestSession[] {
  return stored
    .filter(({ rows }) => rows.length > 0)
    .map(({ rows, startMs: _startMs, ...session }) => {
      const { sessionId } = session
      const attempts = rows.map(
        ([place, factId, studentAnswer, responseTime, entryTime, picture, timestamp]) => {
          const visualUsed = picture === 1
          return { sessionId, place, factId, studentAnswer, responseTime, entryTime, visualUsed, timestamp }
        },
      )
      return { ...session, attempts }
    })
}
