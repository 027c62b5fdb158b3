import type { Page } from '@playwright/test'
import { anyNumbersIn } from './any-number.ts'
import { exportMessages } from '../../web/features/classes/export.messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { PICTURE_IDS, type PictureId } from '../../domain/pin.ts'
import { pinPictureNames } from '../../web/ui/pin-picture.messages.en.ts'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { consentMessages } from '../../web/features/classes/consent.messages.en.ts'
import { dataMessages } from '../../web/features/classes/data.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { signInByName } from './child.ts'
import { expect, test } from './fixtures.ts'
import { cardOf } from './name-card.ts'
import { beAdult, callsOf, makeClass, newEmail, PASSWORD, practice } from './people.ts'
import { answerMany, practiceScreen, start } from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'

/** The pictures of a card's PIN, from left to right. */
async function picturesOf(page: Page, name: string): Promise<PictureId[]> {
  const labels = await cardOf(page, name)
    .locator('dd')
    .getByRole('img')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getAttribute('aria-label')))
  return labels.flatMap((label) => PICTURE_IDS.find((id) => pinPictureNames[id] === label) ?? [])
}

test('[CLS-1, CLS-4, CLS-5, CLS-6] a teacher signs up, creates a class of three and prints picture cards; a child practices, and the teacher sees it', async ({
  page,
  browser,
  server,
  watch,
}) => {
  // The confirmation before the first child.
  watch.expectConsole(/status of 409/)
  await page.goto('/sign-up')
  await page.getByLabel(adultMessages.signUp.name).fill('Ms Rivera')
  await page.getByLabel(adultMessages.signUp.email).fill(newEmail())
  await page.getByLabel(adultMessages.signUp.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: adultMessages.signUp.submit }).click()
  await expect(page).toHaveURL(/\/classes$/)
  await page.getByLabel(classMessages.list.newName).fill('3b')
  await page.getByRole('radio', { name: classMessages.pins.pictures }).check()
  await page.getByRole('button', { name: classMessages.list.make }).click()
  await expect(page.getByRole('heading', { level: 1, name: '3b' })).toBeVisible()
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByLabel(classMessages.add.names).fill('Ana\nBen\nCem')
  await page.getByRole('button', { name: classMessages.add.submit(3) }).click()
  await page.getByRole('button', { name: consentMessages.agree }).click()
  await expect(page.locator('.name-card')).toHaveCount(3)
  const pictures = await picturesOf(page, 'Ana')
  expect(new Set(pictures).size).toBe(3)
  const code = (await cardOf(page, 'Ana').locator('.name-card-code').textContent())?.replace(' ', '') ?? ''
  await page.getByRole('button', { name: classMessages.cards.done }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: classMessages.cards.leave }).click()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(3) })).toBeVisible()

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const child = await context.newPage()
  await signInByName(child, code, 'Ana', { kind: 'pictures', pictures })
  await child.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await start(child)
  await answerMany(child, 10, 10)
  await expect(practiceScreen(child).rank).toBeVisible()
  await context.close()

  await page.reload()
  await page.getByRole('link', { name: roomMessages.children }).click()
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(rowOf('Ana')).toContainText(classMessages.children.today)
  await expect(rowOf('Ana')).toContainText(classMessages.table.days(1))
  await expect(rowOf('Ben')).toContainText(classMessages.children.never)
  await page.getByRole('link', { name: /^Ana/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana' })).toBeFocused()
  await page.getByRole('button', { name: gardenMessages.asTable }).click()
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('[CLS-4] the cards, and only they, warn before printing an address that works only on this computer', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), ['Ana'])
  const cardsOnly = classMessages.cards.unreachable(new URL(server.origin).host, false)
  await page.goto(`/classes/${id}?view=children`)
  await expect(page.getByRole('button', { name: classMessages.children.cards })).toBeVisible()
  await expect(page.getByText(cardsOnly)).toHaveCount(0)
  await page.getByRole('button', { name: classMessages.children.cards }).click()
  await expect(page.getByText(cardsOnly)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(cardsOnly)).toBeHidden()
})

test('[CLS-4] cards fill eight a page on A4 and on Letter, black on white, and request nothing else; their code contains no PIN', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const names = Array.from({ length: 10 }, (_, at) =>
    at === 3 ? 'Wilhelmina-Charlotte Featherstonehaugh' : `Child ${at}`,
  )
  const { id } = await makeClass(callsOf(page, server.origin), names)
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.cards }).click()
  await expect(page.getByRole('img', { name: classMessages.cards.qr('Child 0') })).toBeVisible()
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

test('[CLS-3] one press switches how spreadsheet columns are read', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), [])
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByLabel(classMessages.add.names).fill('Smith\tAva\tRoom 3\nJones\tBen\tRoom 3')
  const columns = page.getByRole('group', { name: classMessages.add.commas.columnsLegend })
  await expect(page.getByLabel(classMessages.add.nameAt(1))).toHaveValue('Smith')
  await columns.getByRole('radio', { name: classMessages.add.commas.lastFirst }).check()
  await expect(page.getByLabel(classMessages.add.nameAt(1))).toHaveValue('Ava')
  await expect(page.getByLabel(classMessages.add.nameAt(2))).toHaveValue('Ben')
})

test('[CLS-3] a pasted roster is shown as children, to correct before they are added', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id } = await makeClass(calls, [])
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByLabel(classMessages.add.names).fill('1. Smith, Ava\n2. Jones, Ben\n3. Kaya, Cem')
  const shown = (place: number) => page.getByLabel(classMessages.add.nameAt(place), { exact: true })
  await expect(shown(1)).toHaveValue('Ava')
  await expect(shown(3)).toHaveValue('Cem')
  await page.getByRole('radio', { name: classMessages.add.commas.betweenHint }).check()
  await expect(page.getByRole('heading', { name: classMessages.add.preview(6) })).toBeVisible()
  await page.getByRole('radio', { name: classMessages.add.commas.lastFirst }).check()
  await shown(1).fill('Ava S.')
  await page.getByRole('button', { name: classMessages.add.leaveOut('Cem') }).click()
  await expect(page.getByLabel(classMessages.add.names)).toHaveValue('Ava S.\nBen')
  await page.getByRole('button', { name: classMessages.add.submit(2) }).click()
  await expect(page.locator('.name-card')).toHaveCount(2)
  expect(await calls.get(`/api/classes/${id}`)).toMatchObject({
    children: [{ name: 'Ava S.' }, { name: 'Ben' }],
  })
})

test('[CLS-3] a list shows what will be added, and marks what cannot be', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), ['Ben'])
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByLabel(classMessages.add.names).fill('Ana\nana\nBen')
  await expect(page.getByText(classMessages.add.problem('twice', ''))).toBeVisible()
  await expect(page.getByText(classMessages.add.problem('taken', ''))).toBeVisible()
  await page.getByRole('button', { name: classMessages.add.submit(3) }).click()
  await expect(page.getByText(classMessages.add.mend)).toBeVisible()
  await page.getByLabel(classMessages.add.names).fill('Ana\nDi')
  await page.getByRole('button', { name: classMessages.add.submit(2) }).click()
  await expect(page.locator('.name-card')).toHaveCount(2)
})

test('[CLS-5] a class is renamed, gets a new code, is archived and restored; its code is shown large', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id, code } = await makeClass(callsOf(page, server.origin), ['Ana'])
  await page.goto(`/classes/${id}?view=children`)
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`
  await page.getByRole('button', { name: classMessages.code.show }).click()
  await expect(page.getByRole('dialog').getByText(shown)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: classMessages.child.rename }).click()
  await page.getByRole('dialog').getByLabel(roomMessages.renaming.label).fill('Room 12 – Math & more')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Room 12 – Math & more' })).toBeVisible()
  await page.getByRole('button', { name: classMessages.code.renew }).click()
  await page.getByRole('button', { name: classMessages.code.renewDo }).click()
  await expect(page.getByText(shown)).toHaveCount(0)
  await page.getByRole('button', { name: roomMessages.archive }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: roomMessages.archive }).click()
  await expect(page.getByText(roomMessages.archivedNote)).toBeVisible()
  await page.getByRole('link', { name: roomMessages.back }).click()
  await page.getByText(classMessages.list.archived(1)).click()
  await page.getByRole('link', { name: /Room 12/ }).click()
  await page.getByRole('button', { name: roomMessages.unarchive }).click()
  await page.getByRole('link', { name: roomMessages.children }).click()
  await expect(page.getByRole('heading', { name: classMessages.code.heading })).toBeVisible()
})

test('[CLS-5, CLS-27] a child is renamed, moved, removed, and gets a new PIN; all of a class get new ones', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/409 \(Conflict\)/)
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id } = await makeClass(calls, ['Ana', 'Ben', 'Cem'], 'pictures')
  const { id: otherId } = (await calls.post('/api/classes', { name: '4a' })) as { id: string }
  await page.clock.install()
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('link', { name: /^Ana/ }).click()
  await page.getByRole('button', { name: classMessages.child.rename }).click()
  await page.getByRole('dialog').getByLabel(roomMessages.renaming.label).fill('Ben')
  await page.getByRole('button', { name: roomMessages.renaming.save }).click()
  await expect(page.getByText(roomMessages.renaming.failures.name_taken)).toBeVisible()
  await page.getByRole('dialog').getByLabel(roomMessages.renaming.label).fill('Anna')
  await page.getByRole('button', { name: roomMessages.renaming.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anna' })).toBeVisible()
  await page.getByRole('button', { name: classMessages.child.newPin }).click()
  await page.getByRole('button', { name: classMessages.child.newPinDo }).click()
  await expect(cardOf(page, 'Anna')).toBeVisible()
  const pictures = await picturesOf(page, 'Anna')
  expect(pictures).toHaveLength(3)
  await page.getByRole('button', { name: classMessages.child.movedDone }).click()
  await page.getByRole('button', { name: classMessages.child.showPin }).click()
  await expect(cardOf(page, 'Anna')).toBeVisible()
  expect(await picturesOf(page, 'Anna')).toEqual(pictures)
  await page.getByRole('button', { name: classMessages.child.movedDone }).click()
  await page.getByRole('button', { name: classMessages.child.signOut }).click()
  await stopClock(page)
  await page.getByRole('alertdialog').getByRole('button', { name: classMessages.child.signOutDo }).click()
  await expect(page.getByText(classMessages.child.signedOut('Anna'))).toBeVisible()
  await page.clock.resume()
  await page.getByRole('button', { name: classMessages.child.moveDo, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(
    new RegExp(
      `${classMessages.child.movedTitle('Anna', '4a')}.*${classMessages.child.movedCard(1, '4a')}`,
      's',
    ),
  )
  await page.getByRole('dialog').getByRole('button', { name: classMessages.child.movedDone }).click()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(2) })).toBeVisible()
  expect(await calls.get(`/api/classes/${otherId}`)).toMatchObject({ children: [{ name: 'Anna' }] })
  await page.getByRole('link', { name: /^Cem/ }).click()
  await page.getByRole('button', { name: classMessages.child.remove }).click()
  await expect(page.getByRole('alertdialog')).toContainText(classMessages.child.removeDeletes)
  const removing = page.getByRole('button', { name: classMessages.child.removeAndDelete })
  await expect(removing).toBeDisabled()
  await page.getByLabel(dataMessages.deleteType('Cem')).fill('cem')
  await removing.click()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(1) })).toBeVisible()
  await page.getByRole('button', { name: classMessages.pins.renew }).click()
  await page.getByRole('radio', { name: classMessages.pins.digits }).check()
  await expect(page.getByText(classMessages.pins.renewCards)).toBeVisible()
  await page.getByRole('button', { name: classMessages.pins.renewDo }).click()
  await expect(cardOf(page, 'Ben').locator('dd').last()).toHaveText(/^\d{4}$/)
})

test('[CLS-8, SCR-15, RET-3] a teacher deletes a child of the class with all its data, after seeing how much that is', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const made = await makeClass(calls, ['Ana', 'Ben'])
  const { id, children } = made
  const [ana] = children
  if (!ana) throw new Error('two were added')
  await page.clock.install()
  await page.goto(`/classes/${id}?child=${ana.id}`)
  await page.getByRole('button', { name: dataMessages.delete }).click()
  const dialog = page.getByRole('alertdialog', { name: dataMessages.deleteTitle('Ana') })
  await expect(dialog).toContainText(
    exportMessages.lossesOfChild('Ana', { children: 1, practiceDays: 0, factsKnown: 0 }),
  )
  await page.getByRole('button', { name: classMessages.add.cancel }).click()
  await practice(page, server.origin, made)
  await page.getByRole('button', { name: dataMessages.delete }).click()
  const losses = exportMessages.lossesOfChild('Ana', { children: 1, practiceDays: 3, factsKnown: 2 })
  await expect(dialog).toContainText(new RegExp(anyNumbersIn(losses)))
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: dataMessages.json }).click()
  expect((await saved).suggestedFilename()).toBe('Ana-everything.json')
  await page.getByLabel(dataMessages.deleteType('Ana')).fill('Ana')
  await stopClock(page)
  await page.getByRole('button', { name: dataMessages.deleteDo }).click()
  await expect(page.getByText(dataMessages.deleted('Ana'))).toBeVisible()
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(1) })).toBeVisible()
  expect(await calls.get(`/api/classes/${id}`)).toMatchObject({ children: [{ name: 'Ben' }] })
})
