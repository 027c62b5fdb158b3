import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storeBeforehand } from './guest.ts'
import { keptSession } from './kept-session.ts'
import { practiceScreen, readProblem, startPractice } from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'

test('[PRA-28] practice redirects to the guest home without guest=true, without a session, and with an unreadable one', async ({
  page,
}) => {
  for (const path of ['/practice/addition_facts', '/practice', '/practice/addition_facts?guest=true']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/guest$/)
  }
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  await storeBeforehand(page, 'guestSession', '{"sessionToken":')
  await page.goto('/practice/addition_facts?guest=true')
  await expect(page).toHaveURL(/\/guest$/)
})

test('[PRA-10, PRA-13] double clicks submit or skip nothing twice', async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).dblclick()
  const screen = practiceScreen(page)
  await screen.count(10).click()
  await screen.start.dblclick()
  await expect(screen.problem).toBeVisible()
  const { answer } = await readProblem(page)
  for (const digit of String(answer)) await screen.key(digit).click()
  await screen.submit.dblclick()
  await expect(screen.progress(1, 10)).toBeVisible()
  expect((await keptSession(page)).responses).toMatchObject([{ correct: true, attempts: 1 }])
  await stopClock(page)
  const missed = await readProblem(page)
  for (let miss = 0; miss < 3; miss += 1) {
    const verdict =
      miss < 2
        ? practiceMessages.problem.tryAgain(2 - miss)
        : practiceMessages.problem.answerIs(missed.answer)
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(page.getByText(verdict)).toBeVisible()
    if (miss === 2) break
    await page.clock.runFor(2000)
    await expect(page.getByText(verdict)).toBeHidden()
  }
  // Until then Continue ignores what may still be meant for Submit.
  await page.clock.runFor(600)
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
