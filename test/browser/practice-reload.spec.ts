import { messages } from '../../web/features/practice/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storedGuest } from './guest.ts'
import { keptSession } from './kept-session.ts'
import {
  answerMany,
  openSetup,
  practiceScreen,
  readProblem,
  resultOf,
  start,
  startPractice,
} from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'
import { storedResults } from './stored.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
})

test('[PRA-20] choosing another league with an interrupted session: Go on leads to its own address, or the other one starts', async ({
  page,
}) => {
  const screen = await startPractice(page, { league: 'addition_facts' })
  await answerMany(page, 2, 10)
  const problem = await readProblem(page)
  await page.goto('/practice/division_facts?guest=true')
  await screen.goOn.click()
  await expect(page).toHaveURL(/\/practice\/addition_facts\?guest=true$/)
  expect(await readProblem(page)).toEqual(problem)
  await answerMany(page, 1, 10, 2)
  await page.goto('/practice/division_facts?guest=true')
  await page
    .getByRole('button', { name: messages.interrupted.startOther(LEAGUE_NAMES.division_facts) })
    .click()
  await expect(page.getByRole('heading', { name: LEAGUE_NAMES.division_facts })).toBeVisible()
  await start(page)
  await expect(screen.progress(0, 10)).toBeVisible()
})

test('[PRA-33] a session is played in one tab at a time, the one that continued last', async ({
  page,
  context,
  server,
}) => {
  const here = await startPractice(page)
  await answerMany(page, 2, 10)
  const other = await context.newPage()
  await other.goto('/practice/addition_facts?guest=true')
  const there = practiceScreen(other)
  await there.goOn.click()
  await expect(here.goOn).toBeVisible()
  await answerMany(other, 1, 10, 2)
  const problem = await readProblem(other)
  await expect.poll(async () => (await keptSession(page)).responses, 'this tab has read it').toHaveLength(3)
  await here.goOn.click()
  await expect(there.goOn).toBeVisible()
  expect(await readProblem(page)).toEqual(problem)
  await answerMany(page, 7, 10, 3)
  await expect(there.start).toBeVisible()
  await page.clock.runFor(2600)
  await expect(here.playAgain).toBeVisible()
  const { sessionToken } = await storedGuest(page)
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 50, problemsSolved: 10 }])
})

test("[PRA-33] a tab in setup does not affect another tab's session", async ({ page, context }) => {
  const idle = await context.newPage()
  await openSetup(idle)
  const screen = await startPractice(page)
  await answerMany(page, 2, 10)
  await idle.close({ runBeforeUnload: true })
  await answerMany(page, 1, 10, 2)
  await page.reload()
  await screen.goOn.click()
  await expect(screen.progress(3, 10)).toBeVisible()
})

test('[PRA-34, OUT-2] a reload during Session Complete shows the results, and the score is sent once', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page)
  await answerMany(page, 9, 10)
  await stopClock(page)
  await answerMany(page, 1, 10, 9)
  await expect(screen.processing).toBeVisible()
  await page.reload()
  await page.clock.resume()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toHaveLength(1)
  await page.reload()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  await page.clock.runFor(10_000)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('outbox')
  expect(storedResults(server.dataDir, sessionToken)).toMatchObject([{ score: 50, problemsSolved: 10 }])
})

test('[GST-9, OUT-6, PRA-22] with local storage disabled a child plays from Play Now to the results', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/Failed to (save|restore) practice session|Failed to save the guest session/)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await becomeGuest(page)
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await start(page)
  await answerMany(page, 10, 10)
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
})
