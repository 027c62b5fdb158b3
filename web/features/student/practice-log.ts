import type { AttemptLogEntry, PracticeSession, PracticeState } from '../../../domain/practice.ts'
import type { SessionScore } from '../../../domain/scoring.ts'
import type { Outbox } from '../../lib/outbox.ts'
import { PRACTICE_KEY } from '../../lib/practice-key.ts'
import type { DurableStore } from '../../lib/storage.ts'
import type { StudentContent } from './student-outbox.ts'

/** Whose the session is that this browser keeps, and which: kept apart from it, because practice knows of no students. */
const OWNER_KEY = 'tenfold.practiceOf'

type Owner = { readonly studentId: string; readonly sessionId: string }

function fieldsOf(json: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : [])
}

function reviveOwner(json: unknown): Owner | null {
  const kept = fieldsOf(json)
  const [studentId, sessionId] = [kept.get('studentId'), kept.get('sessionId')]
  return typeof studentId === 'string' && typeof sessionId === 'string' ? { studentId, sessionId } : null
}

/** Seconds of the kept session where it has an answer and its end has not been told; null for nothing to finish. */
function reviveUnfinished(json: unknown, { sessionId }: Owner): number | null {
  const kept = fieldsOf(json)
  const [responses, elapsedMs] = [kept.get('responses'), kept.get('elapsedMs')]
  const isIts = fieldsOf(kept.get('currentSession')).get('id') === sessionId
  if (!isIts || kept.get('finishTold') === true) return null
  if (!Array.isArray(responses) || responses.length === 0 || typeof elapsedMs !== 'number') return null
  return Math.max(0, elapsedMs / 1000)
}

/**
 * Attempts of the session up to a state: how many each problem took, and the misses of the one that is open. Only of a state
 * that may still go on; in an ended one the misses of the last problem are forgotten.
 */
function attemptsUpTo(state: PracticeState, { answered }: PracticeSession): number {
  const over = answered.reduce((sum, { attempts }) => sum + attempts, 0)
  if (state.stage === 'retry') return over + state.attempt
  const isOpen = state.stage === 'asking' || (state.stage === 'interrupted' && state.resumesAt === 'asking')
  return isOpen ? over + state.attempt - 1 : over
}

function attemptBody({ timestamp: _timestamp, ...entry }: AttemptLogEntry, place: number) {
  return { ...entry, responseTime: Math.max(0, entry.responseTime), place }
}

export type PracticeLogNeeds = {
  readonly store: DurableStore
  readonly outbox: Pick<Outbox<StudentContent>, 'add'>
}

/**
 * Tells the server of a student's practice, answer by answer, while the practice page plays by itself. Each item has an id
 * that follows from the session and from its place in the log, so that what is told on both sides of a reload is one item.
 */
export class PracticeLog {
  readonly #needs: PracticeLogNeeds
  #sessionId = ''
  /** Attempts of the session before those that this page knows of. */
  #before = 0
  /** How many of the attempts that this page knows of are told. */
  #told = 0
  #seconds = 0

  constructor(needs: PracticeLogNeeds) {
    this.#needs = needs
  }

  /** Tells what is new in a state, before the browser keeps that state. */
  follow(studentId: string, state: PracticeState): void {
    if (state.stage === 'setup') return
    const { session } = state
    const { attempts } = session
    // Another session, or the same as another tab has left it.
    if (this.#sessionId !== session.id || attempts.length < this.#told) {
      this.#sessionId = session.id
      this.#before = attemptsUpTo(state, session) - attempts.length
      this.#told = 0
    }
    if (this.#owner()?.sessionId !== session.id) this.#begin(studentId, session)
    for (const entry of attempts.slice(this.#told)) {
      const place = this.#before + this.#told
      const content = { kind: 'attempt', body: attemptBody(entry, place) } as const
      this.#needs.outbox.add(studentId, content, `${session.id}.${place}`)
      this.#told += 1
    }
    if ('actualDurationMs' in state) this.#seconds = state.actualDurationMs / 1000
  }

  /** Tells that the session that was followed last is over. */
  finish(studentId: string, { id }: PracticeSession, score: SessionScore): void {
    this.#finish(studentId, id, {
      completedAt: new Date().toISOString(),
      actualDuration: this.#seconds,
      correctAnswers: score.correctAnswers,
      accuracy: score.accuracy,
      totalScore: score.totalScore,
      speedBonus: score.speedBonus,
    })
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

  #begin(studentId: string, { id, sessionType, targetDurationSeconds, facts }: PracticeSession): void {
    const body = {
      id,
      sessionType,
      targetDuration: targetDurationSeconds,
      totalProblems: facts.length,
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
