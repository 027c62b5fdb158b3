import type { OwnClassGoal } from '../../contract/class-goals.ts'
import { achievementMessages } from '../../web/features/achievements/messages.en.ts'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { closedDoor } from './boards.ts'
import { childOf, classElsewhere, signIn } from './child.ts'
import { expect, test } from './fixtures.ts'

test('[ACH-20] home announces what the class achieved without moving anything, until it is closed', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  const door = closedDoor()
  const own: OwnClassGoal = { goal: null, announced: { id: 'class-goal', level: 1 } }
  await page.route('**/api/me/class-goal', async (route) => {
    await door.opened
    await route.fulfill({ json: own })
  })
  const told = page.waitForRequest('**/api/me/achievements/shown')
  const asked = page.waitForRequest('**/api/me/class-goal')
  await signIn(page, made, childOf(made, 'Mia'))
  await asked
  const footer = page.getByRole('contentinfo')
  const before = await footer.boundingBox()
  door.open()
  const news = page.getByRole('region', { name: achievementMessages.announced })
  await expect(news).toBeInViewport({ ratio: 1 })
  expect(await footer.boundingBox()).toEqual(before)
  expect((await told).postDataJSON()).toEqual({ shown: [{ id: 'class-goal', level: 1 }] })
  await page.getByRole('button', { name: uiMessages.close }).press('Enter')
  await expect(news).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
