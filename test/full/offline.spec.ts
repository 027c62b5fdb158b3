import type { Page } from '@playwright/test'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { childOf, classElsewhere, keptHere, signIn, signOut, totalsOf } from '../browser/child.ts'
import { expect } from '../browser/fixtures.ts'
import { NETWORK, test, waitForWorker } from '../browser/kept-browser.ts'
import { answerMany, openSetup, resultOf, start } from '../browser/practice-screen.ts'

test.use({ serverSettings: { OFFLINE_PLAY: 'on' } })

/** The addresses in each cache, by its name. */
async function caches(page: Page): Promise<Map<string, string[]>> {
  return new Map(
    await page.evaluate(async () => {
      const names = await window.caches.keys()
      return await Promise.all(
        names.map(async (name): Promise<[string, string[]]> => {
          const requests = await (await window.caches.open(name)).keys()
          return [name, requests.map(({ url }) => new URL(url).pathname)]
        }),
      )
    }),
  )
}

/** Whether a new version is complete and waits for the next start. */
const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

test('[APP-4, APP-8] a student plays on in the open tab without the server, and leaves nothing after signing out', async ({
  device,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  const page = await device.open()
  await signIn(page, made, childOf(made, 'Mia'))
  await waitForWorker(page)
  await server.end('SIGTERM')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello('Mia') })).toBeVisible()
  await openSetup(page, { isStudent: true })
  await start(page)
  await answerMany(page, 10, 10)
  await expect(resultOf(page, practiceMessages.results.points)).toHaveText('50')

  await server.start()
  await page.goto('/dashboard')
  await expect.poll(() => totalsOf(page, server.origin)).toEqual({ attempts: 10, sessions: 1, points: 50 })
  await signOut(page)
  const kept = [...(await caches(page)).values()].flat()
  expect(kept.length).toBeGreaterThan(20)
  expect(
    kept.filter((path) => !/^\/(assets\/.+|favicon\.svg|manifest\.webmanifest|guest)$/.test(path)),
  ).toEqual([])
  await server.end('SIGTERM')
  await page.goto('/me')
  await expect(page.locator('main')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Mia')
  const stored = (await keptHere(page)).filter((line) => !line.startsWith('tenfold.class:'))
  expect(stored.join('\n')).not.toMatch(
    /Mia|practiceSession|student-outbox|tenfold\.(me|touched|signedIn: "\w|practiceOf)/,
  )
})

test('[APP-5, APP-6] a new version takes over at the next start, and the operator can remove it everywhere', async ({
  device,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const page = await device.open()
  await page.goto('/guest')
  await waitForWorker(page)
  const [old = ''] = (await caches(page)).keys()

  await server.end('SIGTERM')
  await server.start({ SITE_NAME: 'Zehn' })
  await page.reload()
  // With a network, pages come from the server.
  await expect(page).toHaveTitle(/Zehn/)
  await expect.poll(() => isWaiting(page)).toBe(true)
  expect((await caches(page)).get(old)?.length).toBeGreaterThan(20)
  await device.close()
  const next = await device.open()
  await next.goto('/guest')
  await expect.poll(async () => [...(await caches(next)).keys()]).not.toContain(old)
  expect((await caches(next)).size).toBe(1)

  await server.end('SIGTERM')
  await next.reload()
  await expect(next).toHaveTitle(/Zehn/)
  await server.start({ OFFLINE_PLAY: 'off' })
  await next.reload()
  await expect.poll(async () => (await caches(next)).size).toBe(0)
  await expect
    .poll(() => next.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
})
