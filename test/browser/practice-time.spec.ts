import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storedGuest } from './guest.ts'
import {
  answerMany,
  endSession,
  openSetup,
  readProblem,
  resultOf,
  start,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'
import { storedResults, storedSeconds } from './stored.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
})

test('[PRA-14, PRA-3, PRA-31] the timer ends a session of 10 s at once; what was answered counts', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page, { durationSeconds: 10, problems: 20 })
  await answerMany(page, 2, 20)
  await page.keyboard.type('1')
  await page.clock.runFor(10_000)
  await expect(screen.processing).toBeVisible()
  await page.clock.runFor(2600)
  await expect(page.getByText(messages.results.endedByTimer)).toBeVisible()
  await expect(resultOf(page, messages.results.correct)).toHaveText('2 of 2')
  await expect(resultOf(page, messages.results.points)).toHaveText('10')
  const { sessionToken } = await storedGuest(page)
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 10, problemsSolved: 2, correctAnswers: 2 }])
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBe(10)
})

test('[PRA-14] the timer ends the session during feedback and on a revealed answer too', async ({ page }) => {
  const screen = await startPractice(page, { durationSeconds: 10 })
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await expect(page.getByText(/Try again!/)).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(screen.processing).toBeVisible()
  await page.clock.runFor(2600)
  await screen.playAgain.click()

  const again = await startPractice(page, { durationSeconds: 10 })
  const problem = await readProblem(page)
  for (let miss = 0; miss < 3; miss += 1) {
    await typeAnswer(page, wrongFor(problem))
    if (miss < 2) await page.clock.runFor(2000)
  }
  await expect(page.getByText(`Answer: ${problem.answer}`)).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(again.processing).toBeVisible()
})

test('[SCO-5, PRA-16, PRA-31] a session without an answer shows 0, never NaN, and is not sent as a score', async ({
  page,
  server,
}) => {
  await startPractice(page, { durationSeconds: 10 })
  await page.clock.runFor(10_000)
  await page.clock.runFor(2600)
  await expect(page.getByText(messages.results.levelLine('keep_going'))).toBeVisible()
  await expect(resultOf(page, messages.results.accuracy)).toHaveText('0%')
  await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity|undefined/)
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBe(10)
  expect(storedResults(server.dataDir, sessionToken)).toEqual([])
})

test('[PRA-17, PRA-30] a pause stops the clock, hides the problem, and is not counted as practice', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page, { durationSeconds: 30 })
  const problem = await readProblem(page)
  await page.clock.runFor(5000)
  await screen.pause.click()
  await expect(page.getByRole('heading', { name: messages.paused.title })).toBeVisible()
  await page.clock.fastForward(600_000)
  await expect(screen.processing).toBeHidden()
  await screen.resume.click()
  expect(await readProblem(page)).toEqual(problem)
  await answerMany(page, 1, 10)
  await endSession(page)
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.correct)).toHaveText('1 of 1')
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toHaveLength(1)
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBeGreaterThanOrEqual(5)
  expect(await storedSeconds(server.origin, sessionToken)).toBeLessThan(60)
})

test('[PRA-30] time is reported every 15 s while practice runs', async ({ page, server }) => {
  await startPractice(page)
  const { sessionToken } = await storedGuest(page)
  await page.clock.runFor(16_000)
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBe(15)
  await page.clock.runFor(15_000)
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBe(30)
})

test('[PRA-42, PRA-13] End asks once; Go on leads back, End session to what was answered', async ({
  page,
}) => {
  const screen = await startPractice(page, { problems: 50 })
  await answerMany(page, 3, 50)
  const problem = await readProblem(page)
  await screen.end.click()
  const question = page.getByRole('dialog', { name: messages.paused.endTitle })
  await expect(question).toBeVisible()
  await page.clock.fastForward(600_000)
  await screen.resume.click()
  await expect(question).toBeHidden()
  expect(await readProblem(page)).toEqual(problem)
  await screen.end.click()
  await screen.endSession.click()
  await expect(screen.processing).toBeVisible()
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.correct)).toHaveText('3 of 3')
  await expect(page.getByText(messages.results.endedByTimer)).toBeHidden()
})

test('[PRA-42] a pause is the question already: End session there ends at once', async ({ page }) => {
  const screen = await startPractice(page)
  await answerMany(page, 1, 10)
  await screen.pause.click()
  await expect(page.getByRole('heading', { name: messages.paused.title })).toBeVisible()
  await screen.endSession.click()
  await expect(screen.processing).toBeVisible()
})

test('[PRA-40] 2 minutes, and 5 minutes for 50 problems unless the child has chosen', async ({ page }) => {
  const screen = await openSetup(page)
  const chosen = page
    .getByRole('group', { name: messages.setup.timeLegend })
    .getByRole('radio', { checked: true })
  await expect(chosen).toHaveAccessibleName('2 minutes')
  await screen.count(50).click()
  await expect(chosen).toHaveAccessibleName('5 minutes')
  await expect(page.getByText('Up to 5 minutes.')).toBeVisible()
  await screen.count(10).click()
  await expect(chosen).toHaveAccessibleName('2 minutes')
  await screen.time('2 minutes').click()
  await screen.count(50).click()
  await expect(chosen).toHaveAccessibleName('2 minutes')
  await screen.start.click()
  await expect(screen.clock).toHaveText('2:00')
})

test('[PRA-40, PRA-3] a duration in the address wins over the choice', async ({ page }) => {
  const screen = await openSetup(page, { durationSeconds: 60 })
  await screen.count(50).click()
  await expect(page.getByText('Up to 1 minute.')).toBeVisible()
  await expect(page.getByRole('group', { name: messages.setup.timeLegend })).toBeHidden()
  await screen.start.click()
  await expect(screen.clock).toHaveText('1:00')
})

test('[PRA-24, PRA-41] without a clock none is seen and none ends the session; it is remembered', async ({
  page,
  server,
}) => {
  const screen = await openSetup(page)
  await screen.time('No clock').click()
  await expect(page.getByText(messages.setup.leadNoClock)).toBeVisible()
  await start(page)
  await expect(screen.clock).toBeHidden()
  await expect(screen.timeLeft).toBeHidden()
  await answerMany(page, 1, 10)
  await page.clock.fastForward(400_000)
  await page.reload()
  await expect(screen.goOn).toBeVisible()
  await expect(page.getByText(/left\./)).toBeHidden()
  await screen.goOn.click()
  await expect(screen.clock).toBeHidden()
  await answerMany(page, 9, 10, 1)
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toMatchObject([{ score: 50 }])
  await screen.playAgain.click()
  await expect(page.getByRole('radio', { name: 'No clock' })).toBeChecked()
})

test('[PRA-41, GST-7] without a clock a guest plays no longer than what is left of the day', async ({
  page,
}) => {
  const screen = await openSetup(page)
  await screen.time('No clock').click()
  await start(page)
  await answerMany(page, 1, 10)
  await page.clock.runFor(600_000)
  await expect(screen.processing.or(screen.playAgain)).toBeVisible()
  await page.clock.runFor(2600)
  await screen.playAgain.click()
  await screen.start.click()
  await expect(page.getByText('You have used up your 10 minutes for today!')).toBeVisible()
})

for (const [query, minutes] of [
  ['abc', '2 minutes'],
  ['-5', '2 minutes'],
  ['0', '2 minutes'],
  ['NaN', '2 minutes'],
  ['60', '1 minute'],
] as const) {
  test(`[PRA-3] duration=${query} gives a session of ${minutes}`, async ({ page }) => {
    await page.goto(`/practice/addition_facts?guest=true&duration=${query}`)
    await expect(page.getByText(`Up to ${minutes}.`)).toBeVisible()
  })
}

test('[PRA-3, GST-7] a long duration gives a session no longer than what is left of the day', async ({
  page,
}) => {
  await page.goto('/practice/addition_facts?guest=true&duration=3600')
  await expect(page.getByText('Up to 10 minutes.')).toBeVisible()
})
