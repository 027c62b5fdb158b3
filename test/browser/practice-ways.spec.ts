import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest } from './guest.ts'
import { answerMany, answerRightly, isConfettiFalling, practiceScreen } from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'
import { mouse, playTen } from './whole-session.ts'

test('[PRA-1, PRA-2, PRA-6, PRA-10, PRA-13, PRA-16, PRA-31, SCO-3, API-4] a whole session of ten by mouse', async ({
  page,
  server,
}) => {
  await playTen(page, mouse, server)
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
  await stopClock(page)
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
  await expect.poll(() => isConfettiFalling(page)).toBe(true)
  await page.clock.runFor(2900)
  expect(await page.locator('i').count()).toBeGreaterThan(0)
  await page.clock.runFor(200)
  expect(await isConfettiFalling(page)).toBe(false)
})
