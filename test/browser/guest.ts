import { expect, type Page } from '@playwright/test'
import type { GuestSession } from '../../domain/guest-day.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { guestItems } from '../../web/features/guest/guest-outbox.ts'

/** The six ways to write the address of the guest home (specification §2). */
export const HOME_PATHS = [
  '/',
  '/guest',
  '/dashboard',
  '/teacher',
  '/student',
  '/skill-check-results',
] as const

export const playNow = (page: Page) => page.getByRole('button', { name: todayMessages.playNow })
export const playingAs = (page: Page) => page.getByRole('heading', { name: guestMessages.playingAs })

/** Presses Play Now, which makes the guest and stays on home. */
export async function pressPlayNow(page: Page): Promise<void> {
  await playNow(page).click()
  await expect(playingAs(page)).toBeVisible()
}

/** Opens the guest home and presses Play Now, as a child on a new device does. */
export async function becomeGuest(page: Page): Promise<void> {
  await page.goto('/guest')
  await pressPlayNow(page)
}

/** Starts Today's ten as a new guest: Play Now, then the same button again. */
export async function startFirstSet(page: Page): Promise<void> {
  await becomeGuest(page)
  await page.getByRole('button', { name: todayMessages.play, exact: true }).click()
}

/** Opens the guest home as a guest without practice and unknown to the server; faster than `becomeGuest`. */
export async function openAsGuest(page: Page): Promise<void> {
  await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now())))
  await page.goto('/guest')
  await expect(playingAs(page)).toBeVisible()
}

/** The guest session stored in this browser; fails if there is none. */
export async function storedGuest(page: Page): Promise<GuestSession> {
  const json = await page.evaluate(() => localStorage.getItem('guestSession'))
  expect(json, 'a guest session in local storage').not.toBeNull()
  return JSON.parse(json ?? 'null')
}

/** A guest session as the app itself writes it, to be there before the page opens. */
export function guestSession(today: string, change: Partial<GuestSession> = {}): GuestSession {
  return {
    sessionToken: randomToken(),
    nickname: 'SwiftFox42',
    location: '',
    country: '',
    state: '',
    timePlayedToday: 0,
    lastActiveDate: today,
    factsShownToday: {},
    ...change,
  }
}

/** 16 letters and digits, different in every test. */
export function randomToken(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % 62]).join('')
}

const keysBeforehand = new WeakMap<Page, Set<string>>()

/**
 * Puts an entry in local storage before the first page of this browser opens, once: a reload finds what the app made of it.
 * Throws for a second one of the same key, of which the page would find the first.
 */
export async function storeBeforehand(page: Page, key: string, value: unknown): Promise<void> {
  const keys = keysBeforehand.get(page) ?? new Set()
  if (keys.has(key)) throw new Error(`${key} is stored beforehand already`)
  keysBeforehand.set(page, keys.add(key))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  await page.addInitScript(
    ([key, text]) => {
      if (sessionStorage.getItem(`stored ${key}`)) return
      sessionStorage.setItem(`stored ${key}`, 'yes')
      localStorage.setItem(key, text)
    },
    [key, text] as const,
  )
}

/** From the first page on, something waits in the outbox that does not reach the server. */
export async function failToSend(page: Page): Promise<void> {
  const id = 'waiting-time'
  const content = { kind: 'time', seconds: 30 }
  const item = { id, player: randomToken(), order: 1, madeAtMs: Date.now(), content }
  await storeBeforehand(page, `${guestItems.prefix}${id}`, item)
  await page.route('**/api/guest/session/*/time', (route) => route.abort())
}

/** A score as another device would send it. */
export type SentScore = {
  readonly league?: string
  readonly score: number
  readonly problemsSolved?: number
  readonly nickname?: string
  readonly state?: string
  readonly sessionToken?: string
}

/** Sends a score to the server as another device would, and returns the token it was sent with. */
export async function sendScore(origin: string, sent: SentScore): Promise<string> {
  const { league = 'addition_facts', score, sessionToken = randomToken(), state, nickname } = sent
  const problemsSolved = sent.problemsSolved ?? Math.ceil(score / 5)
  const body = { sessionToken, league, score, problemsSolved, correctAnswers: problemsSolved }
  const place = state === undefined ? {} : { country: 'US', state, location: '' }
  const answer = await fetch(`${origin}/api/guest/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...place, nickname, averageTime: 2000, speedBonus: 0 }),
  })
  expect(answer.status, await answer.text()).toBe(200)
  return sessionToken
}

/** Something to wait for that a test lets happen. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const waiting: (() => void)[] = []
  const opened = new Promise<void>((resolve) => waiting.push(resolve))
  return {
    opened,
    open() {
      for (const go of waiting) go()
    },
  }
}
