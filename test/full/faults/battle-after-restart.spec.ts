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
  await expect(owls.heading(messages.results.headline(2)[0])).toBeVisible()
  await server.start()
  await fox.route('**/api/battles/history/**', (route) => route.abort())
  line.mend()
  await expect(fox.getByText(messages.storedResult.failedText)).toBeVisible()
  await fox.reload()
  await expect(fox.getByText(messages.storedResult.failedText)).toBeVisible()
  await expect(fox.getByText(messages.storedResult.noneText)).toHaveCount(0)
  await fox.unroute('**/api/battles/history/**')
  await foxes.button(messages.storedResult.again).click()
  await expect(foxes.heading(messages.results.headline(1)[0])).toBeVisible()
  await expect(foxes.results).toContainText(messages.storedResult.place(1))
  await expect(foxes.results).toContainText(messages.storedResult.outOf(2))
  await expect(foxes.results).toContainText(/[35]/)
  await expect(foxes.results).toContainText(messages.storedResult.youWon)
  await foxes.button(messages.results.playAgain).click()
  await expect(foxes.lobby).toBeVisible()
  await close()
  await line.close()
})
