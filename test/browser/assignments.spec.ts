import type { Browser, Page } from '@playwright/test'
import { SET_NAMES } from '../../domain/school/set-names.en.ts'
import { assignmentMessages } from '../../web/features/assignments/assignments.messages.en.ts'
import { cardMessages } from '../../web/features/assignments/cards.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { startJourney } from './adult-journey.ts'
import { signIn } from './child.ts'
import { expect, test } from './fixtures.ts'
import { waitForLateScreen } from './loaded.ts'
import { beAdult, callsOf, makeClass, type MadeClass } from './people.ts'
import { answerRightly, practiceScreen } from './practice-screen.ts'

const DOUBLES = SET_NAMES.add_doubles

const NETWORK = /net::ERR_|Failed to load resource/

/** From home to the first problem of a card: its one button. */
const MOST_TO_PRACTICE = { presses: 1, seconds: 20 }
/** One card in two parts, the first of them ended early, and the beginning of the other. */
const MOST_TO_BOTH = { presses: 7, seconds: 120 }

const cards = (page: Page) => page.getByRole('region', { name: cardMessages.heading }).getByRole('article')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })

/** A child of the class at a device of its own. */
async function deviceOf(browser: Browser, made: MadeClass, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const child = made.children.find((each) => each.name === name)
  if (!child) throw new Error(`${name} is not in the class`)
  await signIn(page, made, child)
  return page
}

/** So many right answers, then the end of the session. */
async function practice(page: Page, problems: number): Promise<void> {
  for (let done = 0; done < problems; done += 1) await answerRightly(page)
}

test('[ASG-1, ASG-6, ASG-9] one press assigns the defaults; a child works on two cards, one of them offline', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const made = await makeClass(calls, ['Ana', 'Ben'])
  await page.goto(`/classes/${made.id}?view=children`)
  await page.getByRole('link', { name: roomMessages.assign }).click()
  await page.getByRole('button', { name: assignmentMessages.form.assign, exact: true }).click()
  await expect(page.getByRole('heading', { name: assignmentMessages.form.kinds.needs })).toBeVisible()
  await expect(page.getByText(assignmentMessages.item.done(0, 2))).toBeVisible()

  await page.getByRole('button', { name: assignmentMessages.assignNew }).click()
  await page.getByRole('radio', { name: assignmentMessages.form.some }).check()
  await page.getByRole('checkbox', { name: 'Ana' }).check()
  await page.getByRole('radio', { name: assignmentMessages.form.kinds.sets }).check()
  await page.getByRole('checkbox', { name: DOUBLES, exact: true }).check()
  await page.getByLabel(assignmentMessages.form.count).fill('6')
  await page.getByRole('button', { name: assignmentMessages.form.assign, exact: true }).click()
  await expect(page.getByRole('heading', { name: DOUBLES, exact: true })).toBeVisible()

  const ana = await deviceOf(browser, made, 'Ana')
  const journey = await startJourney(ana)
  await ana.reload()
  await expect(cards(ana)).toHaveCount(2)
  await expect(card(ana, DOUBLES)).toContainText(cardMessages.amount('problems', 0, 6))
  await waitForLateScreen(ana, 'practice')
  await ana.context().setOffline(true)
  await card(ana, DOUBLES).getByRole('link').click()
  await expect(practiceScreen(ana).problem).toBeVisible()
  await journey.needsAtMost(MOST_TO_PRACTICE)
  await practice(ana, 2)
  await ana.getByRole('button', { name: practiceMessages.problem.end, exact: true }).click()
  await practiceScreen(ana).endSession.click()
  await expect(ana.getByText(`${DOUBLES}: ${cardMessages.amount('problems', 2, 6)}`)).toBeVisible()
  await practiceScreen(ana).back.click()
  await expect(card(ana, DOUBLES)).toContainText(cardMessages.amount('problems', 2, 6))
  const done = card(ana, DOUBLES).locator('[aria-hidden=true] > div')
  await expect(done).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const counted = ana.waitForResponse((response) => response.url().endsWith('/api/me/assignments'))
  await ana.context().setOffline(false)
  await counted
  await expect(card(ana, DOUBLES)).toContainText(cardMessages.amount('problems', 2, 6))
  await card(ana, DOUBLES).getByRole('link').click()
  await practice(ana, 4)
  await expect(ana.getByText(cardMessages.doneMore)).toBeVisible()
  await practiceScreen(ana).back.click()
  await expect(card(ana, DOUBLES)).toContainText(cardMessages.done)
  await card(ana, cardMessages.needs).getByRole('link').click()
  await expect(practiceScreen(ana).problem).toBeVisible()
  await journey.needsAtMost(MOST_TO_BOTH)

  const doubles = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: DOUBLES }) })
  await page.reload()
  await expect(doubles.getByText(assignmentMessages.item.done(1, 1))).toBeVisible()
  await doubles.getByRole('button', { name: assignmentMessages.item.show }).click()
  await expect(doubles.getByRole('row', { name: `Ana ${assignmentMessages.work.states.done}` })).toBeVisible()
  await doubles.getByRole('button', { name: assignmentMessages.item.remove }).click()
  await page.getByRole('button', { name: assignmentMessages.item.undo }).click()
  await expect(doubles.getByText(assignmentMessages.item.done(1, 1))).toBeVisible()
  await ana.context().close()
})
