import { expect, type Browser, type BrowserContextOptions, type Locator, type Page } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import { messages } from '../../web/features/battle/messages.en.ts'
import { solve } from '../factories/written-problem.ts'
import { guestSession, randomToken, storeBeforehand } from './guest.ts'

/** Battles that a test can wait for (decisions §1). */
export const SHORT_BATTLES = { BATTLE_SECONDS: '10', BATTLE_COUNTDOWN_SECONDS: '2' }
/** Longer than what happens in them takes on a slow machine. */
export const LONG_BATTLES = { BATTLE_SECONDS: '30', BATTLE_COUNTDOWN_SECONDS: '8' }

/** What a child sees of a battle, by role and word, in one place. */
export function battleScreen(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  return {
    button,
    heading,
    back: button(messages.back),
    lobby: heading(messages.title),
    picker: heading(messages.picker.title),
    searching: page.getByText(messages.queue.searching),
    leaveQueue: button(messages.queue.leave),
    countdown: heading(messages.countdown.title),
    problem: page.locator('#battle-problem'),
    answer: page.getByRole('textbox', { name: messages.arena.answerLabel }),
    submit: button(messages.arena.submit),
    time: button(messages.arena.timeLeft),
    race: page.getByRole('img', { name: messages.arena.race([]) }),
    lost: page.getByText(messages.arena.away),
    calculating: heading(messages.calculating.title),
    results: page.getByRole('region', { name: messages.results.title }),
  }
}

/** The right answer of the problem that is up. */
export async function rightAnswer(page: Page): Promise<number> {
  return solve((await battleScreen(page).problem.innerText()).trim())
}

/** Types an answer and Enter. */
export async function give(page: Page, value: number): Promise<void> {
  await page.keyboard.type(String(value))
  await page.keyboard.press('Enter')
}

/** Answers rightly by keyboard, after the moment below which no answer counts (decisions §7), and sees the next problem. */
export async function giveRight(page: Page, times = 1): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await page.waitForFunction(thinkingIsOver, MOMENT_MS)
    await give(page, await rightAnswer(page))
    await expect(battleScreen(page).answer).toHaveValue('')
  }
}

const MOMENT_MS = 300

/** Whether the problem that is up has stood for so long; called in the page again and again. */
function thinkingIsOver(momentMs: number): boolean {
  const text = document.querySelector('#battle-problem')?.textContent ?? ''
  const seen = Reflect.get(window, 'seenProblem')
  if (seen?.text !== text) Reflect.set(window, 'seenProblem', { text, atMs: performance.now() })
  return seen?.text === text && performance.now() - seen.atMs > momentMs
}

export type Newcomer = {
  readonly nickname?: string
  readonly sessionToken?: string
  readonly context?: BrowserContextOptions
}

/** A browser of another child, who has a name already; close its context in the end. */
export async function newPlayer(browser: Browser, origin: string, newcomer: Newcomer = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1366, height: 768 },
    ...newcomer.context,
  })
  const page = await context.newPage()
  await bePlayer(page, newcomer)
  return page
}

/** Makes this browser's guest one with a name; returns the token. */
export async function bePlayer(
  page: Page,
  { nickname = 'SwiftFox42', sessionToken = randomToken() }: Newcomer,
) {
  await storeBeforehand(
    page,
    'guestSession',
    guestSession(practiceDay(Date.now()), { nickname, sessionToken }),
  )
  return sessionToken
}

/** Two children on their way into the same queue, each in a browser of their own. */
export async function foxAndOwl(browser: Browser, path: string, owlAt: string, foxAt = owlAt) {
  const fox = await newPlayer(browser, foxAt, { nickname: 'SwiftFox42' })
  const owl = await newPlayer(browser, owlAt, { nickname: 'KindOwl7' })
  await Promise.all([fox.goto(path), owl.goto(path)])
  return {
    fox,
    owl,
    foxes: battleScreen(fox),
    owls: battleScreen(owl),
    close: () => Promise.all([fox.context().close(), owl.context().close()]),
  }
}

/** Leads these into a queue, and lets what they join it with through in one instant: so many play in one battle. */
export async function joinTogether(pages: readonly Page[], path: string): Promise<void> {
  const joins: (() => void)[] = []
  for (const page of pages) {
    await page.routeWebSocket(/socket\.io/, (line) => {
      const server = line.connectToServer()
      line.onMessage((message) => {
        if (!String(message).includes('join-battle-queue')) return server.send(message)
        joins.push(() => server.send(message))
        if (joins.length === pages.length) for (const join of joins) join()
      })
    })
  }
  await Promise.all(pages.map((page) => page.goto(path)))
}

/**
 * No computer player comes, however long a test takes before another person is there: the time by which this browser waits
 * for people passes twenty times slower.
 */
export async function withoutComputers(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() / 20
  })
}

export const queueOf = (division: string, type: string): string => `/battle?division=${division}&type=${type}`

/** The rows of the final results, as they read. */
export function resultRows(page: Page): Locator {
  return battleScreen(page).results.getByRole('listitem')
}
