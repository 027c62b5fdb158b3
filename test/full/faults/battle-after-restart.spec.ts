import { messages } from '../../../web/features/battle/messages.en.ts'
import { openCutLine } from '../../browser/battle-line.ts'
import { foxAndOwl, giveRight, queueOf } from '../../browser/battle-screen.ts'
import { expect, test } from '../../browser/fixtures.ts'

test.use({ serverSettings: { BATTLE_SECONDS: '60', BATTLE_COUNTDOWN_SECONDS: '0' } })

const PATH = queueOf('addition_subtraction', 'mixed')

test('[BAT-66] a winner who returns after the referee has dropped the battle sees the stored result', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const { fox, owls, foxes, close } = await foxAndOwl(browser, PATH, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await expect(owls.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/SwiftFox42 [35]/)
  line.cut()
  await server.end('SIGTERM')
  await expect(owls.heading('2nd Place!')).toBeVisible()
  await server.start()
  await fox.route('**/api/battles/history/**', (route) => route.abort())
  line.mend()
  await expect(fox.getByText(messages.storedResult.failedText)).toBeVisible({ timeout: 20_000 })
  await fox.reload()
  await expect(fox.getByText(messages.storedResult.failedText)).toBeVisible({ timeout: 20_000 })
  await expect(fox.getByText(messages.storedResult.noneText)).toHaveCount(0)
  await fox.unroute('**/api/battles/history/**')
  await foxes.button(messages.storedResult.again).click()
  await expect(foxes.heading('Victory!')).toBeVisible({ timeout: 20_000 })
  await expect(foxes.results).toContainText(/Place 1.*of 2 players|of 2 players.*Place 1/)
  await expect(foxes.results).toContainText(/[35]/)
  await expect(foxes.results).toContainText(messages.storedResult.youWon)
  await foxes.button('Play Again').click()
  await expect(foxes.lobby).toBeVisible()
  await close()
  await line.close()
})
