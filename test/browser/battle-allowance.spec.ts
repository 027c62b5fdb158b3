import { battleScreen, giveRight, newPlayer, queueOf } from './battle-screen.ts'
import { expect, test } from './fixtures.ts'

test.use({ serverSettings: { GUEST_DAILY_SECONDS: '5', BATTLE_SECONDS: '5', BATTLE_COUNTDOWN_SECONDS: '0' } })

const USED_UP =
  'You have used up your 5 seconds for today! Come back tomorrow or sign up for unlimited access.'

test('[BAT-107, BAT-108, GST-8] a battle uses up the day: the lobby and home say so, and a link into a queue does too', async ({
  browser,
  server,
}) => {
  const fox = await newPlayer(browser, server.origin, { nickname: 'SwiftFox42' })
  const screen = battleScreen(fox)
  const usedUp = fox.getByText(USED_UP)
  await fox.goto(queueOf('addition_subtraction', 'addition'))
  await expect(screen.answer).toBeFocused({ timeout: 20_000 })
  await giveRight(fox)
  await expect(screen.results).toBeVisible({ timeout: 20_000 })
  await screen.button('Play Again').click()
  await screen.button('Addition Only').click()
  await expect(usedUp).toBeVisible()
  await fox.getByRole('button', { name: 'OK' }).click()
  await expect(usedUp).toBeHidden()
  await expect(screen.lobby).toBeVisible()
  await expect(fox).toHaveURL(/\/battle$/)

  await screen.back.click()
  await expect(fox).toHaveURL(/\/guest$/)
  // The server's count arrives a moment after the battle.
  await expect(fox.getByText('All done for today. See you tomorrow!')).toBeVisible()
  await fox.getByRole('button', { name: /Addition Facts/ }).click()
  await expect(usedUp).toBeVisible()

  await fox.goto(queueOf('addition_subtraction', 'addition'))
  await expect(usedUp).toBeVisible()
  await expect(screen.lobby).toBeVisible()
  await fox.context().close()
})
