import { randomUUID } from 'node:crypto'
import { allFacts, findFact } from '../../domain/fact.ts'
import type { Answer, RunningApp } from './app.ts'
import { newStudentId } from './student-practice.ts'
import { STUDENT_HEADER } from './students.ts'

type Body = Readonly<Record<string, unknown>>

/** Calls as a signed-in student's browser makes them. */
export type StudentCalls = {
  readonly id: string
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  patch(path: string, body: unknown): Promise<Answer>
}

export function studentOf(app: RunningApp, id: string = newStudentId()): StudentCalls {
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    app.get(path, {
      method,
      headers: {
        [STUDENT_HEADER]: id,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    id,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
  }
}

/** The body that begins a session. */
export function beginBody(changes: Body = {}): Body & { readonly id: string } {
  return {
    id: `practice-${randomUUID()}`,
    sessionType: 'addition_facts',
    targetDuration: 120,
    totalProblems: 20,
    status: 'active',
    ...changes,
  }
}

/** A right answer as the page logs it, with what the page reckoned. */
export function attemptBody(sessionId: string, place: number, changes: Body = {}): Body {
  const fact = allFacts('addition')[place % 134]
  const factId = String(changes['factId'] ?? fact?.id)
  return {
    sessionId,
    factId,
    studentAnswer: findFact(factId)?.answer ?? 0,
    isCorrect: true,
    responseTime: 1500,
    visualUsed: false,
    baseScore: 5,
    speedMultiplier: 1,
    finalScore: 5,
    place,
    ...changes,
  }
}

/** Begins a session; its id. */
export async function began(student: StudentCalls, changes: Body = {}): Promise<string> {
  const body = beginBody(changes)
  const { status, text } = await student.post('/api/practice/sessions', body)
  if (status !== 200) throw new Error(`a session was answered with ${status}: ${text}`)
  return body.id
}
