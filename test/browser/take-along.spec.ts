import type { Page } from '@playwright/test'
import { BEDS } from '../../domain/garden.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { monthMemory } from '../factories/month-memory.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { takeAlongMessages } from '../../web/features/take-along/messages.en.ts'
import { withAnyNumber } from './any-number.ts'
import { expect, test } from './fixtures.ts'
import { guestSession, storeBeforehand } from './guest.ts'

/** A guest who has played for a month; returns the address in the saved file. */
async function takeGarden(page: Page): Promise<string> {
  const today = practiceDay(Date.now())
  await storeBeforehand(page, 'guestSession', guestSession(today))
  await storeBeforehand(page, 'tenfold.learning.guest', {
    memory: storeMemory(monthMemory(dayNumber(today))),
  })
  await page.goto('/garden')
  await page.getByRole('button', { name: takeAlongMessages.open }).click()
  await expect(page.getByRole('img', { name: takeAlongMessages.qr })).toBeVisible()
  const file = await page.getByRole('link', { name: takeAlongMessages.save }).getAttribute('href')
  return /https?:\S+/.exec(decodeURIComponent(file ?? ''))?.[0] ?? ''
}

const flowersOf = (page: Page) => page.getByText(withAnyNumber(gardenMessages.grown.flowers(2)))
const name = (page: Page) => page.evaluate(() => localStorage.getItem('savedNickname'))

test('[TAK-1, TAK-2, TAK-3] a garden moves to a second device by its address and by its file, and a damaged one changes nothing', async ({
  page,
  browser,
}) => {
  const link = await takeGarden(page)
  await page.getByRole('button', { name: takeAlongMessages.close, exact: true }).click()
  const flowers = await flowersOf(page).innerText()

  const second = await (await browser.newContext()).newPage()
  const asked: string[] = []
  second.on('request', (request) => asked.push(request.url()))
  await second.goto(link.slice(0, -20) + link.slice(-19))
  await expect(second.getByText(takeAlongMessages.failures.damaged)).toBeVisible()
  await second.getByRole('button', { name: takeAlongMessages.ok }).click()
  await expect(second.getByText(gardenMessages.empty.child)).toBeVisible()
  expect(await name(second)).toBeNull()

  await second.goto('/guest')
  await second.goto(link)
  await second.getByRole('button', { name: takeAlongMessages.arrival.plant }).click()
  await expect(flowersOf(second)).toHaveText(flowers)
  expect(new URL(second.url()).hash).toBe('')
  const nickname = await name(second)
  expect(JSON.parse(nickname ?? 'null')).toBe(guestSession(practiceDay(Date.now())).nickname)
  expect(asked.filter((url) => url.includes('garden='))).toEqual([])

  const third = await (await browser.newContext()).newPage()
  await third.goto('/garden')
  await third.getByRole('button', { name: takeAlongMessages.open }).click()
  const fileInput = third.locator('input[type=file]')
  await fileInput.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(third.getByText(takeAlongMessages.failures.none)).toBeVisible()
  await third.getByRole('button', { name: takeAlongMessages.ok }).click()
  await third.getByRole('button', { name: takeAlongMessages.open }).click()
  await fileInput.setInputFiles({
    name: 'my-garden.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(link),
  })
  await third.getByRole('button', { name: takeAlongMessages.arrival.plant }).click()
  await expect(flowersOf(third)).toHaveText(flowers)
})

test('[TAK-3] a double click on "Use this garden" presses nothing behind it', async ({ page, browser }) => {
  const link = await takeGarden(page)
  const second = await (await browser.newContext()).newPage()
  await second.goto(link)
  const use = second.getByRole('button', { name: takeAlongMessages.arrival.plant })
  const unfold = second.getByRole('button', {
    name: gardenMessages.allFrames(BEDS[0]?.frames.length ?? 0),
    includeHidden: true,
  })
  await unfold.evaluate((button: HTMLButtonElement) => button.click())
  // Scrolled so that a plant is behind the middle of the button.
  const { left, top, width, height } = await use.evaluate((button) => button.getBoundingClientRect().toJSON())
  const middle = { x: left + width / 2, y: top + height / 2 }
  await second
    .getByRole('group', { name: gardenMessages.bed('addition'), includeHidden: true })
    .evaluate((bed, { x, y }) => {
      const cell = [...bed.querySelectorAll('button')]
        .map((each) => each.getBoundingClientRect())
        .find((each) => each.left < x - 8 && each.right > x + 8 && each.top > y)
      if (!cell) throw new Error('No plant is below the button.')
      window.scrollBy(0, cell.top + cell.height / 2 - y)
    }, middle)
  await second.mouse.dblclick(middle.x, middle.y)
  await expect(flowersOf(second)).toBeVisible()
  await expect(second.getByRole('dialog')).toBeHidden()
})
