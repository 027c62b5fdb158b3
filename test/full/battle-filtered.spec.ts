import type { Page } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import { openCutLine } from '../browser/battle-line.ts'
import {
  battleScreen,
  foxAndOwl,
  giveRight,
  newPlayer,
  queueOf,
  resultRows,
  SHORT_BATTLES,
} from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

test.use({ sharedSettings: SHORT_BATTLES })

const { you, answered } = messages.results

const SUBTRACTION = queueOf('addition_subtraction', 'subtraction')

/** The time on the page's clock, in milliseconds. */
const pageNowMs = (page: Page) => page.evaluate(() => performance.now())

test('[BAT-82] where the upgrade to a WebSocket is never answered, a battle begins by polling within 12 s', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  line.muteWebSockets()
  const fox = await newPlayer(browser, line.origin)
  await fox.clock.install()
  const tried = fox.waitForEvent('websocket')
  const polled = fox.waitForRequest(/transport=polling/)
  await fox.goto(SUBTRACTION)
  await tried
  const beganMs = await pageNowMs(fox)
  // A connection may take 5 s, and the next attempt begins at most 0.6 s later.
  await fox.clock.runFor(5600)
  await polled
  await expect(battleScreen(fox).countdown).toBeVisible()
  expect((await pageNowMs(fox)) - beganMs).toBeLessThan(12_000)
  await fox.context().close()
  await line.close()
})

test('[BAT-82, BAT-90, BAT-54] where a WebSocket goes mute in mid-battle, the battle goes on by polling, and both players get its result', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const { fox, foxes, owls, close } = await foxAndOwl(browser, SUBTRACTION, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)
  const polled = fox.waitForRequest(/transport=polling/)
  line.muteWebSockets()
  await giveRight(fox)
  await polled
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 ([68]|10)/)
  await expect(foxes.lost).toBeHidden()
  for (const { results } of [foxes, owls]) await expect(results).toBeVisible()
  await expect(resultRows(fox)).toHaveText([new RegExp(`SwiftFox42.*${you}.*${answered(2)}`), /KindOwl7/])
  await close()
  await line.close()
})

test('[BAT-82, BAT-54] where a WebSocket goes mute after the last answer, the player asks for the result by polling', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const { fox, foxes, owls, close } = await foxAndOwl(browser, SUBTRACTION, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)
  const polled = fox.waitForRequest(/transport=polling/)
  line.muteWebSockets()
  await polled
  await expect(resultRows(fox)).toHaveText([new RegExp(`SwiftFox42.*${you}.*${answered(1)}`), /KindOwl7/])
  await close()
  await line.close()
})

for (const [when, answers] of [
  ['in mid-battle', 2],
  ['after the last answer', 1],
] as const) {
  test(`[BAT-82, BAT-54] where every WebSocket is cut again and again ${when}, the battle goes on by polling, and both players get its result`, async ({
    browser,
    server,
  }) => {
    const line = await openCutLine(server.origin)
    const { fox, foxes, owls, close } = await foxAndOwl(browser, SUBTRACTION, server.origin, line.origin)
    await expect(foxes.answer).toBeFocused()
    await giveRight(fox)
    await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)
    let opened = 0
    fox.on('websocket', () => (opened += 1))
    const polled = fox.waitForRequest(/transport=polling/)
    line.cutWebSockets()
    await polled
    // Tried once more, because a single loss says nothing.
    expect(opened).toBe(1)
    if (answers === 2) {
      await giveRight(fox)
      await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 ([68]|10)/)
      await expect(foxes.lost).toBeHidden()
    }
    for (const { results } of [foxes, owls]) await expect(results).toBeVisible()
    await expect(resultRows(fox)).toHaveText([
      new RegExp(`SwiftFox42.*${you}.*${answered(answers)}`),
      /KindOwl7/,
    ])
    expect(opened).toBe(1)
    await close()
    await line.close()
  })
}
