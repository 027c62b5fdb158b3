import { messages } from '../../web/features/battle/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { openCutLine } from '../browser/battle-line.ts'
import { battleScreen, giveRight, newPlayer, queueOf } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'
import { allowanceMessages } from '../../web/features/guest/allowance-messages.en.ts'

test.use({ serverSettings: { GUEST_DAILY_SECONDS: '5', BATTLE_SECONDS: '5', BATTLE_COUNTDOWN_SECONDS: '0' } })

test('[BAT-107, BAT-108, GST-8] a battle uses up the day: the lobby and home say so, and a link into a queue does too', async ({
  browser,
  server,
}) => {
  const fox = await newPlayer(browser, server.origin, { nickname: 'SwiftFox42' })
  const screen = battleScreen(fox)
  const usedUp = fox.getByText(allowanceMessages.usedUp(5))
  await fox.goto(queueOf('addition_subtraction', 'addition'))
  await expect(screen.answer).toBeFocused()
  await giveRight(fox)
  await expect(screen.results).toBeVisible()
  await screen.button(messages.results.playAgain).click()
  await screen.button(messages.typeName({ division: 'addition_subtraction', preference: 'addition' })).click()
  await expect(usedUp).toBeVisible()
  await fox.getByRole('button', { name: allowanceMessages.close }).click()
  await expect(usedUp).toBeHidden()
  await expect(screen.lobby).toBeVisible()
  await expect(fox).toHaveURL(/\/battle$/)

  await screen.back.click()
  await expect(fox).toHaveURL(/\/guest$/)
  // The server's count arrives a moment after the battle.
  await expect(fox.getByText(guestMessages.noneLeft)).toBeVisible()
  await fox.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(usedUp).toBeVisible()

  await fox.goto(queueOf('addition_subtraction', 'addition'))
  await expect(usedUp).toBeVisible()
  await expect(screen.lobby).toBeVisible()
  await fox.context().close()
})

test('[BAT-107, GST-7] a guest who closes the page during a battle finds its time deducted once the battle is over', async ({
  browser,
  server,
}) => {
  const fox = await newPlayer(browser, server.origin, { nickname: 'SwiftFox42' })
  await fox.goto(queueOf('addition_subtraction', 'addition'))
  await expect(battleScreen(fox).answer).toBeFocused()
  await giveRight(fox)
  const later = await fox.context().newPage()
  await fox.close()
  await later.goto('/guest')
  await expect(later.getByText(guestMessages.noneLeft)).toBeVisible()
  await later.context().close()
})

test('[BAT-88, BAT-90] a battle that ends without a connection shows the page’s own points as such, and the result later', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const fox = await newPlayer(browser, line.origin)
  const screen = battleScreen(fox)
  await fox.goto(queueOf('addition_subtraction', 'addition'))
  await expect(screen.answer).toBeFocused()
  line.cut()
  await expect(screen.calculating).toBeVisible()
  await expect(fox.getByText(messages.calculating.scoreHere)).toBeVisible()
  await expect(fox.getByText(messages.calculating.awayText)).toBeVisible()
  line.mend()
  await expect(screen.results).toBeVisible()
  await fox.context().close()
  await line.close()
})
