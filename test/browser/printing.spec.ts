import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, makeClass } from './people.ts'
import { printedSheets } from './printed.ts'

const FORMATS = ['A4', 'Letter'] as const
const CARDS_ON_A_SHEET = 8

/** What stands around every page, and belongs on no paper. */
const FRAME = /Skip to|My account|My classes|Sign out|Privacy Policy|Terms of Service/

const NAMES = Array.from({ length: 28 }, (_, at) =>
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
  // Where a keyboard is used it can be on the screen, and stands still on each sheet.
  await page.getByRole('link', { name: 'Skip to' }).focus()
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
      expect(sheet).not.toMatch(new RegExp(FRAME.source.replaceAll(' ', ''), 'i'))
      expect(sheet).not.toMatch(/Printthecards|Done|Back/)
    }
  }
}

test('[CLS-23] on paper, cards of 28 children have every name and PIN, whole, and nothing else', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), [])
  await page.goto(`/classes/${id}`)
  await page.getByRole('button', { name: 'Add children' }).click()
  await page.getByRole('textbox', { name: 'Names' }).fill(NAMES.join('\n'))
  await page.getByRole('button', { name: 'Add 28 children' }).click()
  await expect(page.locator('.name-card')).toHaveCount(NAMES.length, { timeout: 30_000 })
  for (const { pin } of await cardsOnScreen(page)) expect(pin).toMatch(/^\d{4}$/)
  await expectCardsOnPaper(page)
})

test('[CLS-25] after adding children the page begins at its top and says what is next; leaving unprinted cards asks once', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beAdult(page, server.origin, 'teacher')
  const { id } = await makeClass(callsOf(page, server.origin), [])
  await page.goto(`/classes/${id}`)
  await page.getByRole('button', { name: 'Add children' }).click()
  await page.getByRole('textbox', { name: 'Names' }).fill(NAMES.slice(0, 12).join('\n'))
  const add = page.getByRole('button', { name: 'Add 12 children' })
  await add.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await add.click()
  await expect(page.getByRole('heading', { level: 1, name: '12 children added' })).toBeFocused()
  await expect(page.getByText('Next: print the cards')).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  const ask = page.getByRole('alertdialog', { name: 'Leave without printing?' })
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(ask).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ask).toBeHidden()
  await page.getByRole('button', { name: 'Done' }).click()
  await ask.getByRole('button', { name: 'Print the cards' }).click()
  await expect(ask).toBeHidden()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Children (12)' })).toBeVisible()
})

test('[CLS-23] on paper, a child’s new PIN is one card', async ({ page, server }) => {
  await beAdult(page, server.origin, 'teacher')
  const { id, children } = await makeClass(callsOf(page, server.origin), ['Ana', 'Ben'])
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await page.getByRole('button', { name: 'New PIN' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new PIN' }).click()
  await expect(page.locator('.name-card')).toHaveCount(1)
  expect((await cardsOnScreen(page))[0]?.pin).toMatch(/^\d{4}$/)
  await expectCardsOnPaper(page)
})

test('[CLS-23] a class and a child’s progress print without links, bars and footer', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const { id, children } = await makeClass(callsOf(page, server.origin), ['Ana', 'Ben'])
  await page.goto(`/classes/${id}`)
  await expect(page.getByText('Ana')).toBeVisible()
  expect((await printedSheets(page, 'A4')).join(' ')).not.toMatch(FRAME)
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await expect(page.getByRole('button', { name: 'View as table' })).toBeVisible()
  const printed = (await printedSheets(page, 'A4')).join(' ')
  expect(printed).toContain('Ana')
  expect(printed).not.toMatch(FRAME)
})
