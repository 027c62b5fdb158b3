import { expect, type Locator, type Page } from '@playwright/test'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { ServerProcess } from '../factories/server-process.ts'
import { monthMemory } from '../factories/month-memory.ts'
import { stateMessages } from '../../web/features/guest/own-state-messages.en.ts'
import { pickerMessages } from '../../web/features/guest/state-picker-messages.en.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { gardenPageMessages } from '../../web/pages/garden-page.messages.en.ts'
import { beViewer, boards, fillLeague, postScore, VIEWER } from './boards.ts'
import { guestSession, storeBeforehand } from './guest.ts'

export type Size = { readonly name: string; readonly width: number; readonly height: number }

/** A school Chromebook, a tablet held upright, a parent's phone (look and feel). */
export const SIZES: readonly Size[] = [
  { name: 'chromebook', width: 1366, height: 768 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'phone', width: 390, height: 844 },
]

/** A screen of 1280 × 1024 enlarged to four times its size (WCAG 1.4.10). */
export const ENLARGED: Size = { name: 'enlarged to 400 %', width: 320, height: 256 }

export const THEMES = ['light', 'dark'] as const

export type Screen = {
  readonly name: string
  /** Brings a page with a fresh browser to this screen, with the clock installed and not yet paused. */
  readonly open: (page: Page, server: ServerProcess) => Promise<void>
  /** Expected console messages on the way there. */
  readonly noise?: RegExp
  /** From the first to the last of these also in a picture of its own, `<name>-close`. */
  readonly close?: (page: Page) => readonly [Locator, Locator]
}

/** A guest with a name and a little practice. */
export async function beGuest(page: Page): Promise<void> {
  await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now()), { timePlayedToday: 200 }))
}

const visit = (name: string, path: string): Screen => ({
  name,
  open: async (page) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
})

export const FRAME_MS = 50

export const PAGE_SCREENS: readonly Screen[] = [
  visit('guest-home-new', '/guest'),
  {
    name: 'guest-home',
    open: async (page) => {
      await beGuest(page)
      await page.goto('/guest')
      await expect(page.getByText(guestMessages.playingAs)).toBeVisible()
    },
  },
  {
    name: 'state-picker',
    open: async (page) => {
      await beGuest(page)
      await page.goto('/guest')
      await page.getByRole('button', { name: stateMessages.changeState }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'region-picker',
    open: async (page) => {
      await beGuest(page)
      await page.goto('/guest')
      await page.getByRole('button', { name: stateMessages.changeState }).click()
      await page.getByRole('button', { name: pickerMessages.outsideUs }).click()
      await page.getByRole('textbox', { name: pickerMessages.countries.filter }).fill('germany')
      await page.getByRole('button', { name: pickerMessages.next }).click()
      await page.getByRole('textbox', { name: pickerMessages.regions('Germany').filter }).fill('sa')
      await expect(page.getByRole('radio', { name: 'Saarland' })).toBeChecked()
    },
  },
  visit('garden-new', '/garden'),
  {
    name: 'garden',
    open: async (page) => {
      await beGuest(page)
      const memory = storeMemory(monthMemory(dayNumber(practiceDay(Date.now()))))
      await storeBeforehand(page, 'tenfold.learning.guest', { memory })
      await page.goto('/garden')
      await expect(page.getByRole('button', { name: gardenPageMessages.somebodyElse })).toBeVisible()
    },
  },
  visit('landing', '/landing'),
  visit('about', '/about'),
  visit('contact', '/contact'),
  visit('privacy-policy', '/privacy-policy'),
  visit('terms-of-service', '/terms-of-service'),
  {
    name: 'faq',
    open: async (page) => {
      await page.goto('/faq')
      await page.locator('summary').nth(0).click()
      await page.locator('summary').nth(2).click()
    },
  },
  visit('games', '/games'),
  visit('not-found', '/nowhere'),
  visit('battle-lobby', '/battle'),
  visit('battle-picker', '/battle?division=addition_subtraction'),
  visit('battle-boards-empty', '/battle-leaderboard'),
  {
    name: 'allowance-used-up',
    open: async (page) => {
      const spent = guestSession(practiceDay(Date.now()), { timePlayedToday: 600 })
      await storeBeforehand(page, 'guestSession', spent)
      await page.goto('/guest')
      await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]

const ADDITION = 'addition_facts'
const DIVISION = 'division_facts'
const MULTIPLICATION = 'mixed_mult_div'
/** Nobody plays it in these tests. */
const EMPTY = 'mixed_add_sub'

/** Many players in one league, a few in another, and nobody in a third. */
async function fillBoards(origin: string): Promise<void> {
  await fillLeague(origin, ADDITION, 40)
  await fillLeague(origin, DIVISION, 6)
  for (const [league, score] of [
    [ADDITION, 10],
    [DIVISION, 225],
    [MULTIPLICATION, 50],
  ] as const) {
    await postScore(origin, VIEWER, { league, score })
  }
}

const filled = new Map<string, Promise<void>>()

/** A board as the viewer sees it. */
const board = (name: string, path: string, then: (page: Page) => Promise<void> = async () => {}): Screen => ({
  name,
  open: async (page, { origin }) => {
    await beViewer(page)
    const filling = filled.get(origin) ?? fillBoards(origin)
    filled.set(origin, filling)
    await filling
    await page.goto(path)
    await expect(boards(page).fresh).toBeVisible()
    await then(page)
  },
})

/** The login page that a school network returns instead of the server; it causes no console error. */
async function answerWithLoginPage(page: Page): Promise<void> {
  await page.route(/\/api\/guest\/(state-)?leaderboard/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to SchoolNet</h1>' }),
  )
}

export const BOARD_SCREENS: readonly Screen[] = [
  board('board-players', `/leaderboard-individual?league=${ADDITION}`),
  board('board-players-top-50', `/leaderboard-individual?league=${ADDITION}`, async (page) => {
    await page.getByRole('button', { name: boardMessages.showMore }).click()
    await expect(boards(page).rows.nth(40)).toBeVisible()
  }),
  board('board-players-few', `/leaderboard-individual?league=${DIVISION}`),
  board('board-players-empty', `/leaderboard-individual?league=${EMPTY}`),
  board('board-players-stale', `/leaderboard-individual?league=${DIVISION}`, async (page) => {
    await answerWithLoginPage(page)
    await expect(boards(page).stale).toBeVisible()
  }),
  board('board-players-away', `/leaderboard-individual?league=${DIVISION}`, async (page) => {
    await answerWithLoginPage(page)
    await boards(page).league(LEAGUE_NAMES.subtraction_facts).click()
    await expect(page.getByText(boardMessages.needsInternet)).toBeVisible()
  }),
  board('board-states', `/leaderboard?league=${ADDITION}`),
  board('board-states-few', `/leaderboard?league=${MULTIPLICATION}`),
  board('board-states-empty', `/leaderboard?league=${EMPTY}`),
  visit('board-players-new', '/leaderboard-individual'),
  visit('board-states-new', '/leaderboard'),
]
