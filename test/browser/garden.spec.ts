import { todayMessages } from '../../web/features/today/messages.en.ts'
import { withAnyNumber } from './any-number.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { gardenPageMessages } from '../../web/pages/garden-page.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { BEDS } from '../../domain/garden.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { monthMemory } from '../factories/month-memory.ts'
import { guestSession, storeBeforehand } from './guest.ts'

test('[GAR-8, GAR-9] bed and table are one Tab stop each; arrows move between the facts, also past empty cells', async ({
  page,
}) => {
  await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now())))
  await page.goto('/garden')
  const plant = (fact: string) =>
    page.getByRole('button', { name: `${fact}, soil: ${gardenMessages.meanings.child.soil}`, exact: true })
  await page.getByRole('button', { name: gardenMessages.allFrames(BEDS[0]?.frames.length ?? 0) }).click()
  await plant('1 + 1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(plant('3 + 1')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(plant('1 + 4')).toBeFocused()
  // On to the frame beside it.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await expect(plant('1 + 6')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText(gardenMessages.story.about.soil)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(plant('1 + 6')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      (bed) => document.activeElement?.closest(`[aria-label="${bed}"]`),
      gardenMessages.bed('addition'),
    ),
  ).toBeNull()

  await page.getByRole('button', { name: gardenMessages.asTable }).click()
  const cell = (fact: string) =>
    page.getByRole('button', { name: `${fact}: ${gardenMessages.table.looks.unknown}` })
  await cell('1 + 1 = 2').focus()
  await page.keyboard.press('End')
  await expect(cell('1 + 12 = 13')).toBeFocused()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown')
  await expect(cell('8 + 12 = 20')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('table') ?? null)).toBeNull()
})

test('[GAR-12, GAR-14] home leads a guest to the garden on the device, and somebody else starts with an empty one', async ({
  page,
}) => {
  const today = practiceDay(Date.now())
  await storeBeforehand(page, 'guestSession', guestSession(today))
  await storeBeforehand(page, 'tenfold.learning.guest', {
    memory: storeMemory(monthMemory(dayNumber(today))),
  })
  await page.goto('/guest')
  await page.getByRole('link', { name: todayMessages.myGarden }).click()
  await expect(page.getByText(withAnyNumber(gardenMessages.grown.flowers(2)))).toBeVisible()
  await page.getByRole('button', { name: `1 + 1, flower: ${gardenMessages.meanings.child.flower}` }).click()
  await expect(page.getByRole('dialog').getByText(gardenMessages.story.about.flower)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: gardenPageMessages.somebodyElse }).click()
  await page.getByRole('button', { name: gardenPageMessages.change.keep }).click()
  await page.reload()
  await expect(page.getByText(withAnyNumber(gardenMessages.grown.flowers(2)))).toBeVisible()
  const nickname = await page.evaluate(() => localStorage.getItem('guestSession'))
  await page.getByRole('button', { name: gardenPageMessages.somebodyElse }).click()
  await page.getByRole('button', { name: gardenPageMessages.change.start }).click()
  await expect(page).toHaveURL(/\/guest$/)
  expect(await page.evaluate(() => localStorage.getItem('guestSession'))).not.toBe(nickname)
  await page.getByRole('link', { name: todayMessages.myGarden }).click()
  await expect(page.getByText(gardenMessages.empty.child)).toBeVisible()
})
