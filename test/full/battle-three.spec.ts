import type { Page } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import {
  battleScreen,
  give,
  giveRight,
  joinTogether,
  newPlayer,
  queueOf,
  resultRows,
} from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

test.use({ sharedSettings: { BATTLE_SECONDS: '20', BATTLE_COUNTDOWN_SECONDS: '10' } })

const NAMES = ['SwiftFox42', 'KindOwl7', 'BraveOtter5'] as const
const HEADLINES = ['Victory!', '2nd Place!', 'Battle Complete!']

/** What the rows say of everybody alike: the one badge that is not the same on all screens is left out. */
async function rowsAlike(page: Page): Promise<string[]> {
  const rows = await resultRows(page).allInnerTexts()
  return rows.map((row) => row.replace(/\bYou\b/i, '').replace(/\s+/g, ' '))
}

/** All these scores, whoever stands first: it is who joined first. */
const labelOf = (...scores: string[]) => new RegExp(scores.map((score) => `(?=.*\\b${score}(,|$))`).join(''))

test('[BAT-10, BAT-84, BAT-87, BAT-89, BAT-32] three browsers play one battle: all see each other, and ranks agree on all screens', async ({
  browser,
  server,
}) => {
  const pages: Page[] = []
  for (const nickname of NAMES) pages.push(await newPlayer(browser, server.origin, { nickname }))
  await joinTogether(pages, queueOf('addition_subtraction', 'mixed'))
  await Promise.all(
    pages.map(async (page, at) => {
      const opponents = page.getByRole('list', { name: messages.countdown.opponents })
      const others = NAMES.filter((name) => name !== NAMES[at])
      for (const name of others)
        await expect(opponents.getByRole('listitem').filter({ hasText: name })).toBeVisible()
      await expect(opponents.getByRole('listitem')).toHaveCount(others.length)
      await expect(battleScreen(page).answer).toBeFocused()
    }),
  )

  const [fox, owl, otter] = pages as [Page, Page, Page]
  await Promise.all([giveRight(fox, 3), giveRight(owl), give(otter, 999)])
  await expect(otter.getByText(messages.arena.tryAgain)).toBeVisible()
  // A machine that is slow at the moment makes 3 points of 5.
  const [foxs, owls] = ['(9|1[135])', '[35]']
  await Promise.all([
    expect(battleScreen(fox).race).toHaveAccessibleName(
      labelOf(`you ${foxs}`, `KindOwl7 ${owls}`, 'BraveOtter5 0'),
    ),
    expect(battleScreen(owl).race).toHaveAccessibleName(
      labelOf(`SwiftFox42 ${foxs}`, `you ${owls}`, 'BraveOtter5 0'),
    ),
    expect(battleScreen(otter).race).toHaveAccessibleName(
      labelOf(`SwiftFox42 ${foxs}`, `KindOwl7 ${owls}`, 'you 0'),
    ),
  ])

  for (const [at, page] of pages.entries()) {
    await expect(battleScreen(page).heading(HEADLINES[at] ?? '')).toBeVisible()
    await expect(resultRows(page)).toHaveText([
      /^Rank 1.*SwiftFox42.*Winner.*3 problems answered/,
      /^Rank 2.*KindOwl7.*1 problem answered/,
      /^Rank 3.*BraveOtter5.*0 problems answered0points$/,
    ])
    await expect(resultRows(page).filter({ hasText: messages.results.you })).toHaveText([
      new RegExp(NAMES[at] ?? ''),
    ])
    expect(await rowsAlike(page)).toEqual(await rowsAlike(fox))
  }
  await Promise.all(pages.map((page) => page.context().close()))
})
