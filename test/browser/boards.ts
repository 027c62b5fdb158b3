import { expect, type Page } from '@playwright/test'
import type { GuestSession } from '../../domain/guest-day.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { guestSession, storeBeforehand } from './guest.ts'

export type Player = {
  readonly sessionToken: string
  readonly nickname: string
  readonly location: string
  readonly country: string
  readonly state: string
}

type Result = { readonly league: string; readonly score: number; readonly problems?: number }

const ANIMALS = ['Fox', 'Owl', 'Hedgehog', 'Otter', 'Panda', 'Tiger', 'Koala', 'Raccoon', 'Duck', 'Moose']
const PLACES = [
  ['US', 'California', ''],
  ['US', 'TX', ''],
  ['US', 'New York', ''],
  ['DE', '', ''],
  ['US', 'Ohio', ''],
  ['', '', ''],
  ['US', 'District of Columbia', ''],
] as const
const POINTS_A_PROBLEM = 5

/** The nth of many players: always the same token, name and place. */
export function playerOf(n: number): Player {
  const [country, state, location] = PLACES[n % PLACES.length] ?? PLACES[0]
  return {
    sessionToken: `Player${String(n).padStart(10, '0')}`,
    nickname: `Clever${ANIMALS[n % ANIMALS.length]}${(n % 60) + 1}`,
    country,
    state,
    location,
  }
}

/** The player whose browser shows the boards. */
export const VIEWER: Player = {
  sessionToken: 'Viewer0000000001',
  nickname: 'NimbleFox3',
  country: 'US',
  state: 'California',
  location: 'Sacramento',
}

/**
 * Sends a finished session to the server, as a device elsewhere does, without the town (GUE-26); the score is made of first tries, so it must be a
 * multiple of 5. The same result of the same player counts once.
 */
export async function postScore(
  origin: string,
  { location: _town, ...player }: Player,
  { league, score, problems = score / POINTS_A_PROBLEM }: Result,
): Promise<void> {
  const answer = await fetch(`${origin}/api/guest/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...player,
      submissionId: `${player.sessionToken}-${league.replaceAll('_', '-')}-${score}`,
      league,
      score,
      problemsSolved: problems,
      correctAnswers: score / POINTS_A_PROBLEM,
      averageTime: 2000,
      speedBonus: 0,
    }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** So many players in a league, the best first: 5 points between each. */
export async function fillLeague(origin: string, league: string, players: number): Promise<void> {
  for (let n = 0; n < players; n += 1) {
    await postScore(origin, playerOf(n), { league, score: 240 - n * POINTS_A_PROBLEM })
  }
}

/** Makes the viewer the guest of this browser. */
export async function beViewer(page: Page, change: Partial<GuestSession> = {}): Promise<void> {
  const session = guestSession(practiceDay(Date.now()), { ...VIEWER, ...change })
  await storeBeforehand(page, 'guestSession', session)
}

/** A door that answers wait behind until the test opens it. */
export function closedDoor(): { readonly opened: Promise<void>; readonly open: () => void } {
  const door = new AbortController()
  const opened = new Promise<void>((resolve) => door.signal.addEventListener('abort', () => resolve()))
  return { opened, open: () => door.abort() }
}

/** What a player can read and press on the boards. */
export const boards = (page: Page) => {
  const { playersOf, statesOf } = boardMessages
  const list = page.getByRole('list', { name: new RegExp(`^(${playersOf('')}|${statesOf('')})`) })
  return {
    list,
    rows: list.getByRole('listitem'),
    league: (name: string) => page.getByRole('button', { name, exact: true }),
    yourRank: page.getByRole('region', { name: boardMessages.yourRank }),
    fresh: page.getByText(boardMessages.updates, { exact: true }),
    failed: page.getByText(boardMessages.needsInternet),
    stale: page.getByText(boardMessages.stale),
  }
}
