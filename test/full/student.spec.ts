import type { Page } from '@playwright/test'
import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { withAnyNumber } from '../browser/any-number.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { childOf, classElsewhere, keptHere, signIn, signOut, totalsOf } from '../browser/child.ts'
import { answerMany, answerRightly, endSession, practiceScreen, start } from '../browser/practice-screen.ts'

const NETWORK = /net::ERR_|Failed to load resource/

/** From home to the first problem of the addition facts. */
async function beginAddition(page: Page) {
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(practiceScreen(page).start).toBeVisible()
  return await start(page)
}

test('[SIN-7] closing the page during a session loses nothing, and the session continues', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await beginAddition(page)
  await answerMany(page, 2, 10)
  await page.route('**/api/practice/**', (route) => route.abort())
  await answerMany(page, 2, 10, 2)
  await page.reload()
  await practiceScreen(page).goOn.click()
  await answerMany(page, 1, 10, 4)
  await page.unroute('**/api/practice/**')
  await page.reload()
  await practiceScreen(page).goOn.click()
  await answerMany(page, 5, 10, 5)
  await expect(practiceScreen(page).rank).toBeVisible()
  expect(await totalsOf(page, server.origin)).toEqual({ attempts: 10, sessions: 1, points: 50 })
})

test('[SIN-7] a child’s home says that answers wait on the device until they are sent, without shifting anything', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  await signIn(page, made, childOf(made, 'Mia'))
  const note = page.getByText(studentMessages.answersWait)
  const points = page.getByText(studentMessages.points(0))
  const below = page.getByRole('switch')
  await expect(points).toBeVisible()
  const place = await below.boundingBox()
  await beginAddition(page)
  await page.route('**/api/practice/**', (route) => route.fulfill({ status: 500, json: {} }))
  await answerMany(page, 2, 10)
  await page.goto('/dashboard')
  await expect(note).toBeVisible()
  await expect(points).toBeHidden()
  expect(await below.boundingBox()).toEqual(place)
  // What waits is hers alone.
  await signOut(page)
  await signIn(page, made, childOf(made, 'Ben'))
  await expect(points).toBeVisible()
  await expect.poll(async () => (await keptHere(page)).join()).toContain('tenfold.student-outbox')
  await signOut(page)
  await page.unroute('**/api/practice/**')
  await signIn(page, made, childOf(made, 'Mia'))
  await expect.poll(async () => (await keptHere(page)).join()).not.toContain('tenfold.student-outbox')
  await expect(page.getByText(studentMessages.sessions(1))).toBeVisible()
  await expect(note).toBeHidden()
})

test.describe('on boards of its own', () => {
  test.use({ serverSettings: {} })

  test('[SIN-6] a student has no daily limit, and is one player in battles and on boards', async ({
    page,
    browser,
    server,
  }) => {
    const made = await classElsewhere(browser, server.origin, ['Mia'])
    await signIn(page, made, childOf(made, 'Mia'))
    await expect(page.getByText(withAnyNumber(guestMessages.minutesLeft(2, 10)))).toHaveCount(0)
    const nickname = (await page.getByText(studentMessages.playsAs('')).innerText()).split(' ').at(-1) ?? ''
    await beginAddition(page)
    await answerRightly(page)
    await endSession(page)
    await expect(practiceScreen(page).rank).toBeVisible()
    await page.goto('/leaderboard-individual?league=addition_facts')
    await expect(
      page.getByRole('listitem').filter({ hasText: nickname }).getByText(boardMessages.you),
    ).toBeVisible()
    await expect(page.getByText('Mia', { exact: true })).toHaveCount(1)
  })
})

test('[SIN-6] a student who opens a battle in a new tab plays as the student, and no guest is created', async ({
  page,
  context,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  const nickname = (await page.getByText(studentMessages.playsAs('')).innerText()).split(' ').at(-1) ?? ''
  const tab = await context.newPage()
  await tab.goto('/battle?division=addition_subtraction&type=addition')
  await expect(
    tab.getByText(battleMessages.queue.searching).or(tab.getByText(battleMessages.queue.matched)),
  ).toBeVisible()
  await expect(tab.getByRole('timer').or(tab.getByText(nickname)).first()).toBeVisible()
  expect((await keptHere(tab)).join()).not.toContain('guestSession')
})
