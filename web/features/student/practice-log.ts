import { fieldsOf } from '../../../domain/json-fields.ts'
import {
  MAX_DURATION_SECONDS,
  type PracticeEffect,
  type PracticeSession,
} from '../../../domain/practice-state.ts'
import type { Outbox } from '../../lib/outbox.ts'
import { PRACTICE_KEY } from '../../lib/practice-key.ts'
import type { DurableStore } from '../../lib/storage.ts'
import { attemptsOf, type StudentContent } from './student-outbox.ts'

/** The student and id of the stored session, stored separately because practice does not know about students. */
const OWNER_KEY = 'tenfold.practiceOf'

type Owner = { readonly studentId: string; readonly sessionId: string }

function reviveOwner(json: unknown): Owner | null {
  const kept = fieldsOf(json)
  const [studentId, sessionId] = [kept.get('studentId'), kept.get('sessionId')]
  return typeof studentId === 'string' && typeof sessionId === 'string' ? { studentId, sessionId } : null
}

/** Seconds of the kept session where it has an answer and is not over; null for nothing to finish. */
function reviveUnfinished(json: unknown, { sessionId }: Owner): number | null {
  const kept = fieldsOf(json)
  const [responses, elapsedMs] = [kept.get('responses'), kept.get('elapsedMs')]
  const isIts = fieldsOf(kept.get('currentSession')).get('id') === sessionId
  if (!isIts || fieldsOf(kept.get('at')).get('stage') === 'ended') return null
  if (!Array.isArray(responses) || responses.length === 0 || typeof elapsedMs !== 'number') return null
  return Math.max(0, elapsedMs / 1000)
}

type PracticeLogNeeds = {
  readonly store: DurableStore
  readonly outbox: Pick<Outbox<StudentContent>, 'add'>
}

/**
 * Sends a student's practice to the server, each answer as it is given, while the practice page works on its own. The id of each item
 * follows from the session and the place in its log, so that an item logged before and after a reload is the same one.
 */
export class PracticeLog {
  readonly #needs: PracticeLogNeeds

  constructor(needs: PracticeLogNeeds) {
    this.#needs = needs
  }

  /** Tells what practice did, before the browser keeps the state that it led to. */
  record(studentId: string, effect: PracticeEffect): void {
    switch (effect.type) {
      case 'session_started':
        return this.#begin(studentId, effect.session)
      case 'attempt_made': {
        const { timestamp: _timestamp, ...attempt } = effect.attempt
        const content = attemptsOf({ ...attempt, responseTime: Math.max(0, attempt.responseTime) })
        this.#needs.outbox.add(studentId, content, `${attempt.sessionId}.${attempt.place}`)
        return
      }
      case 'session_finished': {
        const { score, session, actualDurationMs } = effect
        return this.#finish(studentId, session.id, {
          completedAt: new Date().toISOString(),
          actualDuration: Math.min(actualDurationMs / 1000, MAX_DURATION_SECONDS),
          correctAnswers: score.correctAnswers,
          accuracy: score.accuracy,
          totalScore: score.totalScore,
          speedBonus: score.speedBonus,
        })
      }
      case 'fact_shown':
      case 'sound':
    }
  }

  /** Whether the stored session, if there is one, belongs to no student. */
  isGuests(): boolean {
    return this.#owner() === null
  }

  /**
   * Makes the kept session that of `studentId`, null for guests: what somebody else has left is finished in that student's
   * name, so that its points count, and is not seen by who comes next.
   */
  claim(studentId: string | null): void {
    const { store } = this.#needs
    const owner = this.#owner()
    if ((owner?.studentId ?? null) === studentId) return
    const seconds = owner && store.read(PRACTICE_KEY, (json) => reviveUnfinished(json, owner))
    if (owner && seconds !== null) this.#finish(owner.studentId, owner.sessionId, { actualDuration: seconds })
    store.remove(PRACTICE_KEY)
    store.remove(OWNER_KEY)
  }

  #begin(
    studentId: string,
    { id, sessionType, targetDurationSeconds, totalProblems }: PracticeSession,
  ): void {
    const body = {
      id,
      sessionType,
      targetDuration: targetDurationSeconds,
      totalProblems,
      status: 'active',
    } as const
    this.#needs.outbox.add(studentId, { kind: 'begin', body }, `${id}.begin`)
    this.#needs.store.write(OWNER_KEY, { studentId, sessionId: id })
  }

  #finish(
    studentId: string,
    sessionId: string,
    body: Extract<StudentContent, { kind: 'finish' }>['body'],
  ): void {
    this.#needs.outbox.add(studentId, { kind: 'finish', sessionId, body }, `${sessionId}.end`)
  }

  #owner(): Owner | null {
    return this.#needs.store.read(OWNER_KEY, reviveOwner)
  }
}
