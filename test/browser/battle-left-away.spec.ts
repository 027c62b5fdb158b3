import { messages } from '../../web/features/battle/messages.en.ts'
import { openCutLine } from './battle-line.ts'
import { foxAndOwl, giveRight, queueOf } from './battle-screen.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedSettings: { BATTLE_SECONDS: '40', BATTLE_COUNTDOWN_SECONDS: '0' } })

const OTHER = queueOf('multiplication_division', 'division')

test('[BAT-30, BAT-91] who leaves without a network is home at once, and has left for the others when it is back', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const path = queueOf('addition_subtraction', 'addition')
  const { fox, owls, foxes, close } = await foxAndOwl(browser, path, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await fox.waitForLoadState('networkidle')
  line.cut()
  await expect(foxes.lost).toBeVisible()
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()
  await expect(fox).toHaveURL(/\/guest$/)
  await expect(fox.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(fox.getByText('This page didn’t load')).toHaveCount(0)
  await expect(owls.race.getByText(messages.left)).toHaveCount(0)
  line.mend()
  await expect(owls.race.getByText(messages.left)).toBeVisible({ timeout: 10_000 })
  await fox.goto(OTHER)
  await expect(foxes.searching).toBeVisible()
  await close()
  await line.close()
})

test('[BAT-30, BAT-91] who leaves without a network and reloads owes it still, and is not put back', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const path = queueOf('addition_subtraction', 'subtraction')
  const { fox, owls, foxes, close } = await foxAndOwl(browser, path, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await expect(owls.answer).toBeFocused()
  line.cut()
  await expect(foxes.lost).toBeVisible()
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()
  await expect(fox).toHaveURL(/\/guest$/)
  // The page that could have told it later is gone.
  await fox.goto('about:blank')
  line.mend()
  await fox.goto(OTHER)
  await expect(foxes.searching).toBeVisible({ timeout: 10_000 })
  await expect(owls.race.getByText(messages.left)).toBeVisible()
  await close()
  await line.close()
})

test('[BAT-30, BAT-91] a goodbye that a mute network swallowed is said again before another battle', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const path = queueOf('addition_subtraction', 'mixed')
  const { fox, owls, foxes, close } = await foxAndOwl(browser, path, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/SwiftFox42 [35]/)
  line.swallow()
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()
  await expect(fox).toHaveURL(/\/guest$/)
  // What was swallowed stays mute: pages need new connections.
  line.cut()
  line.mend()
  await fox.goto(OTHER)
  await expect(foxes.searching).toBeVisible()
  await expect(owls.race.getByText(messages.left)).toBeVisible()
  await expect(foxes.countdown.or(foxes.problem)).toBeVisible({ timeout: 15_000 })
  await expect(foxes.problem).toContainText('÷')
  await close()
  await line.close()
})
