import { gzipSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, guestSession, pressPlayNow, playNow, storeBeforehand } from './guest.ts'
import { answerRightly, endSession, startPractice } from './practice-screen.ts'

const KB = 1024

type Loaded = { readonly path: string; readonly gzippedBytes: number; readonly encoding: string }

/** Collects everything the page fetches from now on. */
function collect(page: Page): { readonly responses: Response[] } {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return { responses }
}

async function measure(responses: readonly Response[]): Promise<Loaded[]> {
  return await Promise.all(
    responses.map(async (response) => ({
      path: new URL(response.url()).pathname,
      gzippedBytes: gzipSync(await response.body(), { level: 9 }).byteLength,
      encoding: response.headers()['content-encoding'] ?? '',
    })),
  )
}

const bytes = (loaded: readonly Loaded[], ending: RegExp) =>
  loaded.filter(({ path }) => ending.test(path)).reduce((total, { gzippedBytes }) => total + gzippedBytes, 0)

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

test('[PER-1, PER-4] a cold first load of /guest is within its budgets and uses brotli', async ({ page }) => {
  await neverIdle(page)
  const { responses } = collect(page)
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const loaded = await measure(responses)
  expect(bytes(loaded, /\.js$/)).toBeLessThanOrEqual(101 * KB)
  expect(bytes(loaded, /\.css$/)).toBeLessThanOrEqual(22 * KB)
  const fonts = await Promise.all(
    responses.filter((response) => response.url().endsWith('.woff2')).map((response) => response.body()),
  )
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.reduce((total, font) => total + font.byteLength, 0)).toBeLessThanOrEqual(60 * KB)
  for (const { path, encoding } of loaded.filter(({ path }) => /\.(js|css)$|^\/guest$/.test(path))) {
    expect(encoding, path).toBe('br')
  }
  expect(loaded.map(({ path }) => path).join(' ')).not.toMatch(/practice/)
})

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
  await page.getByRole('button', { name: /Addition Facts/ }).click()
  await expect(page.getByRole('button', { name: practiceMessages.setup.start, exact: true })).toBeVisible()
  expect([...asked].slice(before)).toEqual([])
})

for (const way of ['hover', 'focus'] as const) {
  test(`[PER-3] prefetches the practice code on ${way} of a league`, async ({ page }) => {
    await neverIdle(page)
    await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now())))
    await page.goto('/guest')
    const fetched = page.waitForRequest(/practice[^/]*\.js/)
    await page.getByRole('button', { name: /Division Facts/ })[way]()
    await fetched
  })
}

test('[PER-2] practice from its first page to its results takes at most 124 KB of JavaScript', async ({
  page,
}) => {
  const { responses } = collect(page)
  await page.clock.install()
  // An idle page also fetches the guest home ahead, which practice does not need.
  await neverIdle(page)
  await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now())))
  await startPractice(page)
  await answerRightly(page)
  await endSession(page)
  await page.clock.runFor(2600)
  await expect(page.getByRole('button', { name: practiceMessages.results.playAgain })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const loaded = await measure(responses)
  const achievements = /\/(guest-announcement|guest-record|achievements|sets)-[^/]+\.js$/
  expect(bytes(loaded, /\.js$/) - bytes(loaded, achievements)).toBeLessThanOrEqual(124 * KB)
  expect(bytes(loaded, achievements)).toBeLessThanOrEqual(10 * KB)
})

for (const [asked, encoding] of [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
] as const) {
  test(`[PER-4] serves files and page in ${asked} if ${asked} is accepted`, async ({ server }) => {
    const headers = { 'accept-encoding': asked }
    const page = await fetch(`${server.origin}/guest`, { headers })
    expect(page.headers.get('content-encoding')).toBe(encoding)
    expect(page.headers.get('cache-control')).toMatch(/no-cache/)
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? 'no script in the page'
    const file = await fetch(`${server.origin}${script}`, { headers })
    expect(file.headers.get('content-encoding')).toBe(encoding)
    expect(file.headers.get('cache-control')).toMatch(/immutable/)
    expect(file.headers.get('vary')).toMatch(/accept-encoding/i)
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
  await page.getByRole('button', { name: /Addition Facts/ }).click()
  await expect(page.getByRole('button', { name: practiceMessages.setup.start, exact: true })).toBeVisible()
  expect(await context.cookies(server.origin)).toEqual([])
})
