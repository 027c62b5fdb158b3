import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { stateMessages } from '../../web/features/guest/own-state-messages.en.ts'
import { play } from '../factories/board-calls.ts'
import {
  beViewer,
  boardRows,
  eachInAnEmptyBrowser,
  gate,
  hrefOf,
  intercept,
  openPage,
  region,
  startBoards,
  unreachable,
} from './boards.tsx'

const PATH = '/leaderboard'
const STATES = /\/api\/guest\/state-leaderboard\?/

eachInAnEmptyBrowser()

test("[LB-70] shows the states, best first, with players, average and top score, and the player's own state separately", async () => {
  const app = await startBoards()
  await play(app, 10, { state: 'California' })
  await play(app, 5, { state: 'California' })
  await play(app, 20, { state: 'TX' })
  await play(app, 2, { country: 'DE', state: '' })
  await play(app, 40, { country: '', state: '' })
  beViewer({ state: 'California' })
  await openPage(PATH)
  await waitFor(() =>
    expect(boardRows()).toEqual([
      '1Texas100 points each · best 100100 points1 player',
      '2CaliforniaYour State38 points each · best 5075 points2 players',
    ]),
  )
  expect(region('Your State').textContent).toContain('California')
  expect(
    within(region('Your State'))
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['#2', '75', '2'])
})

test('[LB-70, LB-69] explains itself, and links to the players and to practice', async () => {
  await startBoards()
  await openPage(PATH, '?league=division_facts')
  for (const [name] of boardMessages.howParts) expect(screen.getByRole('heading', { name })).toBeDefined()
  expect(screen.getByText(/Rankings update daily/)).toBeDefined()
  expect(screen.getByText(/^Starts over at \d+:\d\d [AP]M, in /)).toBeDefined()
  expect(hrefOf('Daily Leaderboards')).toBe('/leaderboard-individual?league=division_facts')
  expect(hrefOf('Back to Practice')).toBe('/guest')
  expect(hrefOf(boardMessages.playNow)).toBe('/guest')
  await screen.findByText(boardMessages.noStatesTitle)
})

test("[LB-71, LB-70] a league without states says so, and so does the card of the player's state", async () => {
  await startBoards()
  beViewer({ state: 'California' })
  await openPage(PATH)
  await screen.findByText('No states competing in this league yet.')
  expect(hrefOf('Be the first to represent your state!')).toBe('/practice/addition_facts?guest=true')
  expect(region('Your State').textContent).toContain(boardMessages.stateIsFirst('California'))
  expect(hrefOf(boardMessages.practice('Addition Facts'))).toBe('/practice/addition_facts?guest=true')
})

test('[LB-70, LB-90] a visitor chooses a state where the board asks for one, and becomes a guest', async () => {
  await startBoards()
  await openPage(PATH)
  const own = within(region('Your State'))
  expect(own.getByText(boardMessages.unknownState)).toBeDefined()
  fireEvent.click(own.getByRole('button', { name: stateMessages.changeState }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Ohio' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await own.findByText(boardMessages.stateIsFirst('Ohio'))
  expect(JSON.parse(localStorage.getItem('guestSession') ?? 'null')).toMatchObject({ state: 'Ohio' })
})

const map = (): SVGElement => screen.getByRole('img', { name: /^Map of the states/ }) as unknown as SVGElement
const titles = (): string[] => [...map().querySelectorAll('title')].map(({ textContent }) => textContent)

function tile(state: string): Element {
  const found = [...map().querySelectorAll('title')].find(({ textContent }) =>
    textContent.startsWith(`${state}:`),
  )?.parentElement
  if (!found) throw new Error(`no ${state} on the map`)
  return found
}

test("[LB-72] the map has 51 tiles, shaded by points and dots, and marks the player's own", async () => {
  const app = await startBoards()
  await play(app, 30, { state: 'Texas' })
  await play(app, 15, { state: 'California' })
  await play(app, 5, { state: 'Ohio' })
  beViewer({ state: 'California' })
  await openPage(PATH)
  await waitFor(() => expect(boardRows()).toHaveLength(3))
  expect(map().querySelectorAll('text')).toHaveLength(51)
  const dots = ['Texas', 'California', 'Ohio', 'Maine'].map(
    (state) => tile(state).querySelectorAll('circle').length,
  )
  expect(dots).toEqual([3, 2, 1, 0])
  expect(titles()).toContain('Texas: 150 points')
  expect(map().querySelectorAll('.stroke-accent')).toHaveLength(1)
  expect(tile('California').querySelectorAll('.stroke-accent')).toHaveLength(1)
})

test('[LB-72, LB-68] without points the map shows none; a board without a connection does not claim to be empty, and recovers', async () => {
  const app = await startBoards()
  await play(app, 4, { state: 'Texas' })
  const loaded = gate()
  const restore = intercept(STATES, () => loaded.opened.then(unreachable))
  await openPage(PATH)
  const expectUnknown = (): void => {
    expect(map().querySelectorAll('text')).toHaveLength(51)
    expect(titles()).toEqual([])
    expect(screen.getByRole('img', { name: boardMessages.mapUnknown })).toBeDefined()
    expect(screen.getByText('None yet').closest('.invisible')).not.toBeNull()
  }
  expect(screen.getAllByText('Loading…')).not.toHaveLength(0)
  expectUnknown()
  loaded.open()
  await screen.findByText(boardMessages.needsInternet)
  expectUnknown()
  expect(screen.queryByText(boardMessages.noStatesTitle)).toBeNull()
  restore()
  await waitFor(() => expect(boardRows()).toEqual([expect.stringContaining('Texas')]))
  expect(screen.queryByText(boardMessages.needsInternet)).toBeNull()
  expect(titles()).toHaveLength(51)
  expect(screen.getByText('None yet').closest('.invisible')).toBeNull()
})

test('[LB-9] a player who changes state moves the states on an open board', async () => {
  const app = await startBoards()
  const sessionToken = await play(app, 10, { state: 'California' })
  await play(app, 8, { state: 'Texas' })
  await openPage(PATH)
  await waitFor(() =>
    expect(boardRows()).toEqual([expect.stringContaining('California'), expect.stringContaining('Texas')]),
  )
  await play(app, 1, { sessionToken, state: 'Texas' })
  await waitFor(() => expect(boardRows()).toEqual([expect.stringMatching(/^1Texas.*95 points2 players$/)]))
})
