import { anyNumbersIn } from './any-number.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { startFirstSet } from './guest.ts'
import { answerMany, practiceScreen, readProblem, typeAtOnce, wrongFor } from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'

test('[TEN-1, TEN-2, TEN-3, TEN-5, TEN-21] a guest’s first day has one button, ten problems, what grew, a full frame, and ten more offline', async ({
  page,
  context,
  watch,
}) => {
  watch.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  const screen = practiceScreen(page)
  const card = page.getByRole('region', { name: todayMessages.name })
  await page.clock.install()
  await startFirstSet(page)

  await expect(screen.problem).toHaveText(/ \+ .* =$/)
  await answerMany(page, 2, 10)
  const problem = await readProblem(page)
  await stopClock(page)
  for (const chances of [2, 1]) {
    await typeAtOnce(page, wrongFor(problem))
    await expect(page.getByText(messages.problem.tryAgain(chances))).toBeVisible()
    await expect(screen.model).toBeVisible()
    await page.clock.runFor(2000)
    await expect(page.getByText(messages.problem.tryAgain(chances))).toBeHidden()
  }
  await page.clock.resume()
  await answerMany(page, 1, 10, 2)

  await page.goto('/guest')
  await expect(card.getByText(todayMessages.left(7))).toBeVisible()
  await card.getByRole('button', { name: todayMessages.keepGoing }).click()
  await expect(screen.progress(3, 10)).toBeVisible()
  await answerMany(page, 7, 10, 3)

  await expect(page.getByRole('heading', { name: messages.grew.title })).toBeVisible()
  await expect(page.getByText(new RegExp(anyNumbersIn(messages.grew.sprouts(2))))).toBeVisible()
  await expect(page.getByRole('button', { name: messages.results.practiceThese(1) })).toBeVisible()
  await screen.back.click()

  await expect(card.getByText(todayMessages.full)).toBeVisible()
  await expect(card.getByRole('img', { name: uiMessages.progress(10, 10) })).toBeVisible()
  await context.setOffline(true)
  await card.getByRole('button', { name: todayMessages.tenMore }).click()
  await expect(screen.problem).toHaveText(/ =$/)
  await answerMany(page, 1, 10)
})
