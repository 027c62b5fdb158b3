import type { Page } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import {
  battleScreen,
  foxAndOwl,
  giveRight,
  LONG_BATTLES,
  queueOf,
  rightAnswer,
} from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

const HAS_LEFT = messages.hasLeft('SwiftFox42')

test.use({ sharedSettings: LONG_BATTLES })

/** Writes down every sentence that a screen reader is given of its own accord. */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    // What is there already is not said: the very first change after this may be.
    const before = new Map<Element, string>(
      [...document.querySelectorAll('output')].map((output) => [output, output.textContent ?? '']),
    )
    new MutationObserver(() => {
      for (const output of document.querySelectorAll('output')) {
        const text = output.textContent ?? ''
        const known = before.get(output)
        before.set(output, text)
        // What is there when the place itself comes is not said.
        if (known !== undefined && known !== text && text !== '') said.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[])
}

test('[BAT-98, BAT-26] a player leaving a running battle is shown at once and announced once, and the game goes on', async ({
  browser,
  server,
}) => {
  const { fox, owl, foxes, owls, close } = await foxAndOwl(
    browser,
    queueOf('addition_subtraction', 'addition'),
    server.origin,
  )
  const said = await listenTo(owl)
  await expect(foxes.answer).toBeFocused()
  await expect(owls.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]$|SwiftFox42 [35], you 0$/)
  await expect(owls.race.getByText(messages.left)).toHaveCount(0)
  const problem = await owls.problem.innerText()
  await owl.keyboard.type('9')
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()

  await expect(owls.race.getByText(messages.left)).toBeVisible()
  await expect(owls.race).toHaveAccessibleName(/SwiftFox42 [35] \(left\)/)
  await expect(owls.problem).toHaveText(problem)
  await expect(owls.answer).toHaveValue('9')
  await expect(owls.answer).toBeFocused()
  await owl.keyboard.press('Backspace')
  expect(await rightAnswer(owl)).toBeGreaterThan(-1)
  await giveRight(owl, 2)
  await expect(owls.race.getByText(messages.left)).toBeVisible()
  expect((await said()).filter((sentence) => sentence === HAS_LEFT)).toEqual([HAS_LEFT])

  await owl.reload()
  await expect(owls.race.getByText(messages.left)).toBeVisible()
  await close()
})

test('[BAT-98, BAT-26] a player leaving during the countdown is shown at its next second, and announced once before the start', async ({
  browser,
  server,
}) => {
  const { fox, owl, foxes, owls, close } = await foxAndOwl(
    browser,
    queueOf('addition_subtraction', 'subtraction'),
    server.origin,
  )
  const said = await listenTo(owl)
  await expect(foxes.countdown).toBeVisible()
  const opponent = owl.getByRole('list', { name: messages.countdown.opponents }).getByRole('listitem')
  await expect(opponent).toHaveText(new RegExp(`SwiftFox42.*${messages.countdown.person}$`))
  await battleScreen(fox).back.click()
  await expect(fox).toHaveURL(/\/guest$/)
  await expect(opponent).toHaveText(new RegExp(`SwiftFox42.*${messages.left}$`))
  await expect(owls.countdown).toBeVisible()
  await expect(owls.race.getByText(messages.left)).toBeVisible()
  expect((await said()).filter((sentence) => sentence === HAS_LEFT)).toEqual([HAS_LEFT])
  await close()
})
