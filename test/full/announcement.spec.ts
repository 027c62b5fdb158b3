import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { achievementMessages } from '../../web/features/achievements/messages.en.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { childOf, classElsewhere, signIn } from '../browser/child.ts'
import { expect, test } from '../browser/fixtures.ts'
import { startFirstSet } from '../browser/guest.ts'
import { callsOf } from '../browser/people.ts'
import { answerMany, practiceScreen, readProblem, typeAnswer, wrongFor } from '../browser/practice-screen.ts'

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
