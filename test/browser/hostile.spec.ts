import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storeBeforehand } from './guest.ts'
import { factsOf, keptSession } from './kept-session.ts'
import { answerRightly, practiceScreen, readProblem, resultOf, startPractice } from './practice-screen.ts'

test('[PRA-28] practice without guest=true goes to the guest home', async ({ page }) => {
  await page.goto('/practice/addition_facts')
  await expect(page).toHaveURL(/\/guest$/)
  await page.goto('/practice')
  await expect(page).toHaveURL(/\/guest$/)
})

test('[PRA-28] practice with guest=true but without a session goes to the guest home', async ({ page }) => {
  await page.goto('/practice/addition_facts?guest=true')
  await expect(page).toHaveURL(/\/guest$/)
  await expect(page.getByRole('button', { name: 'Play Now' })).toBeVisible()
})

test('[PRA-28] practice with a guest session that cannot be read goes to the guest home', async ({
  page,
}) => {
  await storeBeforehand(page, 'guestSession', '{"sessionToken":')
  await page.goto('/practice/addition_facts?guest=true')
  await expect(page).toHaveURL(/\/guest$/)
})

const ALL_FOUR = [
  '/practice?guest=true',
  '/practice/unknown_league?guest=true',
  '/practice/__proto__?guest=true',
  '/practice/constructor?guest=true',
  '/practice/%3Cimg%20src=x%20onerror=alert(1)%3E?guest=true',
  '/practice/%F0%9F%92%A9?guest=true&type=%00',
]
for (const path of ALL_FOUR) {
  test(`[PRA-4, SEC-6] ${path} practises all four operations`, async ({ page }) => {
    await becomeGuest(page)
    await page.goto(path)
    const screen = practiceScreen(page)
    await screen.count(20).click()
    await screen.start.click()
    await expect(screen.problem).toBeVisible()
    const { currentSession } = await keptSession(page)
    expect(currentSession).toMatchObject({ sessionType: 'all_operations', totalProblems: 20 })
  })
}

for (const operation of ['addition', 'subtraction', 'multiplication', 'division']) {
  test(`[PRA-35] /practice?type=${operation} practices that operation`, async ({ page }) => {
    await becomeGuest(page)
    await page.goto(`/practice?guest=true&type=${operation}`)
    await practiceScreen(page).start.click()
    await expect(practiceScreen(page).problem).toBeVisible()
    const kept = await keptSession(page)
    expect(kept.currentSession.sessionType).toBe(`${operation}_facts`)
    expect(new Set(factsOf(kept).map((fact) => fact.operation))).toEqual(new Set([operation]))
  })
}

test('[SEC-6, PRA-3] hostile query parameters change nothing', async ({ page }) => {
  await becomeGuest(page)
  for (const query of [
    'duration=1e308',
    'duration=%3Cimg%20src=x%20onerror=alert(1)%3E',
    'duration=10&duration=20',
    'type=__proto__&guest=true&guest=false',
    '%=%&&&==',
  ]) {
    await page.goto(`/practice/addition_facts?guest=true&${query}`)
    await expect(practiceScreen(page).start).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
})

test('[PRA-10, PRA-13] double clicks on everything: nothing is submitted or skipped twice', async ({
  page,
}) => {
  await becomeGuest(page)
  await page.getByRole('button', { name: /Addition Facts/ }).dblclick()
  const screen = practiceScreen(page)
  await screen.count(10).click()
  await screen.start.dblclick()
  await expect(screen.problem).toBeVisible()
  const { answer } = await readProblem(page)
  for (const digit of String(answer)) await screen.key(digit).click()
  await screen.submit.dblclick()
  await expect(screen.progress(1, 10)).toBeVisible()
  expect((await keptSession(page)).responses).toMatchObject([{ correct: true, attempts: 1 }])
  for (let miss = 0; miss < 3; miss += 1) {
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(page.getByText(miss < 2 ? /Try again!/ : /Answer: \d+/)).toBeVisible()
    await expect(page.getByText(/Try again!/)).toBeHidden()
  }
  await screen.proceed.dblclick()
  await expect(screen.progress(2, 10)).toBeVisible()
  expect((await keptSession(page)).responses).toHaveLength(2)
})

test('[PRA-10, PRA-26, PRA-16] ten answers as fast as keys can come: every key is taken, in order, none is lost', async ({
  page,
}) => {
  await becomeGuest(page)
  await startPractice(page, { league: 'mixed_add_sub' })
  await page.evaluate(() => {
    for (let problem = 0; problem < 10; problem += 1) {
      // The problem stands on the screen in the very turn of the key.
      const [, left, sign, right] =
        /(\d+) (\S) (\d+)/.exec(document.querySelector('#problem')?.textContent ?? '') ?? []
      const answer = sign === '+' ? Number(left) + Number(right) : Number(left) - Number(right)
      for (const key of [...String(answer), 'Enter']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        document.body.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
      }
    }
  })
  await expect(resultOf(page, 'Points')).toHaveText('50')
})

test('[PRA-7] pasted letters are dropped', async ({ page }) => {
  await becomeGuest(page)
  const screen = await startPractice(page)
  await screen.answer.focus()
  await page.keyboard.insertText('a<b>1²x')
  await expect(screen.answer).toHaveValue('1')
  await screen.key('Clear').click()
  await expect(screen.answer).toHaveValue('')
  await page.keyboard.type('abc!? e')
  await expect(screen.answer).toHaveValue('')
  await expect(screen.submit).toBeDisabled()
})

test('[PRA-7, PRA-8] a minus stands before the digits alone: 99-- is 99', async ({ page }) => {
  await becomeGuest(page)
  const screen = await startPractice(page)
  await page.keyboard.type('99--')
  await expect(screen.answer).toHaveValue('99')
  await expect(screen.submit).toBeEnabled()
  await page.keyboard.press('Escape')
  await screen.pause.focus()
  await page.keyboard.type('--9-')
  await expect(screen.answer).toHaveValue('-9')
})

test('[PRA-7, PRA-8, PRA-9] what is no whole number is no right answer and no try: the screen says what is wrong', async ({
  page,
}) => {
  await becomeGuest(page)
  const screen = await startPractice(page)
  const wrong = page.getByText(messages.problem.onlyDigits)
  const problem = await readProblem(page)
  for (const text of [`${problem.answer}.5`, '-', '.']) {
    await page.keyboard.type(text)
    await expect(screen.submit).toBeEnabled()
    await expect(wrong).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(wrong).toBeVisible()
    await expect(screen.answer).toHaveValue(text)
    await page.keyboard.press('Escape')
    await expect(wrong).toBeHidden()
  }
  await page.keyboard.type('-')
  await screen.submit.click()
  await expect(wrong).toBeVisible()
  await expect(screen.answer).toBeFocused()
  await page.keyboard.press('Backspace')
  expect(await readProblem(page)).toEqual(problem)
  await answerRightly(page)
  await expect(screen.badge).toHaveText('+5')
  await expect(wrong).toBeHidden()
})

test('[PRA-7] the keypad adds at most three digits, takes the last one back and clears', async ({ page }) => {
  await becomeGuest(page)
  const screen = await startPractice(page)
  for (const digit of ['1', '2', '3', '4']) await screen.key(digit).click()
  await expect(screen.answer).toHaveValue('123')
  await screen.key('Delete the last digit').click()
  await expect(screen.answer).toHaveValue('12')
  await page.keyboard.press('Backspace')
  await expect(screen.answer).toHaveValue('1')
  await screen.key('Clear').click()
  await expect(screen.answer).toHaveValue('')
  await expect(screen.submit).toBeDisabled()
})

test('[PRA-26] digits and Enter reach the answer wherever the focus is', async ({ page }) => {
  await becomeGuest(page)
  const screen = await startPractice(page)
  await screen.pause.focus()
  const { answer } = await readProblem(page)
  await page.keyboard.type(String(answer))
  await expect(screen.answer).toHaveValue(String(answer))
  await page.keyboard.press('Enter')
  await expect(screen.progress(1, 10)).toBeVisible()
  await screen.key('5').focus()
  const second = await readProblem(page)
  await page.keyboard.type(String(second.answer))
  await page.keyboard.press('Enter')
  await expect(screen.progress(2, 10)).toBeVisible()
})

test('[PRA-23] an error while drawing practice shows the sentence, Try Again and Go Home', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/.*/)
  await becomeGuest(page)
  // Something only a broken device would do: what the setup screen needs to name its minutes fails.
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/practice')) return
    const format = Intl.ListFormat.prototype
    format.format = () => {
      throw new Error('broken for the test')
    }
  })
  await page.goto('/practice/addition_facts?guest=true')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(
    page.getByText(
      'The practice session encountered an error. You can try again or return to the main page.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page
    .getByRole('link', { name: 'Go Home' })
    .or(page.getByRole('button', { name: 'Go Home' }))
    .click()
  await expect(page).toHaveURL(/\/guest$/)
})
