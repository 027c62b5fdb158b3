import type { Page } from '@playwright/test'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { childOf } from '../browser/child.ts'
import { expect, test } from '../browser/fixtures.ts'
import { beAdult, callsOf, makeClass } from '../browser/people.ts'

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

test('[CLS-15] a teacher sees who is linked to a child and who would take it over, and ends a wrong link', async ({
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
  await expect(page.getByText(classMessages.child.noParent)).toBeVisible()
  const code = await codeForParent(page)
  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const home = await context.newPage()
  await beAdult(home, server.origin, 'parent')
  const { name } = (await (await home.request.get('/api/me')).json()) as { name: string }
  await home.goto('/children')
  await linkBy(home, code)
  await expect(home.getByText(classMessages.family.linked('Ana'))).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: classMessages.child.remove }).click()
  await expect(page.getByRole('alertdialog')).toContainText(classMessages.child.removeKeeps(name))
  await expect(page.getByRole('button', { name: classMessages.child.removeDo(name) })).toBeVisible()
  await page.getByRole('button', { name: classMessages.add.cancel }).click()
  await page.getByRole('button', { name: classMessages.child.endLinkOf(name) }).click()
  await expect(page.getByRole('alertdialog')).toContainText(classMessages.child.endLinkText(name))
  await page.getByRole('alertdialog').getByRole('button', { name: classMessages.child.endLink }).click()
  await expect(page.getByText(classMessages.child.noParent)).toBeVisible()
  await page.getByRole('button', { name: classMessages.child.remove }).click()
  await expect(page.getByRole('button', { name: classMessages.child.removeAndDelete })).toBeDisabled()
  await home.goto('/children')
  await expect(home.getByRole('heading', { name: classMessages.family.emptyTitle })).toBeVisible()
  await context.close()
})
