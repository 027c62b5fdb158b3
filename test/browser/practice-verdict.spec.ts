import type { Locator, Page } from '@playwright/test'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { openAsGuest } from './guest.ts'
import { answerRightly, readProblem, startPractice, typeAnswer, wrongFor } from './practice-screen.ts'
import { FRAME_MS } from './screens.ts'
import { stopClock } from './stopped-clock.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not on the screen`)
  return box
}

async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  )
}

test('[PRA-43] points and solved problem appear next to the next problem and disappear with its first key, on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsGuest(page)
  const screen = await startPractice(page)
  // The points stand for 1.5 s, in which a busy machine may not have measured everything.
  await stopClock(page)
  const first = await answerRightly(page)
  await page.clock.runFor(FRAME_MS)
  await expect(screen.badge).toHaveText(practiceMessages.problem.pointsBadge(5))
  await expect(screen.solved).toHaveText(`${first.text} ${first.answer}`)
  await animationsEnd(page)
  const [badge, score, question] = await Promise.all([
    boxOf(screen.badge),
    boxOf(page.locator('.practice-points')),
    boxOf(page.locator('.play-question')),
  ])
  expect(badge.y + badge.height).toBeLessThan(question.y)
  expect(Math.abs(badge.x - (score.x + score.width))).toBeLessThan(60)
  expect((await boxOf(screen.solved)).y).toBeGreaterThanOrEqual(question.y + question.height - 1)

  const second = await readProblem(page)
  await page.keyboard.type(String(wrongFor(second)).slice(0, 1))
  await expect(screen.badge).toBeHidden()
  await expect(screen.solved).toBeHidden()
  await page.keyboard.press('Escape')
  await typeAnswer(page, wrongFor(second))
  await expect(page.getByText(practiceMessages.problem.tryAgain(2))).toBeVisible()
  await expect(screen.badge).toBeHidden()
})

test('[PRA-44] a miss is a cross and a falling sound, a right answer a check mark and a rising one', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const frequencies: number[] = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      frequencies.push(this.frequency.value)
      start.call(this, when)
    }
    Object.assign(window, { frequencies })
  })
  const frequencies = () =>
    page.evaluate(() => (window as unknown as { frequencies: number[] }).frequencies.splice(0))
  /** The two tones of a verdict, which sound after the frame that shows it. */
  const twoTones = async (): Promise<number[]> => {
    const tones: number[] = []
    await expect.poll(async () => tones.push(...(await frequencies()))).toBe(2)
    return tones
  }
  await openAsGuest(page)
  const screen = await startPractice(page)
  await expect.poll(frequencies).toHaveLength(1)
  await stopClock(page)
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await page.clock.runFor(FRAME_MS)
  await expect(screen.missed).toBeVisible()
  const [high = 0, low = 0] = await twoTones()
  expect(low).toBeLessThan(high)
  await page.clock.runFor(2000)
  await expect(screen.missed).toBeHidden()
  await answerRightly(page)
  await page.clock.runFor(FRAME_MS)
  await expect(screen.solved.locator('svg')).toBeVisible()
  const [start = 0, end = 0] = await twoTones()
  expect(end).toBeGreaterThan(start)
})

test('[PRA-44] the cross of a miss is fully visible next to the widest problems on a tablet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openAsGuest(page)
  const screen = await startPractice(page, { league: 'division_facts' })
  await stopClock(page)
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await expect(screen.missed).toBeInViewport({ ratio: 1 })
})
