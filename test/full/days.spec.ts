import type { Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { childOf, classElsewhere, signIn, signOut } from '../browser/child.ts'
import { dayClock } from '../browser/days.ts'
import { becomeGuest, playingAs, startFirstSet } from '../browser/guest.ts'
import {
  answerMany,
  openSetup,
  practiceScreen,
  readProblem,
  start,
  thinkLikeAChild,
  typeAnswer,
  wrongFor,
} from '../browser/practice-screen.ts'
import { progressMessages } from '../../web/features/progress/messages.en.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'

const THURSDAY = '2030-04-18T10:00-04:00'
const FRIDAY = '2030-04-19T10:00-04:00'
const MONDAY = '2030-04-22T10:00-04:00'
const WEDNESDAY = '2030-04-24T10:00-04:00'
/** Later than the garden of a guest is kept. */
const A_MONTH_LATER = '2030-05-22T10:00-04:00'

/** Added to the time of each answer: what comes faster than a child can type shows nothing about what it knows (LRN-3). */
const THINKING_MS = 1_400

/** Answers ten problems rightly, and returns them as written. */
async function answerTen(page: Page): Promise<string[]> {
  const asked: string[] = []
  for (let done = 0; done < 10; done += 1) {
    asked.push((await readProblem(page)).text)
    await page.clock.fastForward(THINKING_MS)
    await answerMany(page, 1, 10, done)
  }
  return asked
}

const clock = dayClock(THURSDAY)
test.use({ serverSettings: clock.settings })
test.afterAll(() => clock.discard())

test('[GAR-13, TEN-4, LRN-4, STR-11] on a guest’s third day the animal, the garden and its days are there, each day has an empty frame, and missed facts come back', async ({
  page,
  context,
}) => {
  const screen = practiceScreen(page)
  const card = page.getByRole('region', { name: todayMessages.name })
  await context.clock.install()
  await clock.goTo(context, THURSDAY)
  await startFirstSet(page)
  const missed = await readProblem(page)
  await page.clock.fastForward(THINKING_MS)
  await typeAnswer(page, wrongFor(missed))
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeVisible()
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeHidden()
  await answerTen(page)
  await screen.back.click()
  // The name is new each day; its animal stays.
  const animal = /[A-Z][a-z]+(?=\d+$)/.exec(await playingAs(page).innerText())?.[0] ?? ''

  for (const day of [FRIDAY, MONDAY]) {
    await clock.goTo(context, day)
    await page.goto('/guest')
    await expect(playingAs(page)).toContainText(animal)
    await card.getByRole('button', { name: todayMessages.play }).click()
    const asked = await answerTen(page)
    expect(asked).toContain(missed.text)
    await expect(screen.back).toBeVisible()
  }

  await page.goto('/guest')
  // The weekend costs nothing.
  for (const text of [progressMessages.streak.days(3), progressMessages.streak.run(3, 3)])
    await expect(page.getByText(text)).toBeVisible()
  await page.goto('/garden')
  await expect(page.getByRole('heading', { name: progressMessages.streak.days(3) })).toBeVisible()
  await expect(page.getByRole('img', { name: progressMessages.streak.week(1) })).toBeVisible()
  for (const day of ['April 18, 2030', 'April 22, 2030'])
    await expect(page.getByText(day).first()).toBeVisible()

  await clock.goTo(context, A_MONTH_LATER)
  await page.goto('/guest')
  await expect(page.getByText(progressMessages.streak.days(0))).toBeVisible()
})

test('[GAR-13, LRN-3] ten of ten right on a guest’s first day give ten sprouts, on the results and in the garden', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await clock.goTo(context, THURSDAY)
  await startFirstSet(page)
  await answerTen(page)
  await expect(page.getByText(messages.grew.sprouts(10))).toBeVisible()
  await page.goto('/garden')
  await expect(page.getByRole('listitem').filter({ hasText: gardenMessages.grown.sprouts(10) })).toBeVisible()
})

test('[LRN-14] a new child’s first problems in a league are sums to 10', async ({ page, context }) => {
  await context.clock.install()
  await clock.goTo(context, THURSDAY)
  await becomeGuest(page)
  await openSetup(page, { league: 'addition_facts' })
  await start(page)
  for (let done = 0; done < 5; done += 1) {
    const { text, answer } = await readProblem(page)
    expect(answer, text).toBeLessThanOrEqual(10)
    await page.clock.fastForward(THINKING_MS)
    await answerMany(page, 1, 10, done)
  }
})

test('[STR-1, STR-2] a week with a weekend, days without school and one missed day keeps its run', async ({
  page,
  context,
  browser,
  server,
}) => {
  await clock.goTo(context, THURSDAY)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  for (const [day, run, days] of [
    [THURSDAY, progressMessages.streak.days(1), progressMessages.streak.days(1)],
    [FRIDAY, studentMessages.run(2), progressMessages.streak.days(2)],
    [MONDAY, studentMessages.run(3), progressMessages.streak.days(3)],
    [WEDNESDAY, studentMessages.run(4), progressMessages.streak.days(4)],
  ] as const) {
    await clock.goTo(context, day)
    await signIn(page, made, childOf(made, 'Mia'))
    await page.goto('/practice/addition_facts')
    await start(page)
    // Quicker answers count for no day.
    for (let done = 0; done < 10; done += 1) {
      await thinkLikeAChild(page)
      await answerMany(page, 1, 10, done)
    }
    // The rank is there once the server has all answers.
    await expect(practiceScreen(page).rank).toBeVisible()
    await page.goto('/me')
    await expect(page.getByText(run)).toBeVisible()
    await expect(page.getByRole('heading', { name: days })).toBeVisible()
    await signOut(page)
  }
})
