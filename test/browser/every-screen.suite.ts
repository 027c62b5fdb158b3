import type { Page } from '@playwright/test'
import { keepTimers, violations } from './axe.ts'
import { loadDice } from './dice.ts'
import { expect, test } from './fixtures.ts'
import { FAULT_SCREENS } from './fault-screens.ts'
import { ADULT_SCREENS } from './adult-screens.ts'
import { DASHBOARD_SCREENS } from './dashboard-screens.ts'
import { outline, spokenOf } from './outline.ts'
import { cutTexts, scrollRoom, smallTargets, spreadText, TARGET_PX } from './room-on-screen.ts'
import { PRACTICE_SCREENS, PROBLEM_SCREENS } from './practice-screens.ts'
import { BOARD_SCREENS, ENLARGED, PAGE_SCREENS, SIZES, type Size } from './screens.ts'
import { STUDENT_SCREENS } from './student-screens.ts'
import { WEEKLY_SCREENS } from './weekly-screens.ts'

/** At each size: nothing scrolls sideways and targets are large enough, and with text spread as readers may choose, nothing is cut off. */
export async function expectRoom(page: Page, size: Size, isProblem: boolean): Promise<void> {
  const { name, width, height } = size
  await page.setViewportSize({ width, height })
  // Those with a problem have more to hold (layout.spec.ts).
  if (!isProblem) {
    expect((await scrollRoom(page)).x, name).toBe(0)
    expect(await smallTargets(page, TARGET_PX), name).toEqual([])
  }
  await spreadText(page, true)
  expect((await scrollRoom(page)).x, `${name}, text spread`).toBe(0)
  expect(await cutTexts(page), `${name}, text spread`).toEqual([])
  await spreadText(page, false)
}

const GROUPS = {
  pages: PAGE_SCREENS,
  boards: BOARD_SCREENS,
  practice: PRACTICE_SCREENS,
  faults: FAULT_SCREENS,
  adults: ADULT_SCREENS,
  weekly: WEEKLY_SCREENS,
  students: STUDENT_SCREENS,
  dashboard: DASHBOARD_SCREENS,
}

/** A test for each screen whose name is chosen. */
export function screenTests(isChosen: (name: string) => boolean): void {
  for (const [group, screens] of Object.entries(GROUPS)) {
    for (const { name, open, noise } of screens.filter((screen) => isChosen(screen.name))) {
      test(`[LOK-1, LOK-2, LOK-3, LOK-4, LOK-12, AX-1, AX-2, AX-4] ${name}: meets WCAG 2.2 AA by axe in both themes, is announced as in its table, never scrolls sideways, has targets of 48 px, and no console error`, async ({
        page,
        server,
        watch,
      }) => {
        watch.expectConsole(/404 \(Not Found\)/)
        if (noise) watch.expectConsole(noise)
        await keepTimers(page)
        await page.clock.install()
        await loadDice(page)
        await open(page, server)
        const said = () => outline(page)
        await expect.poll(said, 'roles and names').toEqual(await spokenOf(group, name, said))
        expect(await violations(page)).toEqual([])
        const isProblem = PROBLEM_SCREENS.some((screen) => screen.name === name)
        for (const size of SIZES) await expectRoom(page, size, isProblem)
        await page.setViewportSize(ENLARGED)
        expect((await scrollRoom(page)).x, ENLARGED.name).toBe(0)
        expect(await cutTexts(page), ENLARGED.name).toEqual([])
      })
    }
  }
}
