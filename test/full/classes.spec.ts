import { classMessages } from '../../web/features/classes/messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { cardOf } from '../browser/name-card.ts'
import { beAdult, callsOf, makeClass, type MadeClass } from '../browser/people.ts'

test.describe('with the address in the settings', () => {
  test.use({ serverSettings: { PUBLIC_URL: 'http://ten.school.example' } })

  test('[CLS-4] cards show that address, whichever one the teacher used', async ({ page, server }) => {
    await beAdult(page, server.origin, 'teacher')
    const { id } = await makeClass(callsOf(page, server.origin), ['Ana'])
    await page.goto(`/classes/${id}?view=children`)
    await expect(
      page.getByText(classMessages.code.address('ten.school.example'), { exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: classMessages.children.cards }).click()
    await expect(
      cardOf(page, 'Ana').getByText(classMessages.code.address('ten.school.example')),
    ).toBeVisible()
    await expect(page.getByText(classMessages.cards.unreachable('ten.school.example', false))).toHaveCount(0)
  })
})

test('[CLS-16, CLS-4] a list that failed is sent again after a reload, nobody is added twice, and every PIN is on its card', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/503 \(Service Unavailable\)|Failed to load resource/)
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id } = await makeClass(calls, [])
  const names = Array.from({ length: 28 }, (_, at) => `Child ${at + 1}`)
  // The first request is refused, the second is processed and its answer lost.
  let requests = 0
  await page.route(`**/api/classes/${id}/children`, async (route) => {
    requests += 1
    if (requests === 1) {
      return route.fulfill({
        status: 503,
        json: { message: 'Away', code: 'unavailable' },
      })
    }
    if (requests === 2) {
      await route.fetch()
      return route.abort()
    }
    return route.continue()
  })
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByLabel(classMessages.add.names).fill(names.join('\n'))
  const add = page.getByRole('button', { name: classMessages.add.submit(28) })
  await add.click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await page.reload()
  await expect(page.getByText(classMessages.add.goOn)).toBeVisible()
  await add.click()
  await expect.poll(() => requests).toBe(2)
  await add.click()
  await expect(page.locator('.name-card')).toHaveCount(28)
  await page.getByRole('button', { name: classMessages.cards.done }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: classMessages.cards.leave }).click()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(28) })).toBeVisible()
  await page.getByRole('button', { name: classMessages.children.cards }).click()
  await expect(page.locator('.name-card')).toHaveCount(28)
  const { children } = (await calls.get(`/api/classes/${id}/pins`)) as MadeClass
  expect(new Set(children.map(({ name }) => name))).toEqual(new Set(names))
  for (const { name, pin } of children) {
    const card = page.locator('.name-card').filter({ has: page.getByText(name, { exact: true }) })
    await expect(card.locator('dd').last()).toHaveText(pin.kind === 'digits' ? pin.digits : '')
  }
})
