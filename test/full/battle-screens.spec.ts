import { keepTimers, violations } from '../browser/axe.ts'
import { BATTLE_SCREENS, SCREEN_BATTLES } from '../browser/battle-scenes.ts'
import { expectRoom } from '../browser/every-screen.suite.ts'
import { expect, test } from '../browser/fixtures.ts'
import { cutTexts, scrollRoom } from '../browser/room-on-screen.ts'
import { ENLARGED, SIZES } from '../browser/screens.ts'

test.use({ sharedSettings: SCREEN_BATTLES })

/** They last for seconds; battle-look.spec.ts holds them. */
const SHORT = ['battle-queue', 'battle-countdown']
/** A problem is up: its page has more to hold. */
const PROBLEMS = ['battle-arena', 'battle-not-yet', 'battle-reveal', 'battle-lost']

for (const { name, open } of BATTLE_SCREENS.filter((screen) => !SHORT.includes(screen.name))) {
  test(`[LOK-1, LOK-3, LOK-4, LOK-12, AX-1, AX-2] ${name}: meets WCAG 2.2 AA by axe in both themes, never scrolls sideways, cuts off no text, has targets of 48 px, and no console error`, async ({
    page,
    server,
    watch,
  }) => {
    // A line that was cut, or that so much time at once has made silent, is reopened.
    watch.expectConsole(/socket\.io/)
    await keepTimers(page)
    await page.clock.install()
    await open(page, server)
    expect(await violations(page)).toEqual([])
    for (const size of SIZES) await expectRoom(page, size, PROBLEMS.includes(name))
    await page.setViewportSize(ENLARGED)
    expect((await scrollRoom(page)).x, ENLARGED.name).toBe(0)
    expect(await cutTexts(page), ENLARGED.name).toEqual([])
  })
}
