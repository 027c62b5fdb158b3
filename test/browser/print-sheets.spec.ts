import type { Page } from '@playwright/test'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { reportMessages as report } from '../../web/features/print/report.messages.en.ts'
import { sheetMessages as sheets } from '../../web/features/print/sheets.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { printMessages } from '../../web/features/print/print.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { olderAccounts } from './older-accounts.ts'
import { beAdult, callsOf, makeClass, type MadeChild } from './people.ts'
import { expectNoEmptySheet, giveCertificates, printedSheets } from './printed.ts'

const FORMATS = ['A4', 'Letter'] as const
const NAMES = ['Ana', 'Ben', 'Wilhelmina-Charlotte Featherstonehaugh']
/** What stands around the pages, and belongs on no paper. */
const FRAME = [
  frameMessages.skip,
  frameMessages.privacy,
  accountMessages.menu.account,
  accountMessages.menu.signOut,
  printMessages.who,
  printMessages.children(3),
  printMessages.note.hint(0),
]

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')

/** The child answers addition facts on three days. */
async function practice(page: Page, origin: string, code: string, child: MadeChild) {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('a page has a browser')
  const calls = callsOf(await context.newPage(), origin)
  await calls.post('/api/account/child/sign-in', { code, name: child.name, pin: child.pin })
  await olderAccounts(origin, [child])
  for (const daysAgo of [2, 1, 0]) {
    const secondsAgo = daysAgo * 86_400
    const session = beginBody({ secondsAgo: secondsAgo + 600 })
    await calls.post('/api/practice/sessions', session)
    const attempts = Array.from({ length: 12 }, (_, place) =>
      attemptBody(session.id, place, { secondsAgo, responseTime: 1500 + ((place * 733) % 2900) }),
    )
    await calls.post('/api/practice/logs', { attempts })
  }
  await context.close()
}

/** Expects so many pages on either paper, each with its words, nothing else, and nothing cut off. */
async function expectPages(page: Page, pages: readonly (readonly string[])[]): Promise<void> {
  for (const format of FORMATS) {
    const sheets = (await printedSheets(page, format)).map(withoutSpaces)
    expect(sheets, format).toHaveLength(pages.length)
    for (const [at, words] of pages.entries()) {
      for (const word of words) expect(sheets[at], `${format}, page ${at + 1}`).toContain(withoutSpaces(word))
      for (const text of FRAME) expect(sheets[at], format).not.toContain(withoutSpaces(text))
    }
  }
  await expectNoEmptySheet(page)
  await page.emulateMedia({ media: 'print' })
  for (const width of [718, 740]) {
    await page.setViewportSize({ width, height: 960 })
    const cut = await page
      .locator('.paper')
      .evaluateAll(
        (papers) =>
          papers.filter(
            (paper) => paper.scrollHeight > paper.clientHeight || paper.scrollWidth > paper.clientWidth,
          ).length,
      )
    expect(cut, `${width} px`).toBe(0)
    const cutLabels = await page.locator('.paper svg text').evaluateAll((texts) =>
      texts.flatMap((text) => {
        const [label, chart] = [text, text.closest('svg')].map((element) => element?.getBoundingClientRect())
        if (!label || !chart) return ['no chart']
        const isWhole = label.right <= chart.right && label.top >= chart.top - 1
        return isWhole ? [] : [text.textContent]
      }),
    )
    expect(cutLabels, `labels of charts at ${width} px`).toEqual([])
  }
  await page.emulateMedia({ media: null })
}

test("[REP-1, REP-2, REP-6, PRT-6] prints a class's reports, a page for each child, on A4 and Letter, with the teacher's notes", async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const teacher = callsOf(page, server.origin)
  const { id, code, children } = await makeClass(teacher, NAMES)
  for (const child of [children[0], children[2]]) {
    if (child) await practice(page, server.origin, code, child)
  }
  await page.goto(`/classes/${id}`)
  await page.getByRole('link', { name: roomMessages.print }).click()
  await expect(page.locator('.paper')).toHaveCount(3)
  const note = 'Ana explains how she finds an answer. '.repeat(12).slice(0, 400)
  await page.getByLabel(printMessages.note.label('Ana')).fill(`${note} and more`)
  const { knows, learning, next, practice: practiced, growth, meanings } = report
  const rich = [knows, learning, next, practiced, growth, ...meanings, 'On 3 days']
  await expectPages(page, [
    ['Ana', ...rich, note],
    ['Ben', report.tooFew('Ben', 0), report.none],
    [NAMES[2] ?? '', ...rich],
  ])
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('checkbox', { name: 'Ben' }).uncheck()
  await expect(page.getByText(printMessages.children(2))).toBeVisible()
  await expectPages(page, [['Ana'], [NAMES[2] ?? '']])
  // What was typed is nowhere else.
  await page.reload()
  await expect(page.getByLabel(printMessages.note.label('Ana'))).toHaveValue('')
})

test('[PRT-1, PRT-2, PRT-3, PRT-6] prints practice and group sheets and certificates, each whole on its page', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const teacher = callsOf(page, server.origin)
  const { id, code, children } = await makeClass(teacher, NAMES)
  const [ana] = children
  if (!ana) throw new Error('three were made')
  await practice(page, server.origin, code, ana)
  const choose = async (kind: string) => {
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByRole('radio', { name: kind }).check()
  }

  await page.goto(`/classes/${id}/print?what=practice`)
  await expect(page.locator('.sheet-fact')).toHaveCount(60)
  const equations = await page.locator('.sheet-fact').allTextContents()
  expect(new Set(equations.slice(0, 20)).size).toBe(20)
  // The answers are on a page of their own.
  const answers = await page.locator('.sheet-answers li').allTextContents()
  await expectPages(page, [
    ['Ana', ...equations.slice(0, 20)],
    ['Ben', ...equations.slice(20, 40)],
    [NAMES[2] ?? '', ...equations.slice(40)],
    [sheets.practice.key, ...answers],
  ])

  await choose(printMessages.kinds.group.label)
  await page.getByLabel(sheets.group.chooseSet).selectOption('mul_hard')
  await expect(page.locator('.sheet-fact')).toHaveCount(9)
  await page.getByLabel(sheets.group.chooseSet).selectOption('add_across_10')
  await expect(page.locator('.sheet-fact')).toHaveCount(20)
  const solved = await page.locator('.sheet-answers li').allTextContents()
  expect(solved).toHaveLength(20)
  await expectPages(page, [
    [...NAMES, ...(await page.locator('.sheet-fact').allTextContents())],
    [sheets.practice.key, ...solved, sheets.group.game],
  ])

  await choose(printMessages.kinds.certificates.label)
  await expect(page.getByText(sheets.certificate.none)).toBeVisible()
  // The longest texts on either side.
  await giveCertificates(page, ['add_doubles', 'mul_hard'])
  await page.reload()
  await choose(printMessages.kinds.certificates.label)
  await expect(page.locator('.paper')).toHaveCount(12)
  const { knows, back, tips } = sheets.certificate
  await expectPages(
    page,
    NAMES.flatMap((name) =>
      (['add_doubles', 'mul_hard'] as const).flatMap((set) => [
        [name, knows(set)],
        [back(name), tips],
      ]),
    ),
  )
})
