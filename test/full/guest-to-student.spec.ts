import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../browser/fixtures.ts'
import { childOf, classElsewhere, keptHere, signIn } from '../browser/child.ts'
import { becomeGuest } from '../browser/guest.ts'
import { callsOf } from '../browser/people.ts'
import {
  answerMany,
  openSetup,
  practiceScreen,
  readProblem,
  start,
  startPractice,
  typeAnswer,
} from '../browser/practice-screen.ts'
import { copyNumbers, warmUpScreen } from '../browser/warm-up-steps.ts'
import { importMessages } from '../../web/features/classes/import.messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { signInPageMessages } from '../../web/pages/sign-in-page.messages.en.ts'

/** What this browser keeps of a player, as far as these tests look. */
type Kept = {
  readonly memory: { readonly problems: number }
  readonly entries: { readonly keyboard: { readonly measuredMs: number | null } }
}

/** A guest with three right answers in a running session, and the class of a child who is about to sign in. */
async function guestUnderWay(page: Page, browser: Browser, origin: string) {
  const made = await classElsewhere(browser, origin, ['Mia'])
  await becomeGuest(page)
  await startPractice(page)
  await answerMany(page, 3, 10)
  return { made, mia: childOf(made, 'Mia') }
}

/** The points of the day of the student who is signed in in this browser. */
async function pointsToday(page: Page, origin: string): Promise<number> {
  const day = (await callsOf(page, origin).get('/api/daily-stats')) as { totalDailyPoints: number }
  return day.totalDailyPoints
}

/** A whole session as the student: ten right answers. */
async function playAsStudent(page: Page): Promise<void> {
  const screen = practiceScreen(page)
  await expect(screen.start).toBeVisible()
  await screen.count(10).click()
  await screen.start.click()
  await expect(screen.problem).toBeVisible()
  // The address of the tab may still be the guest's.
  await answerMany(page, 10, 10)
  await expect(screen.rank).toBeVisible()
}

/** Everything has been sent, and nothing of the guest is left to send again. */
async function nothingWaits(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    await expect
      .poll(async () => (await keptHere(page)).join('\n'))
      .not.toMatch(/tenfold\.(outbox|student-outbox|merge)|guestSession/)
  }
}

test('[SIN-5] a guest’s session that another tab ends by signing a child in counts for the child, once', async ({
  page,
  context,
  browser,
  server,
  watch,
}) => {
  // Minutes of a guest who has become a student are nobody's (ADR 0019).
  watch.expectConsole(/409/)
  const { made, mia } = await guestUnderWay(page, browser, server.origin)
  const other = await context.newPage()
  await signIn(other, made, mia)
  await expect.poll(() => pointsToday(page, server.origin)).toBe(15)
  await page.bringToFront()
  // The tab of the guest is the student's now, and what is played in it as well.
  await playAsStudent(page)
  await expect.poll(() => pointsToday(page, server.origin)).toBe(65)
  await nothingWaits(context)
  expect(await pointsToday(page, server.origin)).toBe(65)
})

test('[SIN-5] a guest who leaves a session to sign in and returns keeps its answers, once', async ({
  page,
  context,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/409/)
  const { made, mia } = await guestUnderWay(page, browser, server.origin)
  await page.goBack()
  await page.getByRole('link', { name: frameMessages.signIn }).click()
  await signIn(page, made, mia)
  await expect.poll(() => pointsToday(page, server.origin)).toBe(15)
  await page.goBack()
  await page.goto('/practice/addition_facts')
  await playAsStudent(page)
  await expect.poll(() => pointsToday(page, server.origin)).toBe(65)
  await nothingWaits(context)
  expect(await pointsToday(page, server.origin)).toBe(65)
})

test('[LRN-35, GAR-17] a guest’s memory and entry time become the student’s on signing in, without points again, and leave the device', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await becomeGuest(page)
  await openSetup(page)
  const warmUp = warmUpScreen(page)
  await warmUp.begin.click()
  await copyNumbers(page, 10)
  await start(page)
  const asked: string[] = []
  for (let done = 1; done <= 3; done += 1) {
    const problem = await readProblem(page)
    asked.push(problem.text)
    // As long as a child takes to read it.
    await page.waitForTimeout(1800)
    await typeAnswer(page, problem.answer)
    await expect(practiceScreen(page).progress(done, 10)).toBeVisible()
  }
  const kept = (player: string): Promise<Kept | null> =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `tenfold.learning.${player}`)
  const measured = (await kept('guest'))?.entries.keyboard.measuredMs
  expect(measured).toEqual(expect.any(Number))
  // As if it had been yesterday: the garden may be another child's.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('tenfold.guestLog.')) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...session, practiceDay: 'yesterday' }))
  })
  await page.addLocatorHandler(
    page.getByRole('alertdialog', { name: signInPageMessages.whose }),
    async (found) => {
      await expect(found).toContainText(signInPageMessages.found('', 3).trim())
      await found.getByRole('button', { name: importMessages.isSame }).click()
    },
  )
  await signIn(page, made, childOf(made, 'Mia'))
  const calls = callsOf(page, server.origin)
  const seen = async () =>
    ((await calls.get('/api/me/memory')) as { memory: { problems: number } }).memory.problems
  await expect.poll(seen).toBe(asked.length)
  expect(await pointsToday(page, server.origin)).toBe(15)
  const { id } = (await calls.get('/api/me')) as { id: string }
  await expect.poll(async () => (await kept(id))?.memory.problems).toBe(asked.length)
  expect((await kept(id))?.entries.keyboard.measuredMs).toBe(measured)
  expect(await kept('guest')).not.toHaveProperty('memory')
})
