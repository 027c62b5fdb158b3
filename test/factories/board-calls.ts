import { expect } from 'vitest'
import { leaderboardRoutes } from '../../contract/leaderboard.ts'
import { BOARD_MAX_AGE_MS } from '../../server/leaderboard/service.ts'
import type { RunningApp } from './app.ts'
import { newToken, scoreBody } from './guest-calls.ts'

const PLAYERS = '/api/guest/leaderboard'

/** Longer than the age at which a board is recomputed. */
export function boardsAge(app: RunningApp): void {
  app.clock.elapsedMs += BOARD_MAX_AGE_MS
}

type Play = Readonly<Record<string, unknown>>

/** A session of so many problems, all right at first try; returns the player's token. */
export async function play(app: RunningApp, problems: number, changes: Play = {}): Promise<string> {
  const sessionToken = newToken()
  const sums = { score: problems * 5, problemsSolved: problems, correctAnswers: problems }
  const answer = await app.post('/api/guest/score', scoreBody({ sessionToken, ...sums, ...changes }))
  expect(answer.status).toBe(200)
  boardsAge(app)
  return sessionToken
}

/** The board of players that a query asks for. */
export async function playersOf(app: RunningApp, query: string) {
  const answer = await app.get(`${PLAYERS}?${query}`)
  expect(answer.status).toBe(200)
  const board = leaderboardRoutes.players.response.parse(answer.json)
  return Array.isArray(board) ? { entries: board, user: undefined } : board
}
