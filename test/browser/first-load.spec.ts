import type { Page, Request } from '@playwright/test'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, guestSession, pressPlayNow, storeBeforehand } from './guest.ts'

/** Records each script requested. */
const noteScript = (scripts: Set<string>) => (request: Request) => {
  if (request.url().endsWith('.js')) scripts.add(request.url())
}

/** Keeps the browser from ever finding the page idle, so that only the first load itself is seen. */
async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'requestIdleCallback', { value: () => 0 })
  })
}

test('[PER-3] prefetches the practice code when the page is idle, and pressing a league loads nothing', async ({
  page,
}) => {
  const [asked, fetched] = [new Set<string>(), new Set<string>()]
  page.on('request', noteScript(asked))
  page.on('requestfinished', noteScript(fetched))
  await becomeGuest(page)
  // What is fetched ahead, each together with what it needs.
  for (const part of [/practice-page/, /further-screens/, /state-picker/]) {
    await expect.poll(() => [...fetched].join(' ')).toMatch(part)
  }
  await expect.poll(() => asked.size - fetched.size).toBe(0)
  const before = asked.size
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(page.getByRole('button', { name: practiceMessages.setup.start, exact: true })).toBeVisible()
  expect([...asked].slice(before)).toEqual([])
})

for (const way of ['hover', 'focus'] as const) {
  test(`[PER-3] prefetches the practice code on ${way} of a league`, async ({ page }) => {
    await neverIdle(page)
    await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now())))
    await page.goto('/guest')
    const fetched = page.waitForRequest(/practice[^/]*\.js/)
    await page.getByRole('button', { name: LEAGUE_NAMES.division_facts })[way]()
    await fetched
  })
}

test('[SEC-1, SEC-2, SEC-5] contacts no other host, has a strict policy, and sets no cookie', async ({
  page,
  context,
  server,
}) => {
  const answer = await page.goto('/guest')
  const policy = (await answer?.headerValue('content-security-policy')) ?? ''
  expect(policy).toMatch(/default-src 'self'/)
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/)
  await pressPlayNow(page)
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(page.getByRole('button', { name: practiceMessages.setup.start, exact: true })).toBeVisible()
  expect(await context.cookies(server.origin)).toEqual([])
})
