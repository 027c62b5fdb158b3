import { randomUUID } from 'node:crypto'
import { allFacts, findFact } from '../../domain/fact.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { Completion, NewAttempt, NewSession } from '../../server/student/port.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { NOON_MS } from './app.ts'
import { guestRecord } from './guests.ts'
import { nicknameOf, playerTokenOf } from './students.ts'

export function newStudentId(): string {
  return randomUUID().replaceAll('-', '')
}

/** A session as a store keeps it, begun two minutes before noon. */
export function newSession(changes: Partial<NewSession> = {}): NewSession {
  return {
    studentId: newStudentId(),
    sessionId: `practice-${randomUUID()}`,
    sessionType: 'addition_facts',
    targetSeconds: 120,
    totalProblems: 20,
    startedAtMs: NOON_MS - 120_000,
    ...changes,
  }
}

/** A right answer to a fact of addition, given at noon within a second and a half. */
export function newAttempt(changes: Partial<NewAttempt> & { readonly sessionId: string }): NewAttempt {
  const factId = changes.factId ?? allFacts('addition')[0]?.id ?? ''
  return {
    place: null,
    factId,
    given: findFact(factId)?.answer ?? 0,
    responseMs: 1500,
    entryMs: null,
    timeFactor: null,
    visualUsed: false,
    atMs: NOON_MS,
    practiceDay: practiceDay(changes.atMs ?? NOON_MS),
    arrivedAtMs: NOON_MS,
    ...changes,
  }
}

/** The end of a session at noon, by a student who may solve as much as there is. */
export function completionOf(
  { studentId, sessionId }: NewSession,
  changes: Partial<Completion> = {},
): Completion {
  return {
    studentId,
    sessionId,
    actualSeconds: 60,
    atMs: NOON_MS,
    storedAtMs: NOON_MS,
    practiceDay: practiceDay(NOON_MS),
    tokenHash: tokenHash(playerTokenOf(studentId)),
    changePlayer: (known) => known ?? guestRecord({ nickname: nicknameOf(studentId), state: 'Ohio' }),
    ...changes,
  }
}
