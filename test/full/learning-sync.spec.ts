import type { Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { childOf, classElsewhere, signIn, signOut } from '../browser/child.ts'
import { expect, test } from '../browser/fixtures.ts'
import { olderAccounts } from '../browser/older-accounts.ts'
import { callsOf, type Calls } from '../browser/people.ts'
import { endSession, openSetup, readProblem, start, typeAnswer } from '../browser/practice-screen.ts'

const DAY_SECONDS = 86_400

/** What this browser remembers of who is signed in. */
const rememberedHere = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('tenfold.learning.'))
    return key === undefined ? null : (JSON.parse(localStorage.getItem(key) ?? '').memory ?? null)
  })

const rememberedThere = async (calls: Calls): Promise<unknown> =>
  ((await calls.get('/api/me/memory')) as { memory: unknown }).memory

test('[LRN-40] what a child did on another device is known here, even offline, and is removed with the child', async ({
  page,
  context,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await olderAccounts(server.origin, made.children)
  const mia = childOf(made, 'Mia')
  const other = await browser.newContext()
  const there = callsOf(await other.newPage(), server.origin)
  await there.post('/api/account/child/sign-in', { code: made.code, name: mia.name, pin: mia.pin })
  const secondsAgo = 6 * DAY_SECONDS
  const session = beginBody({ secondsAgo: secondsAgo + 60 })
  await there.post('/api/practice/sessions', session)
  // The last three problems are not asked again at once, whenever they were (LRN-10).
  const attempts = ['7-8', '2-2', '3-3', '4-4'].map((pair, place) =>
    attemptBody(session.id, place, { factId: `addition-${pair}`, responseTime: 2500, secondsAgo }),
  )
  await there.post('/api/practice/logs', { attempts })

  await signIn(page, made, mia)
  await expect.poll(() => rememberedHere(page)).toEqual(await rememberedThere(there))
  const screen = await openSetup(page, { isStudent: true })
  await context.setOffline(true)
  await start(page)
  expect((await readProblem(page)).text).toBe('7 + 8 =')
  await screen.why.click()
  await expect(page.getByRole('dialog')).toContainText(messages.why.forChild('review'))
  await screen.resume.click()
  await typeAnswer(page, 14)
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeHidden()
  await typeAnswer(page, 15)
  await expect(screen.progress(1, 10)).toBeVisible()
  await endSession(page)
  await expect(screen.playAgain).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await rememberedThere(there)) as object).toMatchObject({ problems: 5 })
  await expect.poll(() => rememberedHere(page)).toEqual(await rememberedThere(there))
  await signOut(page)
  expect(await rememberedHere(page)).toBeNull()
  await other.close()
})
