import type { Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storedGuest } from './guest.ts'
import {
  answerMany,
  answerRightly,
  isConfettiFalling,
  practiceScreen,
  readProblem,
  resultOf,
  thinkLikeAChild,
  typeAnswer,
} from './practice-screen.ts'
import { storedResults, storedSeconds } from './stored.ts'

type Way = {
  /** Makes a control do what it does. */
  press(page: Page, name: string, role?: 'button' | 'radio'): Promise<void>
  /** Enters an answer and submits it. */
  answer(page: Page, value: number): Promise<void>
}

const control = (page: Page, name: string, role: 'button' | 'radio') =>
  page.getByRole(role, role === 'radio' ? { name: new RegExp(`^${name}\\b`) } : { name })

const mouse: Way = {
  press: (page, name, role = 'button') => control(page, name, role).click(),
  answer: async (page, value) => {
    const screen = practiceScreen(page)
    await thinkLikeAChild(page)
    for (const digit of String(value)) await screen.key(digit).click()
    await screen.submit.click()
  },
}

const touch: Way = {
  press: (page, name, role = 'button') => control(page, name, role).tap(),
  answer: async (page, value) => {
    const screen = practiceScreen(page)
    await thinkLikeAChild(page)
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

const keyboard: Way = {
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

/** From the empty browser to the results, ten right answers on the way. */
async function playTen(page: Page, way: Way, databaseOf: { dataDir: string; origin: string }): Promise<void> {
  const screen = practiceScreen(page)
  await page.goto('/guest')
  await way.press(page, 'Play Now')
  await expect(page.getByText(/You are playing as:/)).toBeVisible()
  await way.press(page, 'Mixed Mult/Div')
  await expect(page).toHaveURL(/\/practice\/mixed_mult_div\?.*guest=true/)
  await way.press(page, '10', 'radio')
  await way.press(page, messages.setup.start)

  const seen: string[] = []
  for (let number = 1; number <= 10; number += 1) {
    await expect(screen.progress(number - 1, 10)).toBeVisible()
    const problem = await readProblem(page)
    seen.push(problem.text)
    await expect(screen.submit).toBeDisabled()
    await way.answer(page, problem.answer)
    if (number < 10) await expect(screen.badge).toHaveText('+5')
    if (number < 10) await expect(screen.answer).toHaveValue('')
  }
  expect(new Set(seen).size).toBe(10)
  expect(seen.filter((text) => text.includes('×'))).toHaveLength(5)

  await expect(screen.processing).toBeVisible()
  await expect(page.getByText(messages.results.levelLine('legendary'))).toBeVisible()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  await expect(resultOf(page, messages.results.correct)).toHaveText('10 of 10')
  await expect(page.getByText(messages.results.progressLabel(10, 0, 0, 0))).toBeVisible()

  const guest = await storedGuest(page)
  expect(guest.factsShownToday['mixed_mult_div']).toHaveLength(10)
  await expect
    .poll(() => storedResults(databaseOf.dataDir, guest.sessionToken))
    .toMatchObject([{ league: 'mixed_mult_div', score: 50, problemsSolved: 10, correctAnswers: 10 }])
  const seconds = await storedSeconds(databaseOf.origin, guest.sessionToken)
  expect(guest.timePlayedToday).toBeCloseTo(seconds, 0)
  await way.press(page, messages.results.playAgain)
  await expect(screen.start).toBeVisible()
}

test('[PRA-1, PRA-2, PRA-6, PRA-10, PRA-13, PRA-16, PRA-31, SCO-3, API-4] a whole session of ten by mouse', async ({
  page,
  server,
}) => {
  await playTen(page, mouse, server)
})

test('[PRA-8, PRA-26, LOK-9] a whole session of ten by keyboard, without a mouse from the first page on', async ({
  page,
  server,
}) => {
  await playTen(page, keyboard, server)
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, viewport: { width: 768, height: 1024 } })

  test("[PRA-26, LOK-4] a whole session of ten by touch; the system's on-screen keyboard does not open", async ({
    page,
    server,
  }) => {
    await playTen(page, touch, server)
    await page.goto('/practice/addition_facts?guest=true')
    const screen = practiceScreen(page)
    await screen.start.tap()
    await expect(screen.answer).toHaveAttribute('inputmode', 'none')
  })
})

test('[PRA-15, PRA-16] shows the three steps, then the results, then confetti once, on time', async ({
  page,
}) => {
  await page.clock.install()
  await becomeGuest(page)
  const screen = practiceScreen(page)
  await page.goto('/practice/addition_facts?guest=true')
  await screen.count(10).click()
  await screen.start.click()
  await answerMany(page, 9, 10)
  await page.clock.pauseAt(Date.now() + 60_000)
  await answerRightly(page)
  await expect(screen.processing).toBeVisible()
  const step = page.locator('[aria-current="step"]')
  const [first, second, third] = messages.processing.steps
  await expect(step).toHaveText(first)
  await page.clock.runFor(790)
  await expect(step).toHaveText(first)
  await page.clock.runFor(20)
  await expect(step).toHaveText(second)
  await page.clock.runFor(800)
  await expect(step).toHaveText(third)
  await page.clock.runFor(860)
  await expect(screen.processing).toBeVisible()
  await page.clock.runFor(40)
  await expect(page.getByText(messages.results.levelLine('legendary'))).toBeVisible()
  expect(await isConfettiFalling(page)).toBe(true)
  await page.clock.runFor(2900)
  expect(await page.locator('i').count()).toBeGreaterThan(0)
  await page.clock.runFor(200)
  expect(await isConfettiFalling(page)).toBe(false)
})
