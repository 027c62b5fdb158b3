import type { Page } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { battlePageMessages } from '../../web/pages/battle-page.messages.en.ts'
import { battleScreen, bePlayer, newPlayer, queueOf, withoutComputers } from './battle-screen.ts'
import { expect, test } from './fixtures.ts'
import { storedGuest } from './guest.ts'
import { stopClock } from './stopped-clock.ts'

const ADDITION = queueOf('addition_subtraction', 'addition')
const { typeName } = messages
const ADDITION_ONLY = typeName({ division: 'addition_subtraction', preference: 'addition' })
const DIVISION_ONLY = typeName({ division: 'multiplication_division', preference: 'division' })
const TYPES = [
  ADDITION_ONLY,
  typeName({ division: 'addition_subtraction', preference: 'subtraction' }),
  typeName({ division: 'addition_subtraction', preference: 'mixed' }),
  typeName({ division: 'multiplication_division', preference: 'multiplication' }),
  DIVISION_ONLY,
  typeName({ division: 'multiplication_division', preference: 'mixed' }),
]

const TICK_MS = 50

/** From the lobby into a queue, with a clock that moves only until then: no computer player comes unless the test moves it on. */
async function joinAddition(page: Page): Promise<void> {
  const { button, searching } = battleScreen(page)
  await page.clock.install()
  await page.goto('/battle')
  await expect(button(ADDITION_ONLY)).toBeVisible()
  await stopClock(page)
  await button(ADDITION_ONLY).click()
  await expect(async () => {
    await page.clock.runFor(TICK_MS)
    expect(await searching.isVisible()).toBe(true)
  }).toPass()
}

/** Where the browser is asked to go, without the way there. */
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('[BAT-80, BAT-91, BAT-96] the lobby has two cards with three types each, and says what a battle is', async ({
  page,
}) => {
  await bePlayer(page, {})
  await page.goto('/battle')
  const screen = battleScreen(page)
  await expect(screen.lobby).toHaveText(messages.title)
  for (const [at, name] of [
    guestMessages.additionSubtraction,
    guestMessages.multiplicationDivision,
  ].entries()) {
    const card = page.getByRole('region', { name })
    await expect(card.getByRole('button')).toHaveText(TYPES.slice(at * 3, at * 3 + 3))
  }
  await expect(page.getByText(messages.lobby.note(60))).toBeVisible()
  await screen.back.click()
  await expect(page).toHaveURL(/\/guest$/)
})

test('[BAT-81] a division alone opens the picker, which leads back to the lobby or into a queue', async ({
  page,
}) => {
  await bePlayer(page, {})
  await page.goto('/battle?division=multiplication_division')
  const screen = battleScreen(page)
  await expect(screen.picker).toHaveText(messages.picker.title)
  await expect(page.getByRole('region').getByRole('button')).toHaveText(TYPES.slice(3))
  await screen.button(messages.picker.toLobby).click()
  await expect(screen.lobby).toBeVisible()
  expect(address(page)).toBe('/battle')
  await page.goto('/battle?division=multiplication_division&type=addition')
  await expect(screen.picker).toBeVisible()
  await screen.button(DIVISION_ONLY).click()
  await expect(screen.leaveQueue).toBeVisible()
  expect(address(page)).toBe(queueOf('multiplication_division', 'division'))
})

test('[BAT-82, BAT-91, BAT-96] the queue shows what it is for; leaving it leads to the lobby and takes the player out', async ({
  page,
  browser,
  server,
}) => {
  await bePlayer(page, {})
  await joinAddition(page)
  const screen = battleScreen(page)
  const main = page.getByRole('main')
  for (const text of [
    ADDITION_ONLY,
    messages.queue.duration(60),
    messages.queue.players,
    messages.queue.average,
  ]) {
    await expect(main.getByText(text)).toBeVisible()
  }
  await expect(main.locator('dd')).toHaveText(['1', /^0:0\d$/])
  await page.clock.runFor(1000)
  await expect(main.locator('dd').nth(1)).toHaveText(/^0:0[1-9]$/)
  await screen.leaveQueue.click()
  await page.clock.resume()
  await expect(screen.lobby).toBeVisible()
  expect(address(page)).toBe('/battle')
  const other = await newPlayer(browser, server.origin, { nickname: 'KindOwl7' })
  await joinAddition(other)
  await expect(other.getByRole('main').locator('dd').first()).toHaveText('1')
  await other.clock.runFor(2000)
  await expect(other.getByRole('main').locator('dd').nth(1)).toHaveText(/^0:0[2-9]$/)
  await expect(battleScreen(other).searching).toBeVisible()
  await other.context().close()
})

test('[BAT-81, BAT-110] by a link a visitor plays as Player, after a reload too, and no guest is made', async ({
  page,
}) => {
  await withoutComputers(page)
  await page.goto(ADDITION)
  await expect(battleScreen(page).searching).toBeVisible()
  const visitor = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('tenfold.visitor'))
  const id = await visitor()
  expect(id).toMatch(/[A-Za-z0-9]{16}/)
  await page.reload()
  await expect(battleScreen(page).searching).toBeVisible()
  expect(await visitor()).toBe(id)
  expect(await page.evaluate(() => localStorage.getItem('guestSession'))).toBeNull()
})

test('[BAT-110] the lobby offers a visitor Play Now, which makes a guest and nothing else', async ({
  page,
}) => {
  await page.goto('/battle')
  const playNow = battleScreen(page).button(battlePageMessages.playNow)
  await playNow.click()
  await expect(playNow).toHaveCount(0)
  await expect(battleScreen(page).lobby).toBeVisible()
  expect((await storedGuest(page)).sessionToken).toMatch(/^[A-Za-z0-9]{16}$/)
})

test('[BAT-61] a second tab takes over, and the first one says so and can have the battle back', async ({
  page,
  context,
}) => {
  await bePlayer(page, {})
  await withoutComputers(page)
  await page.goto(ADDITION)
  const screen = battleScreen(page)
  await expect(screen.searching).toBeVisible()
  const second = await context.newPage()
  await second.goto(ADDITION)
  await expect(battleScreen(second).searching).toBeVisible()
  await expect(screen.heading(messages.stopped.title('taken_over'))).toBeVisible()
  await screen.button(messages.stopped.playHere).click()
  await expect(screen.searching).toBeVisible()
  await expect(battleScreen(second).heading(messages.stopped.title('taken_over'))).toBeVisible()
})
