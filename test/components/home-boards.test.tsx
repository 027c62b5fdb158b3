import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DailyStats } from '../../contract/leaderboard.ts'
import { previewMessages } from '../../web/features/leaderboard/previews.messages.en.ts'
import { play } from '../factories/board-calls.ts'
import {
  beViewer,
  closePage,
  eachInAnEmptyBrowser,
  intercept,
  openPage,
  region,
  requests,
  startBoards,
  unreachable,
} from './boards.tsx'

const PATH = '/guest'

eachInAnEmptyBrowser()

const league = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(name) })
const rows = (preview: string): string[] =>
  within(region(preview))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const states = (): string[] => rows(previewMessages.topStates)
const leaders = (): string[] => rows(previewMessages.leaders)

test("[LB-94, SCR-8] each league shows the player's rank today, also in words", async () => {
  const app = await startBoards()
  const sessionToken = beViewer()
  for (const problems of [20, 12, 2]) await play(app, problems, { league: 'division_facts' })
  await play(app, 10, { sessionToken, league: 'division_facts' })
  // Alone, and in the last place.
  await play(app, 1, { sessionToken, league: 'mixed_add_sub' })
  await play(app, 20, { league: 'addition_facts' })
  await play(app, 1, { sessionToken, league: 'addition_facts' })
  await openPage(PATH)
  await screen.findByRole('button', { name: /^Division Facts *Rank #3 of 4$/ })
  expect(league('Division Facts').textContent).toContain('Rank #3')
  for (const name of ['Addition Facts', 'Mixed Add/Sub'])
    expect(screen.getByRole('button', { name })).toBeDefined()
  fireEvent.click(league('Division Facts'))
  expect(location.pathname + location.search).toBe('/practice/division_facts?guest=true')
})

test('[LB-102] home shows how far a low rank has risen since the last look', async () => {
  const app = await startBoards()
  const sessionToken = beViewer()
  await play(app, 10, { sessionToken, league: 'division_facts' })
  // Hundreds of players take long to store; these are the stats of one with another rank.
  let rank = 327
  intercept(/daily-stats/, async (ask) => {
    const stats = (await (await ask()).json()) as DailyStats
    const leagueRankings = stats.leagueRankings.map((one) => ({ ...one, rank, total: 400, pointsToNext: 12 }))
    return Response.json({ ...stats, leagueRankings })
  })
  await openPage(PATH)
  await waitFor(() => expect(league('Division Facts').textContent).toContain('#327'))
  expect(league('Division Facts').textContent).toContain('12 more points and you move up')
  expect(league('Division Facts').textContent).not.toContain('Up')
  expect(localStorage.getItem('tenfold.lastRanks')).not.toContain(sessionToken)
  await closePage()
  rank = 226
  await openPage(PATH)
  await waitFor(() => expect(league('Division Facts').textContent).toContain('#226'))
  expect(league('Division Facts').textContent).toContain('Up 101 places · 12 more points and you move up')
})

test('[LB-94] without a guest no ranks are requested or shown', async () => {
  const app = await startBoards()
  await play(app, 10)
  await openPage(PATH)
  await waitFor(() => expect(leaders()[0]).toContain('50'))
  expect(requests().filter((address) => address.includes('daily-stats'))).toEqual([])
  expect(screen.queryByText(/^#\d/)).toBeNull()
})

test("[LB-95] Top States requests five states, shows three, and marks the player's own", async () => {
  const app = await startBoards()
  beViewer({ state: 'California' })
  for (const [at, state] of ['Texas', 'California', 'Ohio', 'Maine', 'Iowa', 'Utah'].entries())
    await play(app, 18 - at * 2, { state })
  await openPage(PATH)
  await waitFor(() =>
    expect(states()).toEqual([
      expect.stringMatching(/1.*Texas.*90/),
      expect.stringMatching(/2.*California.*Your State.*80/),
      expect.stringMatching(/3.*Ohio.*70/),
    ]),
  )
  const [address = ''] = requests().filter((one) => one.includes('state-leaderboard-aggregated'))
  expect(new URL(address, app.url).searchParams.get('limit')).toBe('5')
  const link = screen.getByRole('link', { name: previewMessages.toStates })
  expect(link.getAttribute('href')).toBe('/leaderboard')
})

test("[LB-96] League Leaders shows the best player of each league, marks the player's own name, and leaves out leagues without players", async () => {
  const app = await startBoards()
  const sessionToken = beViewer({ nickname: 'SwiftFox42' })
  await play(app, 8, { nickname: 'KindOwl7' })
  await play(app, 18, { nickname: 'ThankfulHedgehog42' })
  await play(app, 1, { sessionToken, nickname: 'SwiftFox42', league: 'mixed_mult_div' })
  await openPage(PATH)
  await waitFor(() =>
    expect(leaders()).toEqual([
      expect.stringMatching(/Addition Facts.*ThankfulHedgehog42.*90/),
      expect.stringMatching(/You.*Mixed Mult\/Div.*SwiftFox42.*5/),
    ]),
  )
  const link = screen.getByRole('link', { name: previewMessages.toLeaders })
  expect(link.getAttribute('href')).toBe('/leaderboard-individual')
})

test('[LB-97] a list that fails to load shows its empty state with a line, and recovers within seconds', async () => {
  const app = await startBoards()
  await play(app, 10, { state: 'Texas' })
  const restore = intercept(/\/api\//, unreachable)
  await openPage(PATH)
  await within(region(previewMessages.topStates)).findByText(previewMessages.failed)
  await within(region(previewMessages.leaders)).findByText(previewMessages.failed)
  expect(region(previewMessages.topStates).textContent).toContain(previewMessages.noStates)
  expect(within(region(previewMessages.leaders)).getByText(previewMessages.nobody)).toBeDefined()
  restore()
  await waitFor(() => expect(states()).toEqual([expect.stringMatching(/Texas.*50/)]))
  expect(region(previewMessages.topStates).textContent).not.toContain(previewMessages.failed)
})

test('[LB-97] a failed refresh keeps the last list and says so; a successful one updates it', async () => {
  const app = await startBoards()
  await play(app, 10, { state: 'Texas', nickname: 'KindOwl7' })
  await openPage(PATH)
  await waitFor(() => expect(states()).toEqual([expect.stringMatching(/Texas.*50/)]))
  await waitFor(() => expect(leaders()[0]).toContain('KindOwl7'))
  const restore = intercept(/\/api\//, unreachable)
  // A look at the page refreshes what is older than 2 s.
  window.dispatchEvent(new Event('focus'))
  await within(region(previewMessages.topStates)).findByText(previewMessages.stale)
  expect(states()).toEqual([expect.stringMatching(/Texas.*50/)])
  expect(leaders()[0]).toContain('KindOwl7')
  restore()
  await play(app, 12, { state: 'Ohio' })
  await waitFor(() =>
    expect(states()).toEqual([expect.stringMatching(/Ohio.*60/), expect.stringMatching(/Texas.*50/)]),
  )
  expect(region(previewMessages.topStates).textContent).not.toContain(previewMessages.stale)
})
