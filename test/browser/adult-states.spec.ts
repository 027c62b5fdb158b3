import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { ownAccountMessages } from '../../web/features/account/own-account.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { exportMessages } from '../../web/features/classes/export.messages.en.ts'
import { failureMessages } from '../../web/ui/failure.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { classElsewhere } from './child.ts'
import { beAdult, callsOf, makeClass, PASSWORD } from './people.ts'
import { stopClock } from './stopped-clock.ts'

test('[CLS-9] an adult whose session ends is notified, and directed to the sign-in page and back', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(Unauthorized\)/)
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), ['Ana'])
  await page.goto(`/classes/${id}?view=children`)
  // A call that is still under way would say so first.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: roomMessages.rename }).click()
  await page.context().clearCookies()
  await page.getByRole('dialog').getByLabel(roomMessages.renaming.label).fill('4b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: failureMessages.signedOut.title })).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: failureMessages.signIn })
  await expect(link).toHaveAttribute(
    'href',
    `/sign-in?back=${encodeURIComponent(`/classes/${id}?view=children`)}`,
  )
})

test('[CLS-9] another teacher’s class, and one that does not exist, are not found', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/404 \(Not Found\)/)
  const { id } = await classElsewhere(browser, server.origin, ['Ana'])
  await beAdult(page, server.origin, 'teacher')
  for (const unknown of [id, 'nowhere']) {
    await page.goto(`/classes/${unknown}`)
    await expect(page.getByText(roomMessages.gone)).toBeVisible()
  }
})

test('[LOK-3] on a phone the name in the bar covers nothing', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beAdult(page, server.origin, 'teacher')
  await page.goto('/classes')
  const [home, menu] = [page.getByRole('banner').getByRole('link').first(), page.getByText('Ms Rivera')]
  await expect(menu).toBeVisible()
  const name = await menu.boundingBox()
  const right = await home.evaluate((link) =>
    Math.max(...[...link.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
  )
  expect(right).toBeLessThanOrEqual(name?.x ?? 0)
})

test('[LOK-3] on a phone a long name makes no page scroll sideways', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id, children } = await makeClass(calls, ['Wilhelmina-Charlotte Featherstonehaugh'])
  await calls.patch(`/api/classes/${id}`, { name: 'Donaudampfschifffahrtsgesellschaftsklasse'.slice(0, 40) })
  for (const path of [`/classes/${id}`, `/classes/${id}?child=${children[0]?.id}`, '/classes']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main :is(table, [href^="/classes/"])').first()).toBeVisible()
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over, path).toBe(0)
  }
})

test('[CLS-2] an emailed link works in a browser whose session has expired', async ({ page, watch }) => {
  watch.expectConsole(/400 \(Bad Request\)|401 \(Unauthorized\)/)
  const mark = () => page.evaluate(() => localStorage.getItem('tenfold.signedIn'))
  await page.goto('/about')
  await page.evaluate(() => localStorage.setItem('tenfold.signedIn', '"teacher of-last-week"'))
  await page.goto('/reset#token')
  await expect.poll(mark, 'the browser has found out that nobody is signed in').toBe('""')
  await page.getByLabel(adultMessages.reset.password).fill('another horse battery')
  await page.getByRole('button', { name: adultMessages.reset.submit }).click()
  await expect(page.getByRole('button', { name: adultMessages.reset.again })).toBeVisible()
})

test('[SIN-4] a browser that takes its parent for a teacher corrects itself without a reload', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'parent')
  await page.addInitScript(() => localStorage.setItem('tenfold.signedIn', '"teacher stamp"'))
  await page.goto('/children')
  await expect(page.getByText('Pat')).toBeVisible()
  const mark = () => page.evaluate(() => localStorage.getItem('tenfold.signedIn'))
  await expect.poll(mark).toBe('"parent stamp"')
  const asked = page.waitForRequest('**/api/me')
  await page.evaluate(() => {
    document.body.dataset['begun'] = 'before'
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await (await asked).response()
  await expect(page.locator('body')).toHaveAttribute('data-begun', 'before')
})

test("[CLS-10, SCR-15, RET-3] an adult downloads the account's data, and deletes the account once it has no children", async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/409 \(Conflict\)|401 \(Unauthorized\)/)
  const email = await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id, children } = await makeClass(calls, ['Ana'])
  await page.clock.install()
  await page.goto('/account')
  const saved = page.waitForEvent('download')
  await expect(page.getByRole('button', { name: ownAccountMessages.dataDo })).toBeVisible()
  await stopClock(page)
  await page.getByRole('button', { name: ownAccountMessages.dataDo }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(text).toContain(email)
  expect(text).not.toContain(PASSWORD)
  const toast = page.getByText(ownAccountMessages.saved)
  await expect(toast).toBeVisible()
  // In the browser's top layer, so that an open dialog does not cover it.
  expect(await toast.evaluate((element) => element.matches(':popover-open'))).toBe(true)
  // It goes away by itself after 5 s.
  await page.clock.runFor(5000)
  await expect(toast).toBeHidden()
  await page.getByRole('button', { name: ownAccountMessages.dataDo }).click()
  await expect(toast).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(toast).toBeHidden()
  await page.clock.resume()
  const close = page.getByRole('button', { name: ownAccountMessages.closeAsk })
  await close.click()
  await expect(
    page.getByText(exportMessages.lossesOfHome({ children: 1, practiceDays: 0, factsKnown: 0 })),
  ).toBeVisible()
  await expect(page.getByLabel(ownAccountMessages.closePassword)).toHaveCount(0)
  await page.getByText(exportMessages.summary('3b')).click()
  await page.getByRole('radio', { name: exportMessages.namings.numbers.label }).check()
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: exportMessages.save }).click()
  expect((await zip).suggestedFilename()).toBe('3b-data.zip')
  const { 'children.csv': list = new Uint8Array() } = unzipSync(readFileSync(await (await zip).path()))
  expect(strFromU8(list)).toMatch(/\r\n1,0,/)
  await page.getByRole('button', { name: ownAccountMessages.cancel }).click()

  await calls.delete(`/api/classes/${id}/children/${children[0]?.id}`, { toParent: null })
  await close.click()
  const doIt = page.getByRole('button', { name: ownAccountMessages.closeDo })
  await page.getByLabel(ownAccountMessages.closePassword).fill('not my password')
  await calls.post(`/api/classes/${id}/children`, { names: ['Late'] })
  await doIt.click()
  await expect(page.getByText(ownAccountMessages.failures.has_children)).toBeVisible()
  const { children: late } = (await calls.get(`/api/classes/${id}`)) as { children: { id: string }[] }
  await calls.delete(`/api/children/${late[0]?.id}`)
  await doIt.click()
  await expect(page.getByText(ownAccountMessages.failures.wrong_sign_in)).toBeVisible()
  await page.getByLabel(ownAccountMessages.closePassword).fill(PASSWORD)
  await doIt.click()
  await expect(page).toHaveURL(/\/guest$/)
  const again = await page.request.post(`${server.origin}/api/account/sign-in`, {
    headers: { origin: server.origin },
    data: { email, password: PASSWORD },
  })
  expect(again.status()).toBe(401)
})
