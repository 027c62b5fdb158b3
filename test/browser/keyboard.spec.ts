import type { Page } from '@playwright/test'
import { anyNumbersIn } from './any-number.ts'
import { findFact } from '../../domain/fact.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { openAsGuest } from './guest.ts'
import {
  answerMany,
  practiceScreen,
  readProblem,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'

type Focus = {
  readonly what: string
  readonly seen: boolean
  readonly inside: boolean
  readonly covered: boolean
}

/** What has the focus, whether that can be seen, whether it is on the screen, and whether something else lies over all of it. */
async function focus(page: Page): Promise<Focus> {
  return await page.evaluate(() => {
    const element = document.activeElement ?? document.body
    // A radio button is drawn by its label.
    const drawn = element.matches('input[type=radio]') ? (element.closest('label') ?? element) : element
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
    const { top, bottom, left, right } = drawn.getBoundingClientRect()
    const [first, last] = [Math.max(top, 0) + 2, Math.min(bottom, innerHeight) - 2]
    const covered = [first, (first + last) / 2, last].every((y) => {
      const above = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2, y)
      return above === null || !(drawn.contains(above) || above.contains(drawn))
    })
    return {
      what: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}`,
      seen: element !== document.body && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
      inside: bottom > 0 && top < innerHeight,
      covered,
    }
  })
}

test('[LOK-15] the skip link takes a row of its own and covers nothing', async ({ page }) => {
  await page.goto('/guest')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const skip = page.getByRole('link', { name: frameMessages.skip })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  const [link, header] = [await skip.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(link?.height).toBeGreaterThanOrEqual(48)
  expect(header?.y).toBeGreaterThanOrEqual((link?.y ?? 0) + (link?.height ?? 0))
})

for (const path of [
  '/guest',
  '/landing',
  '/faq',
  '/battle',
  '/leaderboard-individual',
  '/practice/addition_facts?guest=true',
]) {
  test(`[LOK-9, AX-1] ${path}: at 320 px every Tab stop is visible, on the screen and not covered, and there is no trap`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await openAsGuest(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // What comes later would move what has the focus.
    await page.waitForLoadState('networkidle')
    const stops: string[] = []
    for (let step = 0; step < 80; step += 1) {
      await page.keyboard.press('Tab')
      const here = await focus(page)
      if (here.what.startsWith('BODY')) break
      expect(here, `stop ${step}: ${here.what}`).toMatchObject({
        seen: true,
        inside: true,
        covered: false,
      })
      stops.push(here.what)
    }
    expect(stops.length).toBeGreaterThan(4)
    expect(stops.length).toBeLessThan(80)
  })
}

test('[LOK-9] the focus is in the answer from the first problem on, and never lost between problems', async ({
  page,
}) => {
  await page.clock.install()
  await openAsGuest(page)
  const screen = await startPractice(page)
  await expect(screen.answer).toBeFocused()
  const first = await readProblem(page)
  await typeAnswer(page, first.answer)
  await expect(screen.progress(1, 10)).toBeVisible()
  await expect(screen.answer).toBeFocused()
  const second = await readProblem(page)
  await stopClock(page)
  for (let miss = 0; miss < 3; miss += 1) {
    await typeAnswer(page, wrongFor(second))
    expect((await focus(page)).what).not.toMatch(/^BODY/)
    if (miss < 2) {
      await expect(page.getByText(practiceMessages.problem.tryAgain(2 - miss))).toBeVisible()
      await page.clock.runFor(2000)
      await expect(page.getByText(practiceMessages.problem.tryAgain(2 - miss))).toBeHidden()
      await expect(screen.answer).toBeFocused()
    }
  }
  await expect(screen.proceed).toBeVisible()
  expect((await focus(page)).what).not.toMatch(/^BODY/)
  await page.clock.runFor(600)
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await expect(screen.answer).toBeFocused()
  await screen.showMe.click()
  await page.keyboard.type('7')
  await expect(screen.answer).toHaveValue('7')
  await screen.pause.focus()
  await page.keyboard.press('Enter')
  await expect(screen.resume).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(screen.problem).toBeVisible()
  expect((await focus(page)).what).not.toMatch(/^BODY/)
  await page.keyboard.type('8')
  await expect(screen.answer).toHaveValue('78')
})

test('[LOK-9, LOK-10] results take the focus, so that a screen reader announces them', async ({ page }) => {
  await page.clock.install()
  await openAsGuest(page)
  const screen = await startPractice(page)
  await answerMany(page, 1, 10)
  await screen.end.focus()
  await page.keyboard.press('Enter')
  await expect(screen.resume).toBeFocused()
  await screen.endSession.focus()
  await page.keyboard.press('Enter')
  await page.clock.runFor(2600)
  await expect(screen.playAgain).toBeVisible()
  await expect.poll(async () => (await focus(page)).what).not.toMatch(/^BODY/)
})

const timeLeft = (seconds: number): RegExp =>
  new RegExp(anyNumbersIn(practiceMessages.time.spokenTimeLeft(seconds * 1000)))

test('[LOK-10] announces problem and verdict in a live region, and the clock only on request', async ({
  page,
}) => {
  await page.clock.install()
  await openAsGuest(page)
  await startPractice(page)
  const said = async () => (await page.getByRole('status').allTextContents()).join(' ')
  const problem = await readProblem(page)
  const [left, right] = problem.text.match(/\d+/g) ?? []
  const fact = findFact(`addition-${left}-${right}`)
  await expect.poll(said).toContain(fact && practiceMessages.problem.spokenQuestion(fact))
  await stopClock(page)
  const before = await said()
  await page.clock.runFor(5000)
  expect(await said()).toBe(before)
  await typeAnswer(page, wrongFor(problem))
  await expect.poll(said).toContain(practiceMessages.problem.tryAgain(2))
  await page.clock.runFor(2000)
  await typeAnswer(page, problem.answer)
  await expect.poll(said).toContain(practiceMessages.problem.spokenCorrect(3))
  expect(await said()).not.toMatch(timeLeft(22))
  await practiceScreen(page).timeLeft.click()
  await expect.poll(said).toMatch(timeLeft(82))
})
