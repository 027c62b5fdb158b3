import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { openAsGuest, storedGuest } from './guest.ts'
import { answerMany, readProblem, resultOf, startPractice, typeAnswer, wrongFor } from './practice-screen.ts'
import { storedResults } from './stored.ts'

const FEEDBACK_MS = 2000
test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await openAsGuest(page)
})

test('[PRA-11, PRA-12, SCO-1, PRA-29] three wrong answers show two more chances, one more chance, then the answer and Continue', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page)
  await answerMany(page, 1, 10)
  const problem = await readProblem(page)
  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(page.getByText(/Try again!/)).toBeHidden()
  await expect(screen.answer).toHaveValue('')
  expect(await readProblem(page)).toEqual(problem)

  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText(messages.problem.tryAgain(1))).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(page.getByText(/Try again!/)).toBeHidden()

  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText(`Answer: ${problem.answer}`)).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByText(`Answer: ${problem.answer}`)).toBeVisible()
  await screen.proceed.click()
  await expect(screen.progress(2, 10)).toBeVisible()

  await answerMany(page, 8, 10, 2)
  await page.clock.runFor(2600)
  await expect(page.getByText(messages.results.levelLine('outstanding'))).toBeVisible()
  await expect(resultOf(page, messages.results.points)).toHaveText('45')
  await expect(resultOf(page, messages.results.accuracy)).toHaveText('90%')
  await expect(page.getByText(messages.results.progressLabel(9, 0, 1, 0))).toBeVisible()
  const { sessionToken } = await storedGuest(page)
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 45, problemsSolved: 10, correctAnswers: 9 }])
})
