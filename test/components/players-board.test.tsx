import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PlayerEntry } from '../../contract/leaderboard.ts'
import { nextPracticeDayMs } from '../../domain/practice-day.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { play } from '../factories/board-calls.ts'
import {
  beViewer,
  boardRows,
  closePage,
  eachInAnEmptyBrowser,
  gate,
  hrefOf,
  intercept,
  openPage,
  region,
  requests,
  rowsOf,
  startBoards,
  unreachable,
} from './boards.tsx'

const PATH = '/leaderboard-individual'
const PLAYERS = /\/api\/guest\/leaderboard\?/

eachInAnEmptyBrowser()

/** So many players, the best first. */
async function fill(app: Awaited<ReturnType<typeof startBoards>>, players: number): Promise<void> {
  for (let n = 0; n < players; n += 1) await play(app, 48 - n, { nickname: `CleverFox${n + 1}` })
}

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))

test('[LB-63, LB-62] rows have rank, name, location, points and problems; an unknown league in the address is addition', async () => {
  const app = await startBoards()
  const germany = { country: 'DE', state: '', location: '' }
  await play(app, 10, { nickname: 'CleverHedgehog3', problemsSolved: 12, state: 'New York' })
  await play(app, 10, { nickname: 'CleverOtter4', problemsSolved: 12, ...germany })
  await play(app, 19, { nickname: 'CleverPanda5', state: 'Ohio' })
  await openPage(PATH, '?league=nonsense')
  await waitFor(() => expect(boardRows()).toHaveLength(3))
  expect(boardRows()).toEqual([
    expect.stringMatching(/^1.*CleverPanda5.*Ohio.*95 points19 problems$/),
    expect.stringMatching(/^2.*CleverHedgehog3.*New York.*50 points12 problems$/),
    expect.stringMatching(/^3.*CleverOtter4.*Germany/),
  ])
  expect(document.querySelectorAll('ol use[href$="#panda"]')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Addition Facts' }).getAttribute('aria-pressed')).toBe('true')
  expect(location.search).toBe('?league=addition_facts')
})

test('[LB-64] finds the player by token among two with the same name, with the badge in that row alone', async () => {
  const app = await startBoards()
  const sessionToken = beViewer({ nickname: 'NimbleFox3' })
  await play(app, 12, { nickname: 'NimbleFox3' })
  await play(app, 8, { nickname: 'NimbleFox3', sessionToken })
  await openPage(PATH)
  await waitFor(() =>
    expect(boardRows()).toEqual([
      expect.not.stringContaining('You'),
      expect.stringMatching(/^2.*NimbleFox3.*You|^2.*You.*NimbleFox3/),
    ]),
  )
})

test('[LB-65] a list of 25 shows the button, and the board requests 25 or 50 players', async () => {
  const app = await startBoards()
  await fill(app, 24)
  await openPage(PATH)
  await waitFor(() => expect(boardRows()).toHaveLength(24))
  expect(screen.queryByRole('button', { name: /Show (More|Less)/ })).toBeNull()
  await play(app, 24)
  await play(app, 1)
  await screen.findByRole('button', { name: boardMessages.showMore })
  expect(boardRows()).toHaveLength(25)
  press(boardMessages.showMore)
  await waitFor(() => expect(boardRows()).toHaveLength(26))
  const boards = requests().filter((address) => PLAYERS.test(address))
  const limits = new Set(boards.map((address) => new URL(address, app.url).searchParams.get('limit')))
  expect([...limits]).toEqual(['25', '50'])
  press(boardMessages.showLess)
  await waitFor(() => expect(boardRows()).toHaveLength(25))
})

test('[LB-66, LB-65] the 26th player is outside the list of 25, and in the list of 50', async () => {
  const app = await startBoards()
  const sessionToken = beViewer()
  await fill(app, 25)
  await play(app, 1, { sessionToken })
  await openPage(PATH)
  expect((await screen.findByRole('region', { name: 'Your Rank' })).textContent).toMatch(/^Your Rank26You/)
  expect(boardRows()).toHaveLength(25)
  press(boardMessages.showMore)
  await waitFor(() => expect(boardRows()).toHaveLength(26))
  expect(boardRows()[25]).toContain('You')
  expect(screen.queryByRole('region', { name: 'Your Rank' })).toBeNull()
})

test('[LB-102] shows a low rank as progress since the last look', async () => {
  const app = await startBoards()
  const sessionToken = beViewer()
  await fill(app, 26)
  await play(app, 1, { sessionToken })
  // Hundreds of players take long to store; their board is this one with another number.
  let rank = 327
  intercept(PLAYERS, async (ask) => {
    const answer = await ask()
    const { entries, user } = (await answer.json()) as { entries: PlayerEntry[]; user: PlayerEntry }
    return Response.json({ entries, user: { ...user, rank } })
  })
  await openPage(PATH)
  const first = (await screen.findByRole('region', { name: 'Your Rank' })).textContent
  expect(first).toContain('110 more points and you move up')
  expect(first).not.toContain('Up')
  await closePage()
  rank = 226
  await openPage(PATH)
  const second = (await screen.findByRole('region', { name: 'Your Rank' })).textContent
  expect(second).toContain('Up 101 places · 110 more points and you move up')
  expect(second).toContain('226')
})

test("[LB-67] beside the players are ten states of all leagues, the player's card, and the links", async () => {
  const app = await startBoards()
  const states = 'Maine Utah Iowa Idaho Texas Ohio Nevada Kansas Oregon Alaska Hawaii'.split(' ')
  for (const [n, state] of states.entries()) await play(app, 30 - n * 2, { state })
  await play(app, 20, { state: 'Idaho', league: 'division_facts' })
  beViewer({ state: 'Utah' })
  await openPage(PATH)
  await waitFor(() => expect(rowsOf('Top States')).toHaveLength(10))
  expect(rowsOf('Top States')[0]).toBe('1Idaho220')
  expect(rowsOf('Top States')[2]).toBe('3UtahYour State140')
  expect(screen.getByText('Sacramento, Utah')).toBeDefined()
  expect(hrefOf('State vs State Challenge')).toBe('/leaderboard?league=addition_facts')
  expect(hrefOf('Back to Practice')).toBe('/guest')
})

test('[LB-68] an empty day says No Players Yet and links to practice, or without a name to Play Now', async () => {
  await startBoards()
  await openPage(PATH)
  await screen.findByRole('heading', { name: 'No Players Yet' })
  expect(hrefOf('Play Now')).toBe('/guest')
  await closePage()
  beViewer()
  await openPage(PATH)
  await screen.findByRole('heading', { name: 'No Players Yet' })
  expect(hrefOf('Practice Addition Facts')).toBe('/practice/addition_facts?guest=true')
})

test('[LB-68] a loading board fills a ten-frame; without a connection it does not claim to be empty, and recovers', async () => {
  const app = await startBoards()
  await play(app, 4, { nickname: 'CleverOwl2' })
  const loaded = gate()
  const restore = intercept(PLAYERS, () => loaded.opened.then(unreachable))
  await openPage(PATH)
  expect(within(region('Addition Facts')).getByText('Loading…')).toBeDefined()
  loaded.open()
  await screen.findByText(boardMessages.needsInternet)
  expect(screen.queryByRole('heading', { name: 'No Players Yet' })).toBeNull()
  restore()
  await waitFor(() => expect(boardRows()).toEqual([expect.stringContaining('CleverOwl2')]))
  expect(screen.queryByText(boardMessages.needsInternet)).toBeNull()
})

const startsAt = (): string => screen.getByText(/^Starts over at /).textContent

function minutesLeft(): number {
  const [, hours = '0', minutes] = /in (?:(\d+) h )?(\d+) min$/.exec(startsAt()) ?? []
  return Number(hours) * 60 + Number(minutes)
}

describe('[LB-69] shows when the next board starts on the visitor’s own clock, and the minutes left', () => {
  const { TZ: zoneOfRun } = process.env
  afterEach(() => {
    vi.useRealTimers()
    if (zoneOfRun === undefined) delete process.env['TZ']
    else process.env['TZ'] = zoneOfRun
  })

  test.each(['America/Los_Angeles', 'America/New_York', 'Asia/Kolkata'])(
    '[LB-69] in %s',
    async (timeZone) => {
      process.env['TZ'] = timeZone
      // Not shortly before the board starts over.
      vi.useFakeTimers({ now: Date.UTC(2030, 2, 20, 15) })
      const nextMs = nextPracticeDayMs(Date.now())
      const { BoardHeader } = await import('../../web/features/leaderboard/board-header.tsx')
      render(<BoardHeader title="Board" />)
      const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: '2-digit' })
      expect(startsAt()).toContain(`Starts over at ${clock.format(nextMs)}, in `)
      const before = minutesLeft()
      expect(Math.abs(before - (nextMs - Date.now()) / 60_000)).toBeLessThan(2)
      await vi.advanceTimersByTimeAsync(300_000)
      await vi.waitFor(() => expect(minutesLeft()).toBeLessThanOrEqual(before - 4), { timeout: 30_000 })
      cleanup()
    },
  )
})

test('[LB-75] the board announces nothing by itself', async () => {
  const app = await startBoards()
  await play(app, 4)
  await openPage(PATH)
  await waitFor(() => expect(boardRows()).toHaveLength(1))
  const speaking = '[aria-live], [role=status], [role=alert], [role=log], output'
  // A list that loads says so.
  await waitFor(() => expect(document.querySelector(speaking)).toBeNull())
})
