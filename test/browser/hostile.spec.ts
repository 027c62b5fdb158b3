import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storeBeforehand } from './guest.ts'
import { factsOf, keptSession } from './kept-session.ts'
import { endSession, practiceScreen, readProblem, startPractice } from './practice-screen.ts'

test('[PRA-28] practice without guest=true redirects to the guest home', async ({ page }) => {
  await page.goto('/practice/addition_facts')
  await expect(page).toHaveURL(/\/guest$/)
  await page.goto('/practice')
  await expect(page).toHaveURL(/\/guest$/)
})

test('[PRA-28] practice with guest=true but without a session redirects to the guest home', async ({
  page,
}) => {
  await page.goto('/practice/addition_facts?guest=true')
  await expect(page).toHaveURL(/\/guest$/)
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
})

test('[PRA-28] practice with an unreadable guest session redirects to the guest home', async ({ page }) => {
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
test('[PRA-4, SEC-6] a league that does not exist practices all four operations', async ({ page }) => {
  await becomeGuest(page)
  const screen = practiceScreen(page)
  for (const path of ALL_FOUR) {
    await page.goto(path)
    await screen.count(20).click()
    await screen.start.click()
    await expect(screen.problem, path).toBeVisible()
    const { currentSession } = await keptSession(page)
    expect(currentSession, path).toMatchObject({ sessionType: 'all_operations', totalProblems: 20 })
    await endSession(page)
  }
})

test('[PRA-35] /practice?type= practices that operation', async ({ page }) => {
  await becomeGuest(page)
  for (const operation of ['addition', 'subtraction', 'multiplication', 'division']) {
    await page.goto(`/practice?guest=true&type=${operation}`)
    await practiceScreen(page).start.click()
    await expect(practiceScreen(page).problem).toBeVisible()
    const kept = await keptSession(page)
    expect(kept.currentSession.sessionType).toBe(`${operation}_facts`)
    expect(new Set(factsOf(kept).map((fact) => fact.operation))).toEqual(new Set([operation]))
    await endSession(page)
  }
})

test('[SEC-6, PRA-3] hostile query parameters change nothing', async ({ page }) => {
  await becomeGuest(page)
  for (const [query, minutes] of [
    ['duration=1e308', '2 minutes'],
    ['duration=%3Cimg%20src=x%20onerror=alert(1)%3E', '2 minutes'],
    ['duration=abc', '2 minutes'],
    ['duration=-5', '2 minutes'],
    ['duration=0', '2 minutes'],
    ['duration=NaN', '2 minutes'],
    ['duration=60', '1 minute'],
    ['duration=3600', '10 minutes'],
    ['type=__proto__&guest=true&guest=false', '2 minutes'],
    ['%=%&&&==', '2 minutes'],
  ] as const) {
    await page.goto(`/practice/addition_facts?guest=true&${query}`)
    await expect(page.getByText(`Up to ${minutes}.`), query).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
})

test('[PRA-10, PRA-13] double clicks submit or skip nothing twice', async ({ page }) => {
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

test('[PRA-23] a rendering error in practice shows the sentence, Try Again and Go Home', async ({
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
  await expect(page.getByRole('heading', { name: practiceMessages.error.title })).toBeVisible()
  await expect(page.getByText(practiceMessages.error.text)).toBeVisible()
  await expect(page.getByRole('button', { name: practiceMessages.error.tryAgain })).toBeVisible()
  await page
    .getByRole('link', { name: practiceMessages.error.goHome })
    .or(page.getByRole('button', { name: practiceMessages.error.goHome }))
    .click()
  await expect(page).toHaveURL(/\/guest$/)
})
