import type { OwnClassGoal } from '../../contract/class-goals.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { achievementMessages } from '../../web/features/achievements/messages.en.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { closedDoor } from './boards.ts'
import { childOf, classElsewhere, signIn } from './child.ts'
import { expect, test } from './fixtures.ts'
import { startFirstSet } from './guest.ts'
import { callsOf } from './people.ts'
import { answerMany, practiceScreen, readProblem, typeAnswer, wrongFor } from './practice-screen.ts'

type Progress = { readonly achievements: readonly { readonly id: string }[]; readonly announced: unknown }

test('[ACH-17, ACH-15, ACH-16] results announce achievements of a guest and then of the student, each once', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  const screen = practiceScreen(page)
  const news = page.getByRole('region', { name: achievementMessages.announced })
  const { of } = achievementMessages
  const about = { amount: 1, fact: '', numbers: [0, 0] } as const
  const triedAgain = of['tried-again'].title(about)
  const firstPractice = of['first-practice'].title(about)

  await startFirstSet(page)
  await expect(screen.problem).toHaveText(/=$/)
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await expect(page.getByText(messages.problem.notYet)).toBeVisible()
  await expect(page.getByText(messages.problem.notYet)).toBeHidden()
  await answerMany(page, 10, 10)
  await expect(news.getByText(triedAgain, { exact: true })).toBeVisible()
  // One large achievement and two small ones; the fourth waits for the next results.
  await expect(news.getByRole('listitem')).toHaveCount(2)
  await expect(news.getByText(firstPractice, { exact: true })).toBeHidden()
  // What is below the screen counts as shown once it is scrolled to.
  await news.scrollIntoViewIfNeeded()
  const shown = () => page.evaluate(() => localStorage.getItem('tenfold.guestAchievements') ?? '')
  await expect.poll(async () => (await shown()).match(/"shownAtMs":\d/g)?.length).toBe(3)
  await page.goto('/garden')
  for (const title of [triedAgain, firstPractice])
    await expect(page.getByText(title, { exact: true })).toBeVisible()

  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto(`/practice/${TODAYS_TEN}`)
  await expect(screen.problem).toHaveText(/=$/)
  await answerMany(page, 10, 10)
  await expect(news.getByText(firstPractice, { exact: true })).toBeVisible()
  await expect(news.getByText(triedAgain, { exact: true })).toBeHidden()
  await news.scrollIntoViewIfNeeded()
  const readProgress = async () => (await callsOf(page, server.origin).get('/api/me/progress')) as Progress
  await expect.poll(async () => (await readProgress()).announced).toBeNull()
  const { achievements } = await readProgress()
  expect(achievements.map(({ id }) => id)).toEqual(expect.arrayContaining(['tried-again', 'first-practice']))
})

test('[ACH-20] home announces what the class achieved without moving anything, until it is closed', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  const door = closedDoor()
  const own: OwnClassGoal = { goal: null, announced: { id: 'class-goal', level: 1 } }
  await page.route('**/api/me/class-goal', async (route) => {
    await door.opened
    await route.fulfill({ json: own })
  })
  const told = page.waitForRequest('**/api/me/achievements/shown')
  const asked = page.waitForRequest('**/api/me/class-goal')
  await signIn(page, made, childOf(made, 'Mia'))
  await asked
  const footer = page.getByRole('contentinfo')
  const before = await footer.boundingBox()
  door.open()
  const news = page.getByRole('region', { name: achievementMessages.announced })
  await expect(news).toBeInViewport({ ratio: 1 })
  expect(await footer.boundingBox()).toEqual(before)
  expect((await told).postDataJSON()).toEqual({ shown: [{ id: 'class-goal', level: 1 }] })
  await page.getByRole('button', { name: uiMessages.close }).press('Enter')
  await expect(news).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
