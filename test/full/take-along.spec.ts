import type { Page } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { monthMemory } from '../factories/month-memory.ts'
import { childOf, classElsewhere, signIn } from '../browser/child.ts'
import { takeAlongMessages } from '../../web/features/take-along/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { withAnyNumber } from '../browser/any-number.ts'
import { expect, test } from '../browser/fixtures.ts'
import { guestSession, storeBeforehand } from '../browser/guest.ts'

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

test('[TAK-2, TAK-3] a link opened in a tab that shows a garden asks as a fresh page does', async ({
  page,
  browser,
}) => {
  const link = await takeGarden(page)
  const second = await (await browser.newContext()).newPage()
  await second.goto(new URL('/garden', link).href)
  await expect(second.getByText(gardenMessages.empty.child)).toBeVisible()
  // Going to an address that differs only in its fragment loads no page.
  await second.goto(link.slice(0, -20) + link.slice(-19))
  await expect(second.getByText(takeAlongMessages.failures.damaged)).toBeVisible()
  await second.goto(link)
  await second.getByRole('button', { name: takeAlongMessages.arrival.cancel }).click()
  await expect(second.getByText(gardenMessages.empty.child)).toBeVisible()
  await second.goto(link)
  await second.getByRole('button', { name: takeAlongMessages.arrival.plant }).click()
  await expect(flowersOf(second)).toBeVisible()
  expect(new URL(second.url()).hash).toBe('')
})

test('[TAK-3] a guest’s garden never replaces a student’s', async ({ page, browser, server }) => {
  const link = await takeGarden(await (await browser.newContext({ baseURL: server.origin })).newPage())
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto(link)
  await expect(page.getByText(takeAlongMessages.failures.signedIn)).toBeVisible()
  await page.getByRole('button', { name: takeAlongMessages.ok }).click()
  await expect(page).toHaveURL(/\/me$/)
  await expect(page.getByText(gardenMessages.empty.child)).toBeVisible()
})
