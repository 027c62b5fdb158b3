import type { Page } from '@playwright/test'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { previewMessages } from '../../web/features/leaderboard/previews.messages.en.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { expect, test } from '../browser/fixtures.ts'
import { gate, guestSession, sendScore, storeBeforehand } from '../browser/guest.ts'
import { SIZES } from '../browser/screens.ts'

// Boards show everybody who plays.
test.use({ serverSettings: {} })

/** How far what stands below the previews moved while the page was open, in layout shift scores. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifted'))
}

test('[LB-97] loading and full lists take the same space, and shorter lists less, at every size', async ({
  page,
  server,
}) => {
  const place = { country: 'US', state: 'District of Columbia' }
  await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now()), place))
  const shifted = await watchShifts(page)
  const states = page.getByRole('region', { name: previewMessages.topStates })
  const leaders = page.getByRole('region', { name: previewMessages.leaders })
  const heights = async () =>
    [await states.boundingBox(), await leaders.boundingBox()].map((box) => box?.height)
  const loading = new Map<string, Awaited<ReturnType<typeof heights>>>()
  for (const { name, width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    const answers = gate()
    await page.route('**/api/guest/*leaderboard*', async (route) => {
      await answers.opened
      await route.continue()
    })
    await page.goto('/guest')
    await expect(states.getByText(uiMessages.loading)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    loading.set(name, await heights())
    answers.open()
    await expect(states).toContainText(previewMessages.noStates)
    await expect(leaders).toContainText(previewMessages.nobody)
    for (const [at, height] of (await heights()).entries())
      expect(height, `empty, ${name}`).toBeLessThan(loading.get(name)?.[at] ?? 0)
    await page.unrouteAll({ behavior: 'wait' })
  }
  for (const [at, league] of [
    'addition_facts',
    'mixed_add_sub',
    'mixed_mult_div',
    'division_facts',
    'subtraction_facts',
    'multiplication_facts',
  ].entries()) {
    const state = ['District of Columbia', 'Massachusetts', 'North Carolina'][at] ?? 'Texas'
    await sendScore(server.origin, { score: 250 - at, league, nickname: 'ThankfulHedgehog42', state })
    if (at > 0) continue
    await page.reload()
    await expect(states.getByRole('listitem')).toHaveCount(1)
    await expect(leaders.getByRole('listitem')).toHaveCount(1)
    for (const [at, height] of (await heights()).entries())
      expect(height, 'one row').toBeLessThan(loading.get('phone')?.[at] ?? 0)
  }
  const known = async () =>
    await (await fetch(`${server.origin}/api/guest/state-leaderboard-aggregated`)).json()
  await expect.poll(known).toHaveLength(4)
  for (const { name, width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(states.getByRole('listitem')).toHaveCount(3)
    await expect(leaders.getByRole('listitem')).toHaveCount(6)
    await expect(leaders.getByRole('listitem').first()).toContainText('ThankfulHedgehog42')
    expect(await heights(), `full, ${name}`).toEqual(loading.get(name))
    expect(await shifted(), `full, ${name}`).toBeLessThan(0.001)
  }
})
