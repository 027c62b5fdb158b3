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
} from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'
import { storedResults, storedSeconds } from './stored.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
})

test('[PRA-14, PRA-3, PRA-31] the timer ends a session of 10 s at once, and the answers so far count', async ({
  page,
  server,
}) => {
  await openSetup(page, { durationSeconds: 10 })
  await stopClock(page)
  const screen = await start(page, { problems: 20 })
  for (const done of [0, 1]) {
    await page.clock.runFor(1000)
    await answerMany(page, 1, 20, done)
  }
  await page.keyboard.type('1')
  await page.clock.runFor(8100)
  await expect(screen.processing).toBeVisible()
  await page.clock.runFor(2600)
  await expect(page.getByText(messages.results.endedByTimer)).toBeVisible()
  await expect(resultOf(page, messages.results.correct)).toHaveText(messages.results.correctOf(2, 2))
  await expect(resultOf(page, messages.results.points)).toHaveText('10')
  const { sessionToken } = await storedGuest(page)
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 10, problemsSolved: 2, correctAnswers: 2 }])
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBe(10)
})

test('[SCO-5, PRA-16, PRA-31] a session without an answer shows 0, never NaN, and is not sent as a score', async ({
  page,
  server,
}) => {
  await startPractice(page, { durationSeconds: 10 })
  await page.clock.runFor(10_000)
  await page.clock.runFor(2600)
  await expect(page.getByText(messages.results.levelLine('keep_going'))).toBeVisible()
  await expect(resultOf(page, messages.results.correct)).toHaveText(messages.results.correctOf(0, 0))
  await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity|undefined/)
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBe(10)
  expect(storedResults(server.dataDir, sessionToken)).toEqual([])
})

test('[PRA-17, PRA-30] a pause stops the clock, hides the problem, and does not count as practice', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page)
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
  await expect(resultOf(page, messages.results.correct)).toHaveText(messages.results.correctOf(1, 1))
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toHaveLength(1)
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBeGreaterThanOrEqual(5)
  expect(await storedSeconds(server.origin, sessionToken)).toBeLessThan(60)
})
