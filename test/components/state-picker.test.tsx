import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AggregatedStateEntry } from '../../contract/leaderboard.ts'
import { stateMessages } from '../../web/features/guest/own-state-messages.en.ts'
import type { RunningApp } from '../factories/app.ts'
import { boardsAge, play } from '../factories/board-calls.ts'
import {
  beViewer,
  closePage,
  eachInAnEmptyBrowser,
  intercept,
  openPage,
  region,
  startBoards,
  unreachable,
} from './boards.tsx'

const PATH = '/guest'
const REGIONS = /\/api\/regions/

eachInAnEmptyBrowser()

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const choice = (name: string): HTMLElement => screen.getByRole('radio', { name })
const stored = (): unknown => JSON.parse(localStorage.getItem('guestSession') ?? 'null')

async function openPicker(): Promise<void> {
  await openPage(PATH)
  press(stateMessages.changeState)
  await screen.findByRole('dialog', { name: 'Your state' })
}

async function statesOn(app: RunningApp): Promise<Record<string, number>> {
  boardsAge(app)
  const { json } = await app.get('/api/guest/state-leaderboard-aggregated?limit=50')
  return Object.fromEntries(
    (json as AggregatedStateEntry[]).map(({ state, totalScore }) => [state, totalScore]),
  )
}

/** After a reload, because an open board takes seconds to change. */
async function expectTopState(row: RegExp): Promise<void> {
  await closePage()
  await openPage(PATH)
  await waitFor(() => {
    const rows = within(region('Top States')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(row)])
  })
}

/** A guest in Fresno who has scored in two leagues today. */
async function playing(): Promise<RunningApp> {
  const app = await startBoards()
  const sessionToken = beViewer({ location: 'Fresno' })
  for (const league of ['addition_facts', 'division_facts']) {
    await play(app, 10, { sessionToken, league, state: 'California' })
  }
  expect(await statesOn(app)).toEqual({ California: 100 })
  return app
}

test('[LB-90, LB-101, LB-9] a chosen state is saved at once, and the board moves all points of the day', async () => {
  const app = await playing()
  await openPicker()
  expect(screen.getByText('You play for California')).toBeDefined()
  expect(choice('California')).toHaveProperty('checked', true)
  fireEvent.click(choice('Texas'))
  press('Save')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('You play for Texas')).toBeDefined()
  expect(stored()).toMatchObject({ location: '', country: 'US', state: 'Texas' })
  await waitFor(async () => expect(await statesOn(app)).toEqual({ Texas: 100 }))
  await expectTopState(/Texas.*Your State.*100/)
})

test('[LB-91] No state clears the location, also on the server', async () => {
  const app = await playing()
  await openPicker()
  fireEvent.click(choice('No state'))
  press('Save')
  expect(screen.getByText('No state chosen')).toBeDefined()
  expect(stored()).toMatchObject({ location: '', country: '', state: '' })
  await waitFor(async () => expect(await statesOn(app)).toEqual({}))
})

test('[LB-90, LB-91, LOC-11] a region outside the US competes with its country in its name', async () => {
  const app = await playing()
  await openPicker()
  press('Outside the US')
  fireEvent.click(await screen.findByRole('radio', { name: 'Germany' }))
  press('Next')
  fireEvent.click(await screen.findByRole('radio', { name: 'Bavaria' }))
  press('Save')
  expect(screen.getByText('You play for Bavaria, Germany')).toBeDefined()
  expect(stored()).toMatchObject({ location: '', country: 'DE', state: 'Bavaria, Germany' })
  await waitFor(async () => expect(await statesOn(app)).toEqual({ 'Bavaria, Germany': 100 }))
  await expectTopState(/Bavaria, Germany.*Your State.*100/)
})

test('[LB-93] Back returns to the countries and the states, and nothing changes', async () => {
  await startBoards()
  beViewer()
  const before = stored()
  await openPicker()
  press('Outside the US')
  fireEvent.click(await screen.findByRole('radio', { name: 'Brazil' }))
  press('Next')
  await within(await screen.findByRole('dialog', { name: 'Your region' })).findByRole('radio', {
    name: 'Bahia',
  })
  expect(screen.getAllByRole('radio')).toHaveLength(27)
  press('Back')
  expect(await screen.findByRole('radio', { name: 'Brazil' })).toHaveProperty('checked', true)
  press('Back')
  expect(choice('California')).toHaveProperty('checked', true)
  press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stored()).toEqual(before)
})

test('[LB-93] a list that fails to load says so and can be retried', async () => {
  await startBoards()
  beViewer()
  await openPicker()
  const restore = intercept(REGIONS, unreachable)
  press('Outside the US')
  await screen.findByText('Couldn’t load the list.')
  restore()
  press('Try again')
  await screen.findByRole('radio', { name: 'Germany' })
})
