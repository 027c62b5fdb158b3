import type { Page } from '@playwright/test'
import { PICTURE_IDS, type PictureId } from '../../domain/pin.ts'
import { pinPictureNames } from '../../web/ui/pin-picture.messages.en.ts'
import { signIn } from './child.ts'
import { expect, test } from './fixtures.ts'
import { cardOf } from './name-card.ts'
import { beAdult, callsOf, makeClass, newEmail, PASSWORD } from './people.ts'
import { answerMany, start } from './practice-screen.ts'

/** The pictures of a card's PIN, from left to right. */
async function picturesOf(page: Page, name: string): Promise<PictureId[]> {
  const labels = await cardOf(page, name)
    .locator('dd')
    .getByRole('img')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getAttribute('aria-label')))
  return labels.flatMap((label) => PICTURE_IDS.find((id) => pinPictureNames[id] === label) ?? [])
}

test('[CLS-1, CLS-4, CLS-5, CLS-6] a teacher signs up, makes a class of three, prints picture cards; a child practises, and the teacher sees it', async ({
  page,
  browser,
  server,
  watch,
}) => {
  await page.goto('/sign-up')
  await page.getByLabel('Your name').fill('Ms Rivera')
  await page.getByLabel('E-mail address').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await expect(page).toHaveURL(/\/classes$/)
  await page.getByLabel('Name of the class').fill('3b')
  await page.getByRole('button', { name: 'Make a class' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '3b' })).toBeVisible()
  await page.getByRole('button', { name: 'Add children' }).click()
  await page.getByLabel('Names').fill('Ana\nBen\nCem')
  await page.getByRole('radio', { name: /3 pictures/ }).check()
  await page.getByRole('button', { name: 'Add 3 children' }).click()
  await expect(page.getByText('These PINs are shown only now')).toBeVisible()
  await expect(page.locator('.name-card')).toHaveCount(3)
  const pictures = await picturesOf(page, 'Ana')
  expect(new Set(pictures).size).toBe(3)
  const code = (await cardOf(page, 'Ana').locator('.name-card-code').textContent())?.replace(' ', '') ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Children (3)' })).toBeVisible()

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const child = await context.newPage()
  await signIn(child, { code }, { name: 'Ana', pin: { kind: 'pictures', pictures } })
  await child.getByRole('button', { name: /Addition Facts/ }).click()
  await start(child)
  await answerMany(child, 10, 10)
  await expect(child.getByText(/^You are #\d+ of \d+ in Addition Facts/)).toBeVisible({ timeout: 15_000 })
  await context.close()

  await page.reload()
  const row = page.getByRole('link', { name: /^Ana/ })
  await expect(row).toContainText('today')
  await expect(row).toContainText('1 day')
  await expect(page.getByRole('link', { name: /^Ben/ })).toContainText('not yet')
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana' })).toBeFocused()
  await expect(page.getByRole('table').first()).toBeVisible()
})

const cardsOnly = /opens only on this computer, not on the children’s devices/

test('[CLS-4] who prints under a name of this computer alone is told before, on the class and at the cards', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), ['Ana'])
  await page.goto(`/classes/${id}`)
  await expect(page.getByText(cardsOnly)).toBeVisible()
  await page.getByRole('button', { name: 'Print cards' }).click()
  await expect(page.getByText(cardsOnly)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(cardsOnly)).toBeHidden()
})

test.describe('with the address in the settings', () => {
  test.use({ serverSettings: { PUBLIC_URL: 'http://ten.school.example' } })

  test('[CLS-4] cards carry that one, whichever the teacher came by', async ({ page, server }) => {
    await beAdult(page, server.origin, 'teacher')
    const { id } = await makeClass(callsOf(page, server.origin), ['Ana'])
    await page.goto(`/classes/${id}`)
    await expect(page.getByText('ten.school.example/sign-in', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Print cards' }).click()
    await expect(cardOf(page, 'Ana').getByText('ten.school.example/sign-in')).toBeVisible()
    await expect(page.getByText(cardsOnly)).toHaveCount(0)
  })
})

test('[CLS-4] cards fill eight a page on A4 and on Letter, black on white, and ask nobody else; their code holds no PIN', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const names = Array.from({ length: 10 }, (_, at) =>
    at === 3 ? 'Wilhelmina-Charlotte Featherstonehaugh' : `Child ${at}`,
  )
  const { id } = await makeClass(callsOf(page, server.origin), names)
  await page.goto(`/classes/${id}`)
  await page.getByRole('button', { name: 'Print cards' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the sign-in page for Child 0' })).toBeVisible()
  for (const format of ['A4', 'Letter'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(/\/Count (\d+)/.exec(pdf)?.[1], format).toBe('2')
    const cards = page.locator('.name-card')
    for (const card of await cards.all()) {
      const cut = await card.evaluate((box) => box.scrollHeight - box.clientHeight)
      expect(cut, `${format}: all of a card is on it`).toBeLessThanOrEqual(0)
    }
    const { color, backgroundColor } = await cards.first().evaluate((box) => getComputedStyle(box))
    expect([color, backgroundColor]).toEqual(['rgb(23, 32, 58)', 'rgb(255, 255, 255)'])
    await expect(page.getByRole('banner')).toBeHidden()
  }
})

test('[CLS-3] a list shows what will be added, and marks what cannot be', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), ['Ben'])
  await page.goto(`/classes/${id}`)
  await page.getByRole('button', { name: 'Add children' }).click()
  await page.getByLabel('Names').fill('Ana\nana\nBen')
  await expect(page.getByText('twice in the list')).toBeVisible()
  await expect(page.getByText('in the class already')).toBeVisible()
  await page.getByRole('button', { name: 'Add 3 children' }).click()
  await expect(page.getByText('Please fix the marked names first.')).toBeVisible()
  await page.getByLabel('Names').fill('Ana\nDi')
  await page.getByRole('button', { name: 'Add 2 children' }).click()
  await expect(page.locator('.name-card')).toHaveCount(2)
})

test('[CLS-5] a class is renamed, gets a new code, is archived and taken out again; its code is shown large', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id, code } = await makeClass(callsOf(page, server.origin), ['Ana'])
  await page.goto(`/classes/${id}`)
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`
  await page.getByRole('button', { name: 'Show it large' }).click()
  await expect(page.getByRole('dialog').getByText(shown)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Room 12 – Math & more')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Room 12 – Math & more' })).toBeVisible()
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('button', { name: 'Make a new code' }).click()
  await expect(page.getByText(shown)).toHaveCount(0)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('This class is archived')).toBeVisible()
  await page.getByRole('link', { name: 'All classes' }).click()
  await page.getByText('Archived (1)').click()
  await page.getByRole('link', { name: /Room 12/ }).click()
  await page.getByRole('button', { name: 'Take out of the archive' }).click()
  await expect(page.getByRole('heading', { name: 'Class code' })).toBeVisible()
})

test('[CLS-5] a child is renamed, moved, removed, and gets a new PIN; all of a class get new ones', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/409 \(Conflict\)/)
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id } = await makeClass(calls, ['Ana', 'Ben', 'Cem'])
  const { id: otherId } = (await calls.post('/api/classes', { name: '4a' })) as { id: string }
  await page.goto(`/classes/${id}`)
  await page.getByRole('link', { name: /^Ana/ }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ben')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Another child of this class has that name')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Name').fill('Anna')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toBeVisible()
  await page.getByRole('button', { name: 'New PIN' }).click()
  await page.getByRole('radio', { name: /3 pictures/ }).check()
  await page.getByRole('button', { name: 'Make a new PIN' }).click()
  await expect(page.getByText('This PIN is shown only now')).toBeVisible()
  expect(await picturesOf(page, 'Anna')).toHaveLength(3)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Children (2)' })).toBeVisible()
  expect(await calls.get(`/api/classes/${otherId}`)).toMatchObject({ children: [{ name: 'Anna' }] })
  await page.getByRole('link', { name: /^Cem/ }).click()
  await page.getByRole('button', { name: 'Remove from the class' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('deleted for good')
  const removing = page.getByRole('button', { name: 'Remove and delete' })
  await expect(removing).toBeDisabled()
  await page.getByLabel('Type Cem to go on').fill('cem')
  await removing.click()
  await expect(page.getByRole('heading', { name: 'Children (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'New PINs for all' }).click()
  await page.getByRole('button', { name: 'Make new PINs' }).click()
  await expect(cardOf(page, 'Ben').locator('dd').last()).toHaveText(/^\d{4}$/)
})

test('[CLS-8] a teacher deletes a child of the class with everything it did', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id, children } = await makeClass(calls, ['Ana', 'Ben'])
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await page.getByRole('button', { name: 'Delete this child' }).click()
  await page.getByLabel('Type Ana to go on').fill('Ana')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('heading', { name: 'Children (1)' })).toBeVisible()
  expect(await calls.get(`/api/classes/${id}`)).toMatchObject({ children: [{ name: 'Ben' }] })
})
