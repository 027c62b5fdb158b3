import { expect, type Page } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import type { PersistedPractice } from '../../domain/practice-record.ts'
import type { ServerProcess } from '../factories/server-process.ts'
import { beViewer, boards, fillLeague, postScore, VIEWER } from './boards.ts'
import { guestSession, storeBeforehand } from './guest.ts'
import {
  answerRightly,
  openSetup,
  practiceScreen,
  readProblem,
  start,
  typeAnswer,
  wrongFor,
  type Choice,
  type PracticeScreen,
} from './practice-screen.ts'
import { copyNumbers, warmUpScreen } from './warm-up-steps.ts'

export type Size = { readonly name: string; readonly width: number; readonly height: number }

/** A school Chromebook, a tablet held upright, a parent's phone (look and feel). */
export const SIZES: readonly Size[] = [
  { name: 'chromebook', width: 1366, height: 768 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'phone', width: 390, height: 844 },
]

export const THEMES = ['light', 'dark'] as const

export type Screen = {
  readonly name: string
  /** Brings a page with a fresh browser to this screen, with the clock installed and not yet paused. */
  readonly open: (page: Page, server: ServerProcess) => Promise<void>
  /** What the console says on the way there. */
  readonly noise?: RegExp
}

/** A guest who has a name and a little practice behind them. */
async function beGuest(page: Page): Promise<void> {
  await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now()), { timePlayedToday: 200 }))
}

const visit = (name: string, path: string): Screen => ({
  name,
  open: async (page) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
})

const practising = (name: string, open: (page: Page) => Promise<void>): Screen => ({
  name,
  open: async (page) => {
    await beGuest(page)
    await open(page)
  },
})

const THINKING_MS = 2100
const FEEDBACK_MS = 2000
export const FRAME_MS = 50

/** A session whose time stands still but for what a step lets pass, so that its screens are the same every time. */
async function begin(page: Page, choice: Choice): Promise<PracticeScreen> {
  await openSetup(page, choice)
  await page.clock.pauseAt(Date.now() + 60_000)
  const screen = await start(page, choice)
  await page.clock.runFor(FRAME_MS)
  return screen
}

/** So many right answers, each after a moment of thinking. */
async function answerAll(page: Page, problems: number): Promise<void> {
  for (let at = 0; at < problems; at += 1) {
    await page.clock.runFor(THINKING_MS)
    await answerRightly(page)
    await page.clock.runFor(FRAME_MS)
  }
}

async function miss(page: Page): Promise<void> {
  await page.clock.runFor(THINKING_MS)
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await page.clock.runFor(FRAME_MS)
}

/** A wrong answer with its feedback over. */
async function missAndWait(page: Page): Promise<void> {
  await miss(page)
  await page.clock.runFor(FEEDBACK_MS)
}

/** A session of ten as it is kept when the page is reloaded at its first problem, with its picture on. */
function keptAtItsFirst(factIds: readonly string[]): PersistedPractice {
  return {
    currentSession: {
      id: String(Date.now()),
      sessionType: 'division_facts',
      targetDuration: 120,
      hasClock: true,
      totalProblems: 10,
      startedAt: new Date().toISOString(),
      factIds: Array.from({ length: 10 }, (_, at) => factIds[at % factIds.length] ?? ''),
      reasons: [],
    },
    problemIndex: 0,
    responses: [],
    elapsedMs: 0,
    at: { stage: 'asking', attempt: 1, askedAtElapsedMs: 0, visualUsed: true, missed: null },
  }
}

const withModel = (name: string, league: string): Screen =>
  practising(name, async (page) => {
    const screen = await begin(page, { league, visuals: true })
    await answerAll(page, 2)
    await page.clock.runFor(THINKING_MS)
    await expect(screen.model).toBeVisible()
  })

export const PAGE_SCREENS: readonly Screen[] = [
  visit('guest-home-new', '/guest'),
  {
    name: 'guest-home',
    open: async (page) => {
      await beGuest(page)
      await page.goto('/guest')
      await expect(page.getByText(/You are playing as:/)).toBeVisible()
    },
  },
  {
    name: 'state-picker',
    open: async (page) => {
      await beGuest(page)
      await page.goto('/guest')
      await page.getByRole('button', { name: 'Change your state' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'region-picker',
    open: async (page) => {
      await beGuest(page)
      await page.goto('/guest')
      await page.getByRole('button', { name: 'Change your state' }).click()
      await page.getByRole('button', { name: 'Outside the US' }).click()
      await page.getByRole('textbox', { name: 'Find a country' }).fill('germany')
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('textbox', { name: 'Find a region' }).fill('sa')
      await expect(page.getByRole('radio', { name: 'Saarland' })).toBeChecked()
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
      await page.getByRole('button', { name: /Addition Facts/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]

const ADDITION = 'addition_facts'
const DIVISION = 'division_facts'
const MULTIPLICATION = 'mixed_mult_div'
/** Nobody plays it in these tests. */
const EMPTY = 'mixed_add_sub'

/** A board as the viewer sees it, with many players in one league, a few in another, and nobody in a third. */
const board = (name: string, path: string, then: (page: Page) => Promise<void> = async () => {}): Screen => ({
  name,
  open: async (page) => {
    await beViewer(page)
    await page.goto('/about')
    const { origin } = new URL(page.url())
    await fillLeague(origin, ADDITION, 40)
    await fillLeague(origin, DIVISION, 6)
    for (const [league, score] of [
      [ADDITION, 10],
      [DIVISION, 225],
      [MULTIPLICATION, 50],
    ] as const) {
      await postScore(origin, VIEWER, { league, score })
    }
    await page.goto(path)
    await expect(boards(page).fresh).toBeVisible()
    await then(page)
  },
})

/** What a school network says instead of the server: it is not an error that the console would show. */
async function answerWithLoginPage(page: Page): Promise<void> {
  await page.route(/\/api\/guest\/(state-)?leaderboard/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to SchoolNet</h1>' }),
  )
}

export const BOARD_SCREENS: readonly Screen[] = [
  board('board-players', `/leaderboard-individual?league=${ADDITION}`),
  board('board-players-top-50', `/leaderboard-individual?league=${ADDITION}`, async (page) => {
    await page.getByRole('button', { name: 'Show More (Top 50)' }).click()
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
    await boards(page).league('Subtraction Facts').click()
    await expect(boards(page).failed).toBeVisible()
  }),
  board('board-states', `/leaderboard?league=${ADDITION}`),
  board('board-states-few', `/leaderboard?league=${MULTIPLICATION}`),
  board('board-states-empty', `/leaderboard?league=${EMPTY}`),
  visit('board-players-new', '/leaderboard-individual'),
  visit('board-states-new', '/leaderboard'),
]

export const PRACTICE_SCREENS: readonly Screen[] = [
  practising('practice-setup', async (page) => {
    await page.goto('/practice/addition_facts?guest=true')
    await expect(practiceScreen(page).start).toBeVisible()
  }),
  practising('practice-warm-up', async (page) => {
    await page.goto('/practice/addition_facts?guest=true')
    const screen = warmUpScreen(page)
    await screen.begin.click()
    await copyNumbers(page, 3)
    await page.keyboard.type('9')
    await expect(screen.copy).toHaveValue('9')
  }),
  practising('practice-problem', async (page) => {
    await begin(page, { problems: 20 })
    await answerAll(page, 3)
    await page.clock.runFor(THINKING_MS)
    await page.keyboard.type('1')
  }),
  withModel('practice-model-addition', 'addition_facts'),
  withModel('practice-model-subtraction', 'subtraction_facts'),
  withModel('practice-model-multiplication', 'multiplication_facts'),
  withModel('practice-model-division', 'division_facts'),
  practising('practice-fifty', async (page) => {
    await begin(page, { problems: 50, league: 'mixed_mult_div', visuals: true })
    await answerAll(page, 12)
  }),
  practising('practice-widest', async (page) => {
    await storeBeforehand(page, 'practiceSession', keptAtItsFirst(['division-100-10', 'division-90-9']))
    const screen = practiceScreen(page)
    await page.goto('/practice/division_facts?guest=true')
    await expect(screen.goOn).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await screen.goOn.click()
    await page.clock.runFor(FRAME_MS)
    await page.keyboard.type('100')
    await expect(screen.model).toBeVisible()
  }),
  practising('practice-not-yet', async (page) => {
    await begin(page, {})
    await answerAll(page, 2)
    await miss(page)
    await expect(page.getByText(/Try again!/)).toBeVisible()
  }),
  practising('practice-answer', async (page) => {
    const screen = await begin(page, { visuals: true })
    await answerAll(page, 2)
    for (let misses = 0; misses < 2; misses += 1) await missAndWait(page)
    await miss(page)
    await expect(screen.proceed).toBeVisible()
  }),
  practising('practice-paused', async (page) => {
    const screen = await begin(page, {})
    await answerAll(page, 1)
    await screen.pause.click()
    await page.clock.runFor(FRAME_MS)
    await expect(screen.resume).toBeVisible()
  }),
  practising('practice-interrupted', async (page) => {
    const screen = await begin(page, {})
    await answerAll(page, 4)
    // Showing a page that has just been fetched takes timers of its own.
    await page.clock.resume()
    await page.reload()
    await expect(screen.goOn).toBeVisible()
  }),
  practising('practice-processing', async (page) => {
    const screen = await begin(page, {})
    await answerAll(page, 10)
    await page.clock.runFor(1000)
    await expect(screen.processing).toBeVisible()
  }),
  practising('practice-results', async (page) => {
    const screen = await begin(page, {})
    await missAndWait(page)
    await answerAll(page, 4)
    for (let misses = 0; misses < 2; misses += 1) await missAndWait(page)
    await miss(page)
    await screen.proceed.click()
    await answerAll(page, 5)
    await page.clock.runFor(2600)
    await expect(screen.playAgain).toBeVisible()
    await page.clock.runFor(5000)
  }),
]

/** Screens on which a problem is up (look and feel: the page never scrolls then). */
export const PROBLEM_SCREENS = PRACTICE_SCREENS.filter(({ name }) =>
  /problem|model|fifty|widest|not-yet|answer$/.test(name),
)
