import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { weekOf } from '../../domain/calendar.ts'
import { GAME_TITLES } from '../../domain/game-titles.en.ts'
import type { Dashboard } from '../../domain/school/dashboard.ts'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import { gameOfWeek } from '../../domain/school/game-of-week.ts'
import { SET_NAMES } from '../../domain/school/set-names.en.ts'
import { dashboardMessages } from '../../web/features/dashboard/dashboard.messages.en.ts'
import { DashboardView } from '../../web/features/dashboard/dashboard-view.tsx'
import { madeUpChild, madeUpDashboard } from '../factories/made-up-dashboard.ts'
import { eachInAnEmptyBrowser } from './boards.tsx'

eachInAnEmptyBrowser()

/** All of these became known this week. */
const COUNT_ON = factsOfSet('add_count_on')

const CLASS = madeUpDashboard([
  madeUpChild('Ana', [2, 3, 4, 5], ['add_doubles', 'D']),
  madeUpChild('Ben', [2, 3, 5], ['add_doubles', 'D'], ['add_pairs_of_10', 'c']),
  { ...madeUpChild('Cem', [2], ['add_doubles', 'f'], ['add_count_on', 'k']), newFacts: COUNT_ON },
  madeUpChild('Di', []),
])

const asked = (set: string, ids: readonly string[]): string => `set=${set}&children=${ids.join(',')}`

function show(dashboard: Dashboard): void {
  render(
    <DashboardView
      name="3b"
      dashboard={dashboard}
      hrefOf={(id) => `/classes/1?child=${id}`}
      groupHrefs={{
        assign: (set, ids) => `/assignments/1?${asked(set, ids)}`,
        sheet: (set, ids) => `/classes/1/print?what=group&${asked(set, ids)}`,
        sheets: (groups) => `/classes/1/print?groups=${groups.length}`,
      }}
    />,
  )
}

const rowNames = (name: string): string[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('[DSH-15] shows who practiced in one sentence with names, and two weeks of days, fewest first, minutes only on request', async () => {
  show(CLASS)
  const practiced = screen.getByRole('region', { name: 'Who practiced?' })
  expect(practiced.querySelector('p')?.textContent).toBe(
    '2 of 4 practiced on 3 or more days this week. Not yet this week: Di.',
  )
  expect(rowNames('Who practiced?')).toEqual(['Ana', 'Ben', 'Cem', 'Di'])
  expect(screen.queryByText('2', { selector: 'td span' })).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: 'Fewest days first' }))
  expect(rowNames('Who practiced?')).toEqual(['Di', 'Cem', 'Ben', 'Ana'])
  fireEvent.click(screen.getByRole('switch', { name: 'Show minutes' }))
  expect(screen.getAllByText('2', { selector: 'td span' })).toHaveLength(8)
})

test('[DSH-2, DSH-6] shows one label per child, the most urgent first, with the reason and what helps', () => {
  show(CLASS)
  expect(rowNames('Who needs you?')).toEqual(['Di', 'Ana', 'Ben', 'Cem'])
  const needs = screen.getByRole('table', { name: 'Who needs you?' })
  expect(within(needs).getByText('No day with ten answers yet.', { exact: false })).toBeTruthy()
  expect(within(needs).getAllByText('Stuck: Doubles')).toHaveLength(2)
  expect(within(needs).getAllByText('Missed at least 3 of the last 4 times.')).toHaveLength(1)
  expect(within(needs).getByText('Ready for the next set')).toBeTruthy()
})

test('[DSH-8] a group says who, what and why, with a picture and a game, and a link assigns its set', () => {
  show(CLASS)
  const group = within(screen.getByRole('region', { name: 'What to do next' })).getByRole('listitem')
  expect(group.textContent).toContain('Ana and Ben: Doubles')
  for (const name of ['Ana', 'Ben']) {
    expect(within(group).getByText(name).getAttribute('translate')).toBe('no')
  }
  expect(group.textContent).toContain('1\u00a0+\u00a01 is hard for both.')
  expect(within(group).getByRole('img', { name: 'A picture of 1\u00a0+\u00a01' })).toBeTruthy()
  expect(group.textContent).toContain(
    dashboardMessages.groups.game(GAME_TITLES[gameOfWeek('add_doubles', weekOf(CLASS.today))]),
  )
  const hrefOf = (name: string) => within(group).getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Assign this set to this group')).toBe('/assignments/1?set=add_doubles&children=ana,ben')
  expect(hrefOf('Print the sheet')).toBe('/classes/1/print?what=group&set=add_doubles&children=ana,ben')
})

test('[DSH-10, DSH-11] sets and children are a table with text in each cell, and a set opens to show its facts', async () => {
  show(CLASS)
  const sets = await screen.findByRole('table', { name: 'Sets and children' })
  expect(within(sets).getByText('Cem, Doubles: knows 10 of 10')).toBeTruthy()
  const cells = within(sets).getAllByRole('cell')
  expect(cells.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  fireEvent.click(within(sets).getByRole('button', { name: 'Doubles' }))
  const facts = screen.getByRole('table', { name: 'Doubles: facts and children' })
  expect(within(facts).getByText('Ana, 7 + 7, stuck, wrong three times')).toBeTruthy()
  expect(within(facts).getByText('Cem, 7 + 7, fluent')).toBeTruthy()
  expect(within(facts).getByText('Di, 7 + 7, not tried yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: 'Numbers instead of names' }))
  expect(screen.getByText('1, 7 + 7, stuck, wrong three times')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'All sets' }))
  expect(screen.getByRole('table', { name: 'Sets and children' })).toBeTruthy()
})

test('[DSH-10] a large set opens to show all its facts', async () => {
  show(CLASS)
  fireEvent.click(await screen.findByRole('button', { name: SET_NAMES.add_count_on }))
  expect(rowNames(dashboardMessages.facts.tableOf('add_count_on'))).toHaveLength(
    factsOfSet('add_count_on').length,
  )
})

test('[DSH-15] every table can be saved as CSV, where no name is a formula', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:made-up'
  })
  show(madeUpDashboard([madeUpChild('=1+1', [2], ['add_doubles', 'k'])]))
  const [first] = await screen.findAllByRole('button', { name: 'Download as CSV' })
  if (first) fireEvent.click(first)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain("\n'=1+1,")
  vi.restoreAllMocks()
})

test('[DSH-15] a class in which nobody has practiced says what will appear, and when', () => {
  show(madeUpDashboard([madeUpChild('Ana', [])]))
  expect(screen.getByRole('heading', { name: 'Nobody has practiced yet' })).toBeTruthy()
  expect(screen.getByText('as soon as the first child has answered ten problems')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
