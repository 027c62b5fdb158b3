import type { Browser, Page } from '@playwright/test'
import { findFact } from '../../domain/fact.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { childOf } from './child.ts'
import { expect, test } from './fixtures.ts'
import { olderAccounts } from './older-accounts.ts'
import { beAdult, callsOf, makeClass, type MadeChild } from './people.ts'

type Try = { readonly factId: string; readonly isRight: boolean }

/**
 * What a child answered at another device, each try of a fact a day before the next, the last ones just now; a miss is right at
 * the second attempt.
 */
async function practiceElsewhere(
  browser: Browser,
  origin: string,
  code: string,
  { name, pin }: MadeChild,
  tries: readonly Try[],
  responseTime = 2000,
): Promise<void> {
  const context = await browser.newContext()
  const child = callsOf(await context.newPage(), origin)
  await child.post('/api/account/child/sign-in', { code, name, pin })
  const daysAgo = tries.map(
    ({ factId }, at) => tries.slice(at + 1).filter((later) => later.factId === factId).length,
  )
  for (let ago = Math.max(...daysAgo); ago >= 0; ago -= 1) {
    const ofDay = tries.filter((_, at) => daysAgo[at] === ago)
    await practiceOnce(child, ofDay, { secondsAgo: ago * 86_400, responseTime })
  }
  await context.close()
}

async function practiceOnce(
  child: ReturnType<typeof callsOf>,
  tries: readonly Try[],
  { secondsAgo, responseTime }: { readonly secondsAgo: number; readonly responseTime: number },
): Promise<void> {
  const sessionId = `practice-${crypto.randomUUID()}`
  await child.post('/api/practice/sessions', {
    id: sessionId,
    sessionType: 'addition_facts',
    targetDuration: 120,
    totalProblems: 50,
    secondsAgo: secondsAgo + 120,
  })
  const answers = tries.flatMap(({ factId, isRight }) => {
    const answer = findFact(factId)?.answer ?? 0
    return isRight
      ? [{ factId, answer }]
      : [
          { factId, answer: -1 },
          { factId, answer },
        ]
  })
  const attempts = answers.map(({ factId, answer }, place) => ({
    sessionId,
    factId,
    place,
    studentAnswer: answer,
    responseTime,
    secondsAgo,
  }))
  await child.post('/api/practice/logs', { attempts })
}

const tries = (factId: string, right: string): Try[] =>
  [...right].map((sign) => ({ factId, isRight: sign === '+' }))

const namesInOrder = (page: Page) =>
  page
    .getByRole('rowheader')
    .evaluateAll((heads) => heads.map((head) => head.querySelector('.font-bold')?.firstChild?.textContent))

test('[CLS-6, CLS-24] the class table shows who practiced, how well and what was hardest, and sorts by each column', async ({
  page,
  browser,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const made = await makeClass(callsOf(page, server.origin), ['Ana', 'Ben', 'Cem'])
  await olderAccounts(server.origin, made.children)
  const practice = (name: string, all: readonly Try[]) =>
    practiceElsewhere(browser, server.origin, made.code, childOf(made, name), all)
  await practice('Ben', [...tries('addition-7-8', '----'), ...tries('addition-9-6', '--+')])
  await practice('Cem', tries('addition-2-2', '+++'))
  await page.goto(`/classes/${made.id}?view=children`)
  const table = page.getByRole('table', { name: classMessages.children.heading(3) })
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(rowOf('Ben')).toContainText(classMessages.children.today)
  await expect(rowOf('Ben')).toContainText(classMessages.table.days(4))
  await expect(rowOf('Ben')).toContainText(classMessages.table.percent(1 / 7))
  await expect(rowOf('Ben').getByRole('listitem')).toHaveText([
    `7 + 8${classMessages.table.needsHelp}`,
    '9 + 6',
  ])
  await expect(rowOf('Cem')).toContainText(classMessages.table.percent(1))
  await expect(rowOf('Ana')).toContainText(classMessages.children.never)
  await expect(page.getByText(classMessages.table.needsHelpHint)).toBeVisible()

  const head = (name: string) => table.getByRole('columnheader', { name })
  await expect(head(classMessages.table.columns.name)).toHaveAttribute('aria-sort', 'ascending')
  expect(await namesInOrder(page)).toEqual(['Ana', 'Ben', 'Cem'])
  await head(classMessages.table.columns.hardest).getByRole('button').click()
  await expect(head(classMessages.table.columns.hardest)).toHaveAttribute('aria-sort', 'descending')
  await expect(head(classMessages.table.columns.name)).not.toHaveAttribute('aria-sort')
  expect(await namesInOrder(page)).toEqual(['Ben', 'Ana', 'Cem'])
  await head(classMessages.table.columns.firstTry).getByRole('button').press('Enter')
  await expect(head(classMessages.table.columns.firstTry)).toHaveAttribute('aria-sort', 'ascending')
  expect(await namesInOrder(page)).toEqual(['Ben', 'Cem', 'Ana'])
  await head(classMessages.table.columns.firstTry).getByRole('button').press('Enter')
  await expect(head(classMessages.table.columns.firstTry)).toHaveAttribute('aria-sort', 'descending')
  expect(await namesInOrder(page)).toEqual(['Cem', 'Ben', 'Ana'])

  await page.getByRole('link', { name: /^Ben/ }).click()
  await expect(
    page.getByRole('button', {
      name: `7 + 8, sprout: ${gardenMessages.meanings.adult.sprout}, ${gardenMessages.needsHelp}`,
    }),
  ).toBeVisible()
  await page.getByRole('button', { name: gardenMessages.asTable }).click()
  await expect(
    page.getByRole('button', { name: gardenMessages.table.cell('7 + 8 = 15', 'needs_help') }),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: gardenMessages.table.cell('9 + 6 = 15', 'learning') }),
  ).toBeVisible()
  const shape = (name: string) => page.getByRole('button', { name }).locator('svg').innerHTML()
  expect(await shape(gardenMessages.table.cell('7 + 8 = 15', 'needs_help'))).not.toBe(
    await shape(gardenMessages.table.cell('9 + 6 = 15', 'learning')),
  )
  const legend = page.locator('dl').filter({ hasText: gardenMessages.table.looks.learning })
  await expect(legend).toContainText(gardenMessages.table.looks.needs_help)
})
