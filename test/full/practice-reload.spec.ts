import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { becomeGuest, storedGuest } from '../browser/guest.ts'
import { childOf, classElsewhere, keptHere, signIn, totalsOf } from '../browser/child.ts'
import { answerMany, resultOf, start, startPractice } from '../browser/practice-screen.ts'
import { storedResults } from '../browser/stored.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
})

test('[PRA-34] a student’s reload during Session Complete shows the results, and the session is recorded once', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto('/practice/addition_facts')
  const screen = await start(page)
  await answerMany(page, 10, 10)
  await expect(screen.processing).toBeVisible()
  await page.reload()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  await expect.poll(() => totalsOf(page, server.origin)).toEqual({ attempts: 10, sessions: 1, points: 50 })
  await page.reload()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  await expect.poll(() => keptHere(page)).not.toContain(expect.stringContaining('outbox'))
  expect(await totalsOf(page, server.origin)).toEqual({ attempts: 10, sessions: 1, points: 50 })
})

test('[PRA-19] results stay when the page is reloaded, and are gone once the child leaves them', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page)
  await answerMany(page, 10, 10)
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  await page.reload()
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  const { sessionToken } = await storedGuest(page)
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toHaveLength(1)
  await page.goto('/practice/division_facts?guest=true')
  await expect(screen.start).toBeVisible()
  await page.reload()
  await expect(screen.start).toBeVisible()
  await start(page)
  await answerMany(page, 10, 10)
  await page.clock.runFor(2600)
  await expect(screen.playAgain).toBeVisible()
  await page.goBack()
  // The results are left once another page stands there.
  await expect(screen.start).toBeVisible()
  await page.goForward()
  await expect(screen.start).toBeVisible()
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toHaveLength(2)
})

test('[PRA-22, GST-9] with full local storage the page warns once, and the session runs to its results', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/Failed to save practice session to localStorage|Failed to save the guest session/)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await startPractice(page)
  await answerMany(page, 10, 10)
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.points)).toHaveText('50')
  expect(watch.console.join()).toContain(messages.warnings.save)
})
