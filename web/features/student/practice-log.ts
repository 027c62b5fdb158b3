import { fieldsOf } from '../../../domain/json-fields.ts'
import type { PracticeEffect, PracticeSession } from '../../../domain/practice-state.ts'
import type { Outbox } from '../../lib/outbox.ts'
import { PRACTICE_KEY } from '../../lib/practice-key.ts'
import type { DurableStore } from '../../lib/storage.ts'
import type { StudentContent } from './student-outbox.ts'

/** Whose the session is that this browser keeps, and which: kept apart from it, because practice knows of no students. */
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
 * Tells the server of a student's practice, answer by answer, while the practice page plays by itself. Each item has an id
 * that follows from the session and from its place in the log, so that what is told on both sides of a reload is one item.
 */
export class PracticeLog {
  readonly #needs: PracticeLogNeeds

  constructor(needs: PracticeLogNeeds) {
    this.#needs = needs
  }

  /** Tells what practice did, before the browser keeps the state that it led to. */
  tell(studentId: string, effect: PracticeEffect): void {
    switch (effect.type) {
      case 'session_started':
        return this.#begin(studentId, effect.session)
      case 'attempt_made': {
        const { timestamp: _timestamp, ...attempt } = effect.attempt
        const body = { ...attempt, responseTime: Math.max(0, attempt.responseTime) }
        this.#needs.outbox.add(studentId, { kind: 'attempt', body }, `${body.sessionId}.${body.place}`)
        return
      }
      case 'session_finished': {
        const { score, session, actualDurationMs } = effect
        return this.#finish(studentId, session.id, {
          completedAt: new Date().toISOString(),
          actualDuration: actualDurationMs / 1000,
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

  /** Whether the kept session, if there is one, is no student's. */
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
