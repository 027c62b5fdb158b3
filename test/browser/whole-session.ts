import type { Page } from '@playwright/test'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { expect } from './fixtures.ts'
import { storedGuest } from './guest.ts'
import { practiceScreen, readProblem, resultOf, typeAnswer } from './practice-screen.ts'
import { FRAME_MS } from './screens.ts'
import { stopClock } from './stopped-clock.ts'
import { storedResults, storedSeconds } from './stored.ts'

/** A way to play. */
export type Way = {
  /** Makes a control do what it does. */
  press(page: Page, name: string, role?: 'button' | 'radio'): Promise<void>
  /** Enters an answer and submits it. */
  answer(page: Page, value: number): Promise<void>
}

const control = (page: Page, name: string, role: 'button' | 'radio') =>
  page.getByRole(role, role === 'radio' ? { name: new RegExp(`^${name}\\b`) } : { name })

/** By mouse, on the keys of the screen. */
export const mouse: Way = {
  press: (page, name, role = 'button') => control(page, name, role).click(),
  answer: async (page, value) => {
    const screen = practiceScreen(page)
    for (const digit of String(value)) await screen.key(digit).click()
    await screen.submit.click()
  },
}

/** By touch, on the keys of the screen. */
export const touch: Way = {
  press: (page, name, role = 'button') => control(page, name, role).tap(),
  answer: async (page, value) => {
    const screen = practiceScreen(page)
    for (const digit of String(value)) await screen.key(digit).tap()
    await screen.submit.tap()
  },
}

/** Walks with Tab until the control has the focus; fails when a whole round does not reach it. */
async function tabTo(page: Page, name: string, role: 'button' | 'radio'): Promise<void> {
  const target = control(page, name, role)
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${role} ${name}`)
}

/** By keyboard alone. */
export const keyboard: Way = {
  press: async (page, name, role = 'button') => {
    if (role === 'button') {
      await tabTo(page, name, role)
      await page.keyboard.press('Enter')
      return
    }
    // A group of radio buttons is one stop; arrows choose within it. The default is 20, ten lies left of it.
    await tabTo(page, '20', role)
    await page.keyboard.press('ArrowLeft')
    await expect(control(page, name, role)).toBeChecked()
  },
  answer: typeAnswer,
}

/** How long a child thinks. */
const THINKING_MS = 1000

/** From the empty browser to the results, ten right answers on the way. */
export async function playTen(
  page: Page,
  way: Way,
  databaseOf: { dataDir: string; origin: string },
): Promise<void> {
  const screen = practiceScreen(page)
  await page.clock.install()
  await page.goto('/guest')
  await way.press(page, todayMessages.playNow)
  await expect(page.getByText(guestMessages.playingAs)).toBeVisible()
  await way.press(page, LEAGUE_NAMES.mixed_mult_div)
  await expect(page).toHaveURL(/\/practice\/mixed_mult_div\?.*guest=true/)
  await way.press(page, '10', 'radio')
  await way.press(page, messages.setup.start)
  await expect(screen.problem).toBeVisible()
  await stopClock(page)

  const seen: string[] = []
  for (let number = 1; number <= 10; number += 1) {
    await expect(screen.progress(number - 1, 10)).toBeVisible()
    const problem = await readProblem(page)
    seen.push(problem.text)
    await expect(screen.submit).toBeDisabled()
    await page.clock.runFor(THINKING_MS)
    await way.answer(page, problem.answer)
    await page.clock.runFor(FRAME_MS)
    if (number < 10) await expect(screen.badge).toHaveText(messages.problem.pointsBadge(5))
    if (number < 10) await expect(screen.answer).toHaveValue('')
  }
  expect(new Set(seen).size).toBe(10)
  expect(seen.filter((text) => text.includes('×'))).toHaveLength(5)

  await expect(screen.processing).toBeVisible()
  await page.clock.resume()
  await expect(page.getByText(messages.results.levelLine('legendary'))).toBeVisible()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  await expect(resultOf(page, messages.results.correct)).toHaveText(messages.results.correctOf(10, 10))
  await expect(page.getByText(messages.results.progressLabel(10, 0, 0, 0))).toBeVisible()

  const guest = await storedGuest(page)
  expect(guest.factsShownToday['mixed_mult_div']).toHaveLength(10)
  await expect
    .poll(() => storedResults(databaseOf.dataDir, guest.sessionToken))
    .toMatchObject([{ league: 'mixed_mult_div', score: 50, problemsSolved: 10, correctAnswers: 10 }])
  await expect
    .poll(() => storedSeconds(databaseOf.origin, guest.sessionToken))
    .toBeCloseTo(guest.timePlayedToday, 0)
  await way.press(page, messages.results.playAgain)
  await expect(screen.start).toBeVisible()
}
