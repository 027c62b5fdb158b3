import { messages } from '../../web/features/battle/messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { openCutLine } from '../browser/battle-line.ts'
import { foxAndOwl, LONG_BATTLES, queueOf } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'
import { waitForLateScreen } from '../browser/loaded.ts'

test.use({ sharedSettings: LONG_BATTLES })

const OTHER = queueOf('multiplication_division', 'division')

test('[BAT-30, BAT-91] a player who leaves while offline is home at once, and the others see it when the network is back', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const path = queueOf('addition_subtraction', 'addition')
  const { fox, owls, foxes, close } = await foxAndOwl(browser, path, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await waitForLateScreen(fox, 'home')
  line.cut()
  await expect(foxes.lost).toBeVisible()
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()
  await expect(fox).toHaveURL(/\/guest$/)
  await expect(fox.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(fox.getByText(frameMessages.error.text)).toHaveCount(0)
  await expect(owls.race.getByText(messages.left)).toHaveCount(0)
  line.mend()
  await expect(owls.race.getByText(messages.left)).toBeVisible()
  await fox.goto(OTHER)
  await expect(foxes.searching).toBeVisible()
  await close()
  await line.close()
})
