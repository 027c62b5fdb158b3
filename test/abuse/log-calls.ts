import { expect } from 'vitest'
import { studentRoutes } from '../../contract/student.ts'
import { allFacts, OPERATIONS } from '../../domain/fact.ts'
import type { Answer } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { pointsToday } from './students.ts'

export const LOGS = '/api/practice/logs'
export const ALL_FACTS = OPERATIONS.flatMap((operation) => allFacts(operation))
export const DAY = 86_400

type Begin = { readonly secondsAgo?: number; readonly sessionType?: string; readonly totalProblems?: number }

export async function begin(student: Browser, changes: Begin = {}): Promise<string> {
  const body = beginBody({ totalProblems: 50, ...changes })
  expect((await student.post('/api/practice/sessions', body)).status).toBe(200)
  return body.id
}

/** So many right answers of a session, in one call. */
export function log(student: Browser, id: string, count: number, changes: object = {}): Promise<Answer> {
  const attempts = Array.from({ length: count }, (_, place) => attemptBody(id, place, { ...changes }))
  return student.post(LOGS, { attempts })
}

export const finish = (student: Browser, id: string): Promise<Answer> =>
  student.call('PATCH', `/api/practice/sessions/${id}`, {})

/** A student's points on today's boards, points in all, counted attempts, and known facts. */
export async function owned(student: Browser) {
  const progress = studentRoutes.progress.response.parse((await student.get('/api/me/progress')).json)
  const facts = progress.operations.reduce((sum, { known, fluent }) => sum + known + fluent, 0)
  const { points, attempts } = progress.totals
  const days = progress.days.filter((day) => day.attempts > 0).length
  return { board: await pointsToday(student), points, attempts, days, facts }
}

export const NOTHING = { board: 0, points: 0, attempts: 0, days: 0, facts: 0 }
