import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { FAULT_SCREENS } from './fault-screens.ts'
import { ADULT_SCREENS } from './adult-screens.ts'
import { scrollRoom, smallTargets, TARGET_PX } from './room-on-screen.ts'
import { PRACTICE_SCREENS, PROBLEM_SCREENS } from './practice-screens.ts'
import { BOARD_SCREENS, PAGE_SCREENS, SIZES } from './screens.ts'
import { STUDENT_SCREENS } from './student-screens.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What of the same page can be right in one theme and wrong in the other. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true)

/** What axe finds on the page as it is, as sentences. Axe waits for timers, so the page's clock has to creep on. */
async function violations(page: Page, axe: AxeBuilder): Promise<string[]> {
  const progress = { done: false }
  const analysis = axe.analyze().finally(() => {
    progress.done = true
  })
  while (!progress.done) await page.clock.runFor(1)
  const { violations } = await analysis
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary ?? ''}`),
  )
}

for (const { name, open, noise } of [
  ...PAGE_SCREENS,
  ...BOARD_SCREENS,
  ...PRACTICE_SCREENS,
  ...FAULT_SCREENS,
  ...ADULT_SCREENS,
  ...STUDENT_SCREENS,
]) {
  test(`[LOK-1, LOK-2, LOK-3, LOK-4, LOK-12] ${name}: meets WCAG 2.2 AA by axe in both themes, never scrolls sideways, has targets of 48 px, and no console error`, async ({
    page,
    server,
    watch,
  }) => {
    watch.expectConsole(/404 \(Not Found\)/)
    if (noise) watch.expectConsole(noise)
    await page.clock.install()
    await open(page, server)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await violations(page, axeOn(page).withTags(WCAG)), 'in the light theme').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await violations(page, axeOn(page).withRules(COLOR_RULES)), 'in the dark theme').toEqual([])
    // Those with a problem have more to hold (layout.spec.ts).
    if (PROBLEM_SCREENS.some((screen) => screen.name === name)) return
    for (const { name: size, width, height } of SIZES) {
      await page.setViewportSize({ width, height })
      expect((await scrollRoom(page)).x, size).toBe(0)
      expect(await smallTargets(page, TARGET_PX), size).toEqual([])
    }
  })
}
