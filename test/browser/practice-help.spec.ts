import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest } from './guest.ts'
import { askedFirst, rememberDoubles } from './practice-screens.ts'
import { FRAME_MS } from './screens.ts'
import { answerMany, endSession, readProblem, startPractice, typeAnswer } from './practice-screen.ts'

const FEEDBACK_MS = 2000

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
})

for (const { factId, wrong, hint, picture } of [
  {
    factId: 'addition-8-5',
    wrong: 12,
    hint: 'Make a ten: 8 + 2. Then 3 more.',
    picture: 'A picture of 8 plus 5: 8 dots and 5 dots in ten-frames, where some move over to make a ten.',
  },
  {
    factId: 'multiplication-6-7',
    wrong: 36,
    hint: 'So close! 36 needs one more 6.',
    picture: 'A picture of 6 times 7: 7 rows of 6 dots, the last one marked.',
  },
  {
    factId: 'multiplication-6-7',
    wrong: 48,
    hint: 'So close! 48 is one 6 too many.',
    picture: 'A picture of 6 times 7: 7 rows of 6 dots, and one more row crossed out.',
  },
  {
    factId: 'addition-7-8',
    wrong: 14,
    hint: 'You know 7 + 7 = 14. This is 1 more.',
    picture: 'A picture of 7 plus 8: 7 dots and 8 dots in ten-frames, where some move over to make a ten.',
  },
  {
    factId: 'addition-3-4',
    wrong: 8,
    hint: 'You know 3 + 3 = 6. This is 1 more.',
    picture: 'A picture of 3 plus 4: on a number line, a jump from 3 forward by 4.',
  },
]) {
  test(`[DIA-5] ${factId} answered with ${wrong}: "${hint}"`, async ({ page }) => {
    await rememberDoubles(page)
    const screen = await askedFirst(page, factId, false)
    const problem = await readProblem(page)
    await page.clock.runFor(3000)
    await typeAnswer(page, wrong)
    await expect(page.getByText(messages.problem.tryAgain(2))).toBeVisible()
    await expect(page.getByText(hint)).toBeVisible()
    await expect(screen.model).toHaveAccessibleName(picture)
    await page.clock.runFor(FEEDBACK_MS)
    await expect(page.getByText(messages.problem.tryAgain(2))).toBeHidden()
    await expect(page.getByText(hint)).toBeVisible()
    await typeAnswer(page, problem.answer)
    await page.clock.runFor(FRAME_MS)
    await expect(screen.progress(1, 10)).toBeVisible()
    await expect(page.getByText(hint)).toBeHidden()
  })
}

test('[DIA-5] a number that was only mistyped opens no picture; "Show me" still does', async ({ page }) => {
  const screen = await askedFirst(page, 'addition-7-8', false)
  await page.clock.runFor(3000)
  await typeAnswer(page, 155)
  await expect(page.getByText('Check what you typed.')).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(screen.model).toBeHidden()
  await screen.showMe.click()
  await expect(screen.model).toBeVisible()
})

test('[LRN-36] "?" stops the clock and says why the problem is asked; the answer goes on where it was', async ({
  page,
}) => {
  await rememberDoubles(page)
  const screen = await askedFirst(page, 'addition-7-7', false)
  await page.keyboard.type('1')
  await screen.why.click()
  const dialog = page.getByRole('dialog', { name: messages.why.title })
  await expect(dialog).toContainText('Do you remember this one?')
  await expect(dialog).toContainText(
    /For grown-ups: Known, first right on [A-Z][a-z]+ \d+, \d{4}\. Due for review after 5 days\./,
  )
  await expect(screen.problem).toBeHidden()
  const before = await screen.clock.innerText()
  await page.clock.runFor(60_000)
  await expect(screen.clock).toHaveText(before)
  await screen.resume.click()
  await expect(screen.answer).toBeFocused()
  await expect(screen.answer).toHaveValue('1')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await page.clock.runFor(FRAME_MS)
  await expect(screen.progress(1, 10)).toBeVisible()
})

test('[LRN-36] the results list what was asked by its reason', async ({ page }) => {
  const screen = await startPractice(page)
  const first = await readProblem(page)
  await screen.why.click()
  await expect(page.getByRole('dialog')).toContainText('Here’s a new one!')
  await screen.resume.click()
  await answerMany(page, 3, 10)
  await endSession(page)
  await page.clock.runFor(2600)
  const reasons = page.getByRole('group').filter({ hasText: messages.why.ofSession })
  await page.getByText(messages.why.ofSession).click()
  await expect(reasons).toContainText('Here’s a new one!')
  await expect(reasons).toContainText(first.text.replace(' =', ''))
  await expect(reasons).toContainText('First time asked.')
})
