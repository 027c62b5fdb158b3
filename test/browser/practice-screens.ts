import { expect, type Page } from '@playwright/test'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { afterProblems } from '../../domain/learning/update.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { PersistedPractice } from '../../domain/practice-record.ts'
import type { ServerProcess } from '../factories/server-process.ts'
import { learned } from '../factories/learned-problems.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { sendScore, storeBeforehand } from './guest.ts'
import {
  openSetup,
  practiceScreen,
  readProblem,
  start,
  typeAtOnce,
  wrongFor,
  type Choice,
  type PracticeScreen,
} from './practice-screen.ts'
import { beGuest, FRAME_MS, type Screen } from './screens.ts'
import { copyNumbers, warmUpScreen } from './warm-up-steps.ts'

const practicing = (name: string, open: (page: Page, server: ServerProcess) => Promise<void>): Screen => ({
  name,
  open: async (page, server) => {
    await beGuest(page)
    await open(page, server)
  },
})

const THINKING_MS = 2100
const FEEDBACK_MS = 2000

/** A session whose clock moves only when a step passes time, so that its screens are always the same. */
async function begin(page: Page, choice: Choice): Promise<PracticeScreen> {
  await openSetup(page, choice)
  await page.clock.pauseAt(Date.now() + 30_000)
  const screen = await start(page, choice)
  await page.clock.runFor(FRAME_MS)
  return screen
}

/** Whoever plays has somebody before and behind, so that the results always say the rank. */
async function beAmongOthers({ origin }: ServerProcess): Promise<void> {
  for (const score of [200, 5]) await sendScore(origin, { score })
}

/** So many right answers, each after a moment of thinking. */
async function answerAll(page: Page, problems: number): Promise<void> {
  for (let at = 0; at < problems; at += 1) {
    await page.clock.fastForward(THINKING_MS)
    await typeAtOnce(page, (await readProblem(page)).answer)
    await page.clock.runFor(FRAME_MS)
  }
}

async function miss(page: Page): Promise<void> {
  await page.clock.fastForward(THINKING_MS)
  await typeAtOnce(page, wrongFor(await readProblem(page)))
  await page.clock.runFor(FRAME_MS)
}

/** A wrong answer with its feedback over. */
async function missAndWait(page: Page): Promise<void> {
  await miss(page)
  await page.clock.runFor(FEEDBACK_MS)
}

const categoryOf = (factId: string): string => `${factId.split('-')[0] ?? ''}_facts`

/** A session of ten as it is kept when the page is reloaded at its first problem. */
function keptAtItsFirst(factId: string, visualUsed: boolean): PersistedPractice {
  return {
    currentSession: {
      id: String(Date.now()),
      sessionType: categoryOf(factId),
      targetDuration: 120,
      hasClock: true,
      totalProblems: 10,
      startedAt: new Date().toISOString(),
      factIds: [factId],
      reasons: ['review'],
    },
    problemIndex: 0,
    responses: [],
    elapsedMs: 0,
    at: { stage: 'asking', attempt: 1, askedAtElapsedMs: 0, visualUsed, missed: null },
  }
}

/** A session that continues at its first problem, with this fact; `isShown` says whether its picture is open. */
export async function askedFirst(page: Page, factId: string, isShown: boolean): Promise<PracticeScreen> {
  await storeBeforehand(page, 'practiceSession', keptAtItsFirst(factId, isShown))
  const screen = practiceScreen(page)
  await page.goto(`/practice/${categoryOf(factId)}?guest=true`)
  await expect(screen.goOn).toBeVisible()
  await page.clock.pauseAt(Date.now() + 30_000)
  await screen.goOn.click()
  await page.clock.runFor(FRAME_MS)
  return screen
}

/** The stored memory of a guest who knew all doubles to 10 + 10 eight days ago. */
export async function rememberDoubles(page: Page): Promise<void> {
  const today = dayNumber(practiceDay(Date.now()))
  const doubles = Array.from({ length: 9 }, (_, at) => `addition-${at + 2}-${at + 2}`)
  const memory = afterProblems(doubles.map((id) => learned(id, { day: today - 8 })))
  await storeBeforehand(page, 'tenfold.learning.guest', { memory: storeMemory(memory) })
}

/** A first miss at a fact, with the help for it. */
const withHint = (name: string, factId: string, wrong: number): Screen =>
  practicing(name, async (page) => {
    await rememberDoubles(page)
    await askedFirst(page, factId, false)
    await page.clock.fastForward(THINKING_MS)
    await typeAtOnce(page, wrong)
    await page.clock.runFor(FRAME_MS)
    await expect(page.getByText(practiceMessages.problem.tryAgain(2))).toBeVisible()
  })

const withModel = (name: string, league: string): Screen =>
  practicing(name, async (page) => {
    const screen = await begin(page, { league, visuals: true })
    await answerAll(page, 2)
    await page.clock.runFor(THINKING_MS)
    await expect(screen.model).toBeVisible()
  })

export const PRACTICE_SCREENS: readonly Screen[] = [
  practicing('practice-setup', async (page) => {
    await page.goto('/practice/addition_facts?guest=true')
    await expect(practiceScreen(page).start).toBeVisible()
  }),
  practicing('practice-warm-up', async (page) => {
    await page.goto('/practice/addition_facts?guest=true')
    const screen = warmUpScreen(page)
    await screen.begin.click()
    await copyNumbers(page, 3)
    await page.keyboard.type('9')
    await expect(screen.copy).toHaveValue('9')
  }),
  practicing('practice-problem', async (page) => {
    await begin(page, { problems: 20 })
    await answerAll(page, 3)
    await page.clock.runFor(THINKING_MS)
    await page.keyboard.type('1')
  }),
  withModel('practice-model-addition', 'addition_facts'),
  withModel('practice-model-subtraction', 'subtraction_facts'),
  withModel('practice-model-multiplication', 'multiplication_facts'),
  withModel('practice-model-division', 'division_facts'),
  practicing('practice-fifty', async (page) => {
    await begin(page, { problems: 50, league: 'mixed_mult_div', visuals: true })
    await answerAll(page, 12)
  }),
  practicing('practice-widest', async (page) => {
    const screen = await askedFirst(page, 'division-100-10', true)
    await page.keyboard.type('100')
    await expect(screen.model).toBeVisible()
  }),
  practicing('practice-not-yet', async (page) => {
    await begin(page, {})
    await answerAll(page, 2)
    await miss(page)
    await expect(page.getByText(practiceMessages.problem.tryAgain(2))).toBeVisible()
  }),
  practicing('practice-answer', async (page) => {
    const screen = await begin(page, { visuals: true })
    await answerAll(page, 2)
    for (let misses = 0; misses < 2; misses += 1) await missAndWait(page)
    await miss(page)
    await expect(screen.proceed).toBeVisible()
  }),
  // Making ten, a row that was forgotten, a double that the child knows, and digits in the wrong order.
  withHint('practice-hint-ten', 'addition-8-5', 12),
  withHint('practice-hint-row', 'multiplication-6-7', 36),
  withHint('practice-hint-known', 'addition-7-8', 14),
  withHint('practice-hint-order', 'addition-9-4', 31),
  practicing('practice-why', async (page) => {
    await rememberDoubles(page)
    const screen = await askedFirst(page, 'addition-7-7', false)
    await screen.why.click()
    await page.clock.runFor(FRAME_MS)
    await expect(screen.resume).toBeVisible()
  }),
  practicing('practice-paused', async (page) => {
    const screen = await begin(page, {})
    await answerAll(page, 1)
    await screen.pause.click()
    await page.clock.runFor(FRAME_MS)
    await expect(screen.resume).toBeVisible()
  }),
  practicing('practice-interrupted', async (page) => {
    const screen = await begin(page, {})
    await answerAll(page, 4)
    // Showing a page that has just been fetched takes timers of its own.
    await page.clock.resume()
    await page.reload()
    await expect(screen.goOn).toBeVisible()
  }),
  practicing('practice-processing', async (page) => {
    const screen = await begin(page, {})
    await answerAll(page, 10)
    await page.clock.runFor(1000)
    await expect(screen.processing).toBeVisible()
  }),
  practicing('practice-results', async (page, server) => {
    await beAmongOthers(server)
    const screen = await begin(page, {})
    await missAndWait(page)
    await answerAll(page, 4)
    for (let misses = 0; misses < 2; misses += 1) await missAndWait(page)
    await missAndWait(page)
    await screen.proceed.click()
    await answerAll(page, 5)
    await page.clock.runFor(2600)
    await expect(screen.playAgain).toBeVisible()
    await page.clock.runFor(5000)
  }),
  practicing('practice-results-why', async (page, server) => {
    await beAmongOthers(server)
    await rememberDoubles(page)
    const screen = await begin(page, {})
    await missAndWait(page)
    await answerAll(page, 10)
    await page.clock.runFor(2600)
    await expect(screen.playAgain).toBeVisible()
    await page.clock.runFor(5000)
    await page.getByText(practiceMessages.why.ofSession).click()
  }),
]

/** Screens on which a problem is up (look and feel: the page never scrolls then). */
export const PROBLEM_SCREENS = PRACTICE_SCREENS.filter(({ name }) =>
  /problem|model|fifty|widest|not-yet|hint|answer$/.test(name),
)
