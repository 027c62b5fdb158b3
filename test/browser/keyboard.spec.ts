import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { becomeGuest } from './guest.ts'
import {
  answerMany,
  practiceScreen,
  readProblem,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'

type Focus = { readonly what: string; readonly seen: boolean; readonly inside: boolean }

/** What has the focus, whether that can be seen, and whether it is on the screen. */
async function focus(page: Page): Promise<Focus> {
  return await page.evaluate(() => {
    const element = document.activeElement ?? document.body
    // A radio button is drawn by its label.
    const drawn = element.matches('input[type=radio]') ? (element.closest('label') ?? element) : element
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
    const { top, bottom } = drawn.getBoundingClientRect()
    return {
      what: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}`,
      seen: element !== document.body && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
      inside: bottom > 0 && top < innerHeight,
    }
  })
}

test('[LOK-15] the link past the header takes a row of its own and lies over nothing', async ({ page }) => {
  await page.goto('/guest')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  const [link, header] = [await skip.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(link?.height).toBeGreaterThanOrEqual(48)
  expect(header?.y).toBeGreaterThanOrEqual((link?.y ?? 0) + (link?.height ?? 0))
})

for (const path of ['/guest', '/landing', '/faq', '/battle', '/practice/addition_facts?guest=true']) {
  test(`[LOK-9] ${path}: every stop of Tab is seen and on the screen, and there is no trap`, async ({
    page,
  }) => {
    await becomeGuest(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const stops: string[] = []
    for (let step = 0; step < 80; step += 1) {
      await page.keyboard.press('Tab')
      const here = await focus(page)
      if (here.what.startsWith('BODY')) break
      expect(here, `stop ${step}: ${here.what}`).toMatchObject({ seen: true, inside: true })
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
  await becomeGuest(page)
  const screen = await startPractice(page)
  await expect(screen.answer).toBeFocused()
  const first = await readProblem(page)
  await typeAnswer(page, first.answer)
  await expect(screen.progress(1, 10)).toBeVisible()
  await expect(screen.answer).toBeFocused()
  const second = await readProblem(page)
  for (let miss = 0; miss < 3; miss += 1) {
    await typeAnswer(page, wrongFor(second))
    expect((await focus(page)).what).not.toMatch(/^BODY/)
    if (miss < 2) {
      await expect(page.getByText(/Try again!/)).toBeVisible()
      await page.clock.runFor(2000)
      await expect(page.getByText(/Try again!/)).toBeHidden()
      await expect(screen.answer).toBeFocused()
    }
  }
  await expect(screen.proceed).toBeVisible()
  expect((await focus(page)).what).not.toMatch(/^BODY/)
  await page.keyboard.press('Enter')
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

test('[LOK-9, LOK-10] results take the focus, so that a screen reader hears them', async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
  const screen = await startPractice(page)
  await answerMany(page, 1, 10)
  await screen.end.focus()
  await page.keyboard.press('Enter')
  await expect(screen.resume).toBeFocused()
  await screen.endSession.focus()
  await page.keyboard.press('Enter')
  await page.clock.runFor(2600)
  await expect(screen.playAgain).toBeVisible()
  expect((await focus(page)).what).not.toMatch(/^BODY/)
})

test('[LOK-10] problem and verdict are said in a live region; the clock is not, unless asked', async ({
  page,
}) => {
  await page.clock.install()
  await becomeGuest(page)
  await startPractice(page)
  const said = async () => (await page.getByRole('status').allTextContents()).join(' ')
  const problem = await readProblem(page)
  const [left, right] = problem.text.match(/\d+/g) ?? []
  await expect.poll(said).toContain(`What is ${left} plus ${right}?`)
  const before = await said()
  await page.clock.runFor(5000)
  expect(await said()).toBe(before)
  await typeAnswer(page, wrongFor(problem))
  await expect.poll(said).toContain('Try again! You have 2 more chances.')
  await page.clock.runFor(2000)
  await typeAnswer(page, problem.answer)
  await expect.poll(said).toContain('3 points')
  expect(await said()).not.toMatch(/seconds left/)
  await practiceScreen(page).timeLeft.click()
  await expect.poll(said).toMatch(/1 minute and \d+ seconds left\./)
})
