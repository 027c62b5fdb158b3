import type { Page } from '@playwright/test'
import { dataMessages } from '../../web/features/classes/data.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { assignmentMessages } from '../../web/features/assignments/assignments.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, makeClass } from './people.ts'
import { expectNoEmptySheet, printedSheets } from './printed.ts'

const FORMATS = ['A4', 'Letter'] as const
const CARDS_ON_A_SHEET = 8

/** What stands around every page, and belongs on no paper. */
const FRAME = [
  frameMessages.skip,
  frameMessages.privacy,
  frameMessages.terms,
  accountMessages.menu.account,
  accountMessages.menu.signOut,
  classMessages.list.title,
]
/** What is pressed on a class's or child's page. */
const CONTROLS = [
  roomMessages.archive,
  roomMessages.assign,
  classMessages.code.show,
  classMessages.children.add,
  classMessages.child.report,
  dataMessages.delete,
]

const NAMES = Array.from({ length: 32 }, (_, at) =>
  at === 9 ? 'Wilhelmina-Charlotte Featherstonehaugh' : `Kid ${at + 10}`,
)

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')

/** Name, PIN and code of each card on the screen, in their order. */
function cardsOnScreen(page: Page): Promise<{ name: string; pin: string; code: string }[]> {
  return page.locator('.name-card').evaluateAll((cards) =>
    cards.map((card) => {
      const [code = '', pin = ''] = [...card.querySelectorAll('dd')].map((each) => each.textContent ?? '')
      return { name: card.querySelector('.name-card-name')?.textContent ?? '', pin, code }
    }),
  )
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1

/** Expects each card whole on one sheet, with what its neighbors have, and nothing else on the paper. */
async function expectCardsOnPaper(page: Page): Promise<void> {
  await expect(page.locator('.name-card svg').last()).toBeVisible()
  // Where a keyboard is used it can be on the screen, and does not move on any sheet.
  await page.getByRole('link', { name: frameMessages.skip }).focus()
  const cards = await cardsOnScreen(page)
  for (const format of FORMATS) {
    const sheets = (await printedSheets(page, format)).map(withoutSpaces)
    expect(sheets, format).toHaveLength(Math.ceil(cards.length / CARDS_ON_A_SHEET))
    for (const [at, sheet] of sheets.entries()) {
      const here = cards.slice(at * CARDS_ON_A_SHEET, (at + 1) * CARDS_ON_A_SHEET)
      for (const { name, pin } of here) {
        expect(sheet, `${format}, sheet ${at + 1}`).toContain(withoutSpaces(name))
        expect(sheet, `${format}, PIN of ${name}`).toContain(withoutSpaces(pin))
      }
      // Head, code and foot stand on every card: a card that broke would leave some of them on the next sheet.
      for (const part of [withoutSpaces(here[0]?.code ?? ''), '·3b', '/sign-in']) {
        expect(timesIn(sheet, part), `${format}, sheet ${at + 1}: ${part}`).toBe(here.length)
      }
      const { printAll, done } = classMessages.cards
      for (const text of [...FRAME, printAll(2), done]) expect(sheet).not.toContain(withoutSpaces(text))
    }
  }
  await expectNoEmptySheet(page)
}

test('[CLS-23] prints the cards of 32 children, four full sheets, with every name and PIN, uncut, and nothing else', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), [])
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByRole('textbox', { name: classMessages.add.names }).fill(NAMES.join('\n'))
  await page.getByRole('button', { name: classMessages.add.submit(32) }).click()
  await expect(page.locator('.name-card')).toHaveCount(NAMES.length)
  for (const { pin } of await cardsOnScreen(page)) expect(pin).toMatch(/^\d{4}$/)
  await expectCardsOnPaper(page)
})

test('[CLS-25] after adding children the page starts at its top and says what is next; leaving unprinted cards asks once', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), [])
  await page.goto(`/classes/${id}?view=children`)
  await page.getByRole('button', { name: classMessages.children.add }).click()
  await page.getByRole('textbox', { name: classMessages.add.names }).fill(NAMES.slice(0, 12).join('\n'))
  const add = page.getByRole('button', { name: classMessages.add.submit(12) })
  await add.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await add.click()
  await expect(
    page.getByRole('heading', { level: 1, name: classMessages.cards.addedTitle(12) }),
  ).toBeFocused()
  await expect(page.getByText(classMessages.cards.addedNext(32, false))).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  const ask = page.getByRole('alertdialog', { name: classMessages.cards.unprintedTitle })
  await page.getByRole('button', { name: classMessages.cards.done }).click()
  await expect(ask).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ask).toBeHidden()
  await page.getByRole('button', { name: classMessages.cards.done }).click()
  await ask.getByRole('button', { name: classMessages.cards.printAll(32) }).click()
  await expect(ask).toBeHidden()
  await page.getByRole('button', { name: classMessages.child.movedDone }).click()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(12) })).toBeVisible()
})

test('[CLS-23] prints a child’s new PIN as one card', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const { id, children } = await makeClass(callsOf(page, server.origin), ['Ana', 'Ben'])
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await page.getByRole('button', { name: classMessages.child.newPin }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: classMessages.child.newPinDo }).click()
  await expect(page.locator('.name-card')).toHaveCount(1)
  expect((await cardsOnScreen(page))[0]?.pin).toMatch(/^\d{4}$/)
  await expectCardsOnPaper(page)
})

test('[CLS-23] prints a class and a child’s progress without links, bars and footer', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id, children } = await makeClass(callsOf(page, server.origin), ['Ana', 'Ben'])
  await page.goto(`/classes/${id}?view=children`)
  await expect(page.getByRole('link', { name: /^Ana/ })).toBeVisible()
  const [printedClass = '', ...more] = await printedSheets(page, 'A4')
  expect(more).toEqual([])
  expect(printedClass).toContain(classMessages.children.heading(2))
  for (const text of [...FRAME, ...CONTROLS]) expect(printedClass).not.toContain(text)
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await expect(page.getByRole('button', { name: gardenMessages.asTable })).toBeVisible()
  const printed = (await printedSheets(page, 'A4')).join(' ')
  expect(printed).toContain('Ana')
  for (const text of [...FRAME, ...CONTROLS]) expect(printed).not.toContain(text)
})

test('[PRT-6] prints what 30 children have done of an assignment on one page', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id } = await makeClass(calls, NAMES.slice(0, 30))
  const path = `/api/classes/${id}/assignments`
  const { today } = (await calls.get(path)) as { today: string }
  await calls.post(path, {
    who: null,
    assigned: { kind: 'sets', sets: ['add_doubles'] },
    amount: { kind: 'problems', count: 20 },
    firstDay: today,
    dueDay: today,
    lastDay: null,
  })
  await page.goto(`/assignments/${id}`)
  await page.getByRole('button', { name: assignmentMessages.item.show }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(30)
  for (const format of FORMATS) {
    const sheets = await printedSheets(page, format)
    expect(sheets, format).toHaveLength(1)
    expect(sheets[0]).toContain('Kid 39')
  }
  await expectNoEmptySheet(page)
})
