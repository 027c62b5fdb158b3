import type { Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { openAsGuest } from './guest.ts'
import { answerMany, readProblem, startPractice, typeAnswer, wrongFor } from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'

const practiceThis = (page: Page) => page.getByRole('button', { name: messages.results.practiceThese(1) })

test('[PRA-38] the button uses the facts of the results, and works offline', async ({
  page,
  context,
  watch,
}) => {
  watch.expectConsole(/net::ERR_|Failed to load resource/)
  await page.clock.install()
  await openAsGuest(page)
  const screen = await startPractice(page)
  await context.setOffline(true)
  const first = await readProblem(page)
  await stopClock(page)
  await typeAnswer(page, wrongFor(first))
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeVisible()
  await page.clock.runFor(2000)
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeHidden()
  await page.clock.resume()
  await typeAnswer(page, first.answer)
  await answerMany(page, 9, 10, 1)
  await expect(screen.playAgain).toBeVisible()
  await practiceThis(page).click()
  expect((await readProblem(page)).text).toBe(first.text)
})
