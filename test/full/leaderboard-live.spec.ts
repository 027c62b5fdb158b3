import type { Page } from '@playwright/test'
import { beViewer, boards, closedDoor, fillLeague, playerOf, postScore, VIEWER } from '../browser/boards.ts'
import { expect, test } from '../browser/fixtures.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { pauseMessages } from '../../web/ui/pause-updates.messages.en.ts'
import { SIZES } from '../browser/screens.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'

// Each test fills boards of its own.
test.use({ serverSettings: {} })

const ADDITION = 'addition_facts'
const PATH = '/leaderboard-individual'
const LIVE_MS = 5000

/** Notes every move of a row that is animated from now on: from how far, in px. */
async function noteGlides(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate((list) => {
    const glides: number[] = []
    Object.assign(window, { glides })
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (propertyName !== 'transform' || !(target instanceof HTMLElement)) return
      if (!target.closest(`[aria-label="${list}"]`)) return
      glides.push(new DOMMatrix(getComputedStyle(target).transform).f)
    })
  }, boardMessages.playersOf(LEAGUE_NAMES[ADDITION]))
  return () => page.evaluate(() => (window as unknown as { glides: number[] }).glides)
}

test('[LB-73] an open board updates within 5 s of a score, its rows move smoothly, and the same rows stay', async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 3)
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toContainText(['CleverFox1', 'CleverOwl2', 'CleverHedgehog3'])
  const glides = await noteGlides(page)
  await rows.nth(2).evaluate((row) => row.setAttribute('data-marked', 'yes'))
  await postScore(server.origin, playerOf(2), { league: ADDITION, score: 25 })
  await expect(rows).toContainText(['CleverHedgehog3', 'CleverFox1', 'CleverOwl2'], { timeout: LIVE_MS })
  await expect(rows.nth(0)).toHaveAttribute('data-marked', 'yes')
  await expect(rows.nth(0)).toContainText('255')
  const height = (await rows.nth(0).boundingBox())?.height ?? 0
  await expect.poll(async () => (await glides()).length).toBe(3)
  const [up] = (await glides()).toSorted((one, other) => other - one)
  expect(up).toBeGreaterThan(height)
})

test('[LB-73] with reduced motion rows are in their new places at once', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await fillLeague(server.origin, ADDITION, 2)
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toHaveCount(2)
  const glides = await noteGlides(page)
  await postScore(server.origin, playerOf(1), { league: ADDITION, score: 25 })
  await expect(rows).toContainText(['CleverOwl2', 'CleverFox1'], { timeout: LIVE_MS })
  expect(await glides()).toEqual([])
})

test('[AX-10] a paused board stays as it is, another league still loads, and resuming updates at once', async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 2)
  await page.goto(PATH)
  const { rows, league } = boards(page)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: pauseMessages.pause }).click()
  await postScore(server.origin, playerOf(2), { league: ADDITION, score: 25 })
  await league(LEAGUE_NAMES.division_facts).click()
  await expect(page.getByText(boardMessages.noPlayers)).toBeVisible()
  await league(LEAGUE_NAMES.addition_facts).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: pauseMessages.resume }).click()
  await expect(rows).toHaveCount(3, { timeout: LIVE_MS })
})

for (const { name, width, height } of SIZES) {
  test(`[LB-76] nothing shifts when the boards load, at ${name} size`, async ({ page, server }) => {
    await fillLeague(server.origin, ADDITION, 30)
    await postScore(server.origin, VIEWER, { league: ADDITION, score: 10 })
    await beViewer(page)
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] }
          for (const { node } of sources) {
            moved.push(node instanceof Element ? node.outerHTML.slice(0, 150) : String(node?.textContent))
          }
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of [PATH, '/leaderboard']) {
      // The answers come when the page has been painted without them.
      const door = closedDoor()
      await page.route(/\/api\/guest\/(state-)?leaderboard/, async (route) => {
        await door.opened
        await route.continue()
      })
      await page.goto(path)
      await expect(page.getByText(uiMessages.loading).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      door.open()
      await expect(boards(page).rows.first()).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      const moved = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const moved = (window as unknown as { moved: string[] }).moved
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)))
          }),
      )
      expect(moved, path).toEqual([])
    }
  })
}
