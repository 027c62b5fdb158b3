import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Access } from '../../contract/child-data.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { ownAccountMessages } from '../../web/features/account/own-account.messages.en.ts'
import { accessMessages } from '../../web/features/classes/access.messages.en.ts'
import { dataMessages } from '../../web/features/classes/data.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { childOf } from './child.ts'
import { expect, test } from './fixtures.ts'
import { olderAccounts } from './older-accounts.ts'
import { beAdult, byTeacherElsewhere, callsOf, linkCodeFor, makeClass } from './people.ts'
import { cardOf } from './name-card.ts'
import { stopClock } from './stopped-clock.ts'

/** What the access log says of the reader. */
const did = (kind: Access['kind']): string => accessMessages.did({ who: 'you', name: null, kind })

/** The code that the page of a child shows its teacher for a parent. */
async function codeForParent(page: Page): Promise<string> {
  await page.getByRole('button', { name: classMessages.child.link }).click()
  const shown = page.getByRole('dialog').locator('output')
  await expect(shown).toHaveText(/^[A-Z\d -]{10,}$/)
  return (await shown.textContent()) ?? ''
}

async function linkBy(page: Page, code: string): Promise<void> {
  await page.getByLabel(classMessages.family.linkLabel).fill(code)
  await page.getByRole('button', { name: classMessages.family.linkDo }).click()
}

/** Links Ana, and sees that it is said. The clock of the page has been installed. */
async function linkAna(page: Page, code: string): Promise<void> {
  await expect(page.getByLabel(classMessages.family.linkLabel)).toBeVisible()
  await stopClock(page)
  await linkBy(page, code)
  await expect(page.getByText(classMessages.family.linked('Ana'))).toBeVisible()
  await page.clock.resume()
}

/** Ana in a class elsewhere, and her teacher's code for a parent. */
async function anaElsewhere(browser: Browser, origin: string) {
  return await byTeacherElsewhere(browser, origin, async (teacher) => {
    const made = await makeClass(teacher, ['Ana'])
    const ana = childOf(made, 'Ana')
    return { made, ana, code: await linkCodeFor(teacher, ana.id) }
  })
}

test('[CLS-7, CLS-8, CLS-43] a parent links a child, creates one, downloads the data, deletes its own child and ends the link to the other', async ({
  page,
  browser,
  server,
  watch,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const teacher = callsOf(page, server.origin)
  const made = await makeClass(teacher, ['Ana'])
  const ana = childOf(made, 'Ana')
  await page.goto(`/classes/${made.id}?child=${ana.id}`)
  const code = await codeForParent(page)

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const home = await context.newPage()
  await beAdult(home, server.origin, 'parent')
  await home.clock.install()
  await home.goto('/children')
  await linkAna(home, code.toLowerCase())
  await home.getByLabel(classMessages.family.ownName).fill('Kim')
  await home.getByRole('button', { name: classMessages.family.ownDo }).click()
  await expect(cardOf(home, 'Kim').locator('dd').last()).toHaveText(/^\d{4}$/)
  await home.getByRole('button', { name: classMessages.cards.done }).click()
  await home.getByRole('button', { name: classMessages.cards.leave }).click()

  await home.getByRole('link', { name: /^Kim/ }).click()
  await expect(home.getByRole('button', { name: gardenMessages.asTable })).toBeVisible()
  const saved = home.waitForEvent('download')
  await home.getByRole('button', { name: dataMessages.json }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('Kim-everything.json')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ child: [{}] })
  await home.getByText(dataMessages.tables).click()
  const table = home.waitForEvent('download')
  await home.getByRole('button', { name: dataMessages.tableNames.child }).click()
  expect(readFileSync(await (await table).path(), 'utf8')).toContain('Kim')
  await home.getByText(accessMessages.heading).click()
  await expect(home.getByText(did('pin_view'))).toBeVisible()
  await expect(home.getByText(did('export'))).toBeVisible()
  await home.getByRole('button', { name: dataMessages.delete }).click()
  const forGood = home.getByRole('button', { name: dataMessages.deleteDo })
  await expect(forGood).toBeDisabled()
  await home.getByLabel(dataMessages.deleteType('Kim')).fill('kim')
  await forGood.click()
  await expect(home).toHaveURL(/\/children$/)
  await expect(home.getByRole('link', { name: /^Kim/ })).toHaveCount(0)
  await home.getByText(accessMessages.deleted).click()
  await expect(home.getByText(did('deletion'))).toBeVisible()

  // The last thing that the page loads: once the child is unlinked, it would be refused.
  const lastLoaded = home.waitForResponse((response) => response.url().endsWith('/progress'))
  await home.getByRole('link', { name: /^Ana/ }).click()
  await lastLoaded
  await expect(home.getByRole('button', { name: dataMessages.delete })).toHaveCount(0)
  await home.getByRole('button', { name: dataMessages.unlink }).click()
  await stopClock(home)
  await home.getByRole('button', { name: dataMessages.unlinkDo, exact: true }).click()
  await expect(home.getByText(dataMessages.unlinked('Ana'))).toBeVisible()
  await home.clock.resume()
  await expect(home.getByRole('heading', { name: classMessages.family.emptyTitle })).toBeVisible()
  await context.close()
  expect(await teacher.get(`/api/children/${ana.id}`)).toMatchObject({ guardians: 0 })
})

test('[CLS-22] the code for a parent comes with steps that name the page and the button as the parent sees them', async ({
  page,
  browser,
  server,
  watch,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const made = await makeClass(callsOf(page, server.origin), ['Ana'])
  await page.goto(`/classes/${made.id}?child=${childOf(made, 'Ana').id}`)
  await codeForParent(page)
  const steps = (await page.getByRole('dialog').getByRole('listitem').allTextContents()).join(' ')
  const [heading = '', button = ''] = [...steps.matchAll(/“([^”]+)”/g)].map(([, name]) => name ?? '')
  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const home = await context.newPage()
  await beAdult(home, server.origin, 'parent')
  await home.goto('/children')
  await expect(home.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect(home.getByRole('button', { name: button, exact: true })).toBeVisible()
})

test('[CLS-6, CLS-7] what a linked child has learned appears next to its name at once', async ({
  page,
  browser,
  server,
}) => {
  const { made, ana, code } = await anaElsewhere(browser, server.origin)
  await olderAccounts(server.origin, [ana])
  const context = await browser.newContext({ baseURL: server.origin })
  const child = callsOf(await context.newPage(), server.origin)
  await child.post('/api/account/child/sign-in', { code: made.code, name: 'Ana', pin: ana.pin })
  const session = beginBody()
  await child.post('/api/practice/sessions', session)
  await child.post('/api/practice/logs', { attempts: [attemptBody(session.id, 0)] })
  await context.close()
  await beAdult(page, server.origin, 'parent')
  await page.clock.install()
  await page.goto('/children')
  await linkAna(page, code)
  await expect(page.getByText(/^Ana practiced/)).toBeVisible()
})

test("[CLS-10] the bar's menu leads to the account page", async ({ page, server }) => {
  await beAdult(page, server.origin, 'parent')
  await page.goto('/guest')
  await page.locator('summary').click()
  await page.getByRole('link', { name: classMessages.account }).click()
  await expect(page.getByRole('heading', { level: 1, name: ownAccountMessages.title })).toBeVisible()
})

test('[CLS-7] a used code is rejected with a sentence', async ({ page, browser, server, watch }) => {
  watch.expectConsole(/404 \(Not Found\)/)
  const { code } = await anaElsewhere(browser, server.origin)
  await beAdult(page, server.origin, 'parent')
  await callsOf(page, server.origin).post('/api/children/link', { code })
  await page.goto('/children')
  await linkBy(page, code)
  await expect(page.getByText(classMessages.family.failures.not_found)).toBeVisible()
})
