// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ACHIEVEMENT_IDS, ACHIEVEMENTS } from '../../domain/achievements/catalog.ts'
import { Collection } from '../../web/features/achievements/collection.tsx'

afterEach(cleanup)

const earned = (id: (typeof ACHIEVEMENT_IDS)[number], level = 1, about = '', amount = level) => ({
  id,
  level,
  about,
  amount,
  day: '2026-11-24',
})

test('[ACH-13] the collection groups what was earned by kind, with its highest level, sentence and day', () => {
  const achievements = [
    earned('days', 10),
    earned('still-knew-it', 1, 'multiplication-7-8', 20),
    earned('both-ways', 5, 'addition-3-4'),
    earned('days', 5),
    earned('facts', 1),
  ]
  render(<Collection achievements={achievements} reader="child" />)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'What I know',
    'How I’ve grown',
    'Practicing',
  ])
  const practicing = within(screen.getByRole('region', { name: 'Practicing' }))
  expect(practicing.getAllByRole('listitem')).toHaveLength(1)
  expect(practicing.getByText('10 days of practice')).toBeDefined()
  expect(practicing.getByText('November 24, 2026')).toBeDefined()
  expect(screen.getByText('You hadn’t seen 7 × 8 for 20 days, and you still knew it!')).toBeDefined()
  expect(screen.getByText('You know that 3 and 4 can switch places.')).toBeDefined()
  expect(screen.getByText('I know 1 fact')).toBeDefined()
})

test('[ACH-13] without an achievement there is no collection', () => {
  render(<Collection achievements={[]} reader="child" />)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('[ACH-13] each of the thirty has a title and a sentence without gaps', () => {
  const all = ACHIEVEMENT_IDS.map((id) => earned(id, ACHIEVEMENTS[id].levels[0], 'addition-7-8'))
  render(<Collection achievements={all} reader="adult" />)
  const items = screen.getAllByRole('listitem')
  expect(items).toHaveLength(30)
  for (const { textContent } of items) expect(textContent).not.toMatch(/undefined|NaN| {2}| 0 /)
})
