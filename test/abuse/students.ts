import { expect } from 'vitest'
import type { LeagueId } from '../../domain/league.ts'
import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from '../factories/accounts.ts'
import { startApp, type RunningApp, type StartOptions } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'

/** A class of two signed-in students, on a server whose clock is set to noon until a test moves it. */
export type ClassOfTwo = {
  readonly app: RunningApp
  readonly teacher: Browser
  readonly code: string
  readonly ana: MadeChild
  readonly ben: MadeChild
  readonly anas: Browser
  readonly bens: Browser
}

/** The accounts of the two are an hour old by default, so there was time to practice. */
export async function classOfTwo(
  options: StartOptions = {},
  accountAgeMs: number = 3_600_000,
): Promise<ClassOfTwo> {
  const app = await startApp(options)
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  app.clock.nowMs += accountAgeMs
  const [anas, bens] = [await signedIn(app, code, ana), await signedIn(app, code, ben)]
  return { app, teacher, code, ana, ben, anas, bens }
}

/** A guest with sessions of 50 right answers in a league that ended so many seconds ago. */
export async function guestWith(
  app: RunningApp,
  endedSecondsAgo: readonly number[],
  league: LeagueId = 'addition_facts',
): Promise<string> {
  const sessionToken = newToken()
  for (const secondsAgo of endedSecondsAgo) {
    const session = { league, score: 250, problemsSolved: 50, correctAnswers: 50, averageTime: 2000 }
    const sent = await app.post('/api/guest/score', scoreBody({ sessionToken, secondsAgo, ...session }))
    expect(sent.status).toBe(200)
  }
  return sessionToken
}

/** A student's rows on today's boards. */
export async function pointsToday(student: Browser): Promise<number> {
  return ((await student.get('/api/daily-stats')).json as { totalDailyPoints: number }).totalDailyPoints
}

/** The token under which a student plays. */
export async function playerTokenOf(student: Browser): Promise<string> {
  return ((await student.get('/api/me')).json as { playerToken: string }).playerToken
}
