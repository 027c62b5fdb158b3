import type { Page } from '@playwright/test'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import {
  childOf,
  classElsewhere,
  enterPin,
  openCard,
  keptHere,
  signIn,
  signInScreen,
  signOut,
} from '../browser/child.ts'
import { storeBeforehand } from '../browser/guest.ts'
import { answerMany, practiceScreen, start } from '../browser/practice-screen.ts'
import { callsOf } from '../browser/people.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'

const NETWORK = /net::ERR_|Failed to load resource/

async function sessionCookies(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  return cookies.filter(({ name, value }) => value !== '' && !name.endsWith('known')).map(({ name }) => name)
}

async function signOutOffline(page: Page): Promise<void> {
  await page.locator('summary').click()
  await page.getByRole('button', { name: accountMessages.menu.signOut }).click()
  await expect(page.getByRole('heading', { level: 1, name: accountMessages.signedOut.title })).toBeFocused()
}

/** Mia has answered three problems, two of them without a connection, and is home again without one. */
async function offlineAtHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(practiceScreen(page).start).toBeVisible()
  await start(page)
  await answerMany(page, 1, 10)
  await page.context().setOffline(true)
  await answerMany(page, 2, 10, 1)
  await page.goBack()
  await expect(page.locator('summary')).toBeVisible()
}

test('[SIN-4] without a connection a child is signed out of the device at once, and of the server when it is back', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  await signIn(page, made, childOf(made, 'Mia'))
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))
  await offlineAtHome(page)
  await signOutOffline(page)
  await expect(page.locator('body')).not.toContainText('Mia')
  // The device knows her animal, so that she need not type her name next time.
  const left = (await keptHere(page)).filter((line) => !line.startsWith('tenfold.class:')).join('\n')
  expect(left).not.toMatch(/Mia|practiceSession|tenfold\.(me|touched|signedIn: "\w|practiceOf)/)
  // What could not be sent waits for her alone.
  expect(left).toMatch(/tenfold\.student-outbox/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  await expect.poll(() => sessionCookies(page)).toEqual([])
  await expect.poll(async () => (await keptHere(page)).join()).not.toContain('tenfold.left')
  expect(asked.filter((path) => /^\/api\/(me|practice|daily-stats|classes)/.test(path))).toEqual([])
  // The very session is over, not only its cookie.
  const answer = await fetch(`${server.origin}/api/me`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  })
  expect(answer.status).toBe(401)
  await signIn(page, made, childOf(made, 'Ben'))
  await expect(page.getByText(studentMessages.points(0))).toBeVisible()
  expect((await keptHere(page)).join('\n')).toMatch(/tenfold\.student-outbox/)
  await signOut(page)
  await signIn(page, made, childOf(made, 'Mia'))
  await expect(page.getByText(studentMessages.points(15))).toBeVisible()
  await expect.poll(async () => (await keptHere(page)).join()).not.toContain('tenfold.student-outbox')
})

test('[SIN-4, OUT-11] a child who signed out while the server was down is signed out there too, without an online event', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.route('**/api/**', (route) => route.abort())
  await signOutOffline(page)
  await page.unroute('**/api/**')
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  expect(await sessionCookies(page)).toEqual([])
})

test('[SIN-4] a pending sign-out does not sign out somebody who signs in before it is sent', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  const ben = childOf(made, 'Ben')
  await signIn(page, made, childOf(made, 'Mia'))
  await page.route('**/api/account/sign-out', (route) => route.abort())
  await signOutOffline(page)
  await page.getByRole('button', { name: accountMessages.signedOut.goOn }).click()
  await openCard(page, made.code, ben)
  await page.unroute('**/api/account/sign-out')
  const ended = page.waitForResponse('**/api/account/sign-out')
  await enterPin(page, ben.pin)
  await ended
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello('Ben') })).toBeVisible()
  expect(await callsOf(page, server.origin).get('/api/me')).toMatchObject({ name: 'Ben' })
  expect((await keptHere(page)).join()).not.toContain('tenfold.left')
  await expect(signInScreen(page).code).toHaveCount(0)
})

const waiting = (id: string, daysAgo: number): string => {
  const madeAtMs = Date.now() - daysAgo * 24 * 3_600_000
  return JSON.stringify({ id, player: 'deleted', order: 1, madeAtMs, content: { kind: 'shown', body: {} } })
}

test('[OUT-10] data of a child deleted since is removed after seven days, whoever opens the site', async ({
  page,
}) => {
  await storeBeforehand(page, 'tenfold.student-outbox.old', waiting('old', 8))
  await storeBeforehand(page, 'tenfold.student-outbox.young', waiting('young', 6))
  await page.goto('/guest')
  await expect.poll(async () => (await keptHere(page)).join()).not.toContain('"id":"old"')
  expect((await keptHere(page)).join()).toContain('"id":"young"')
})
