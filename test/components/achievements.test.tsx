import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ACHIEVEMENT_IDS, ACHIEVEMENTS } from '../../domain/achievements/catalog.ts'
import { Announcement } from '../../web/features/achievements/announcement.tsx'
import { Collection } from '../../web/features/achievements/collection.tsx'
import { collectionMessages } from '../../web/features/achievements/collection.messages.en.ts'

afterEach(cleanup)

const earned = (id: (typeof ACHIEVEMENT_IDS)[number], level = 1, about = '', amount = level) => ({
  id,
  level,
  about,
  amount,
  day: '2026-11-24',
})

test('[ACH-13] the collection groups achievements by kind, with highest level, sentence and day', () => {
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
    collectionMessages.kinds.effort,
  ])
  const practicing = within(screen.getByRole('region', { name: collectionMessages.kinds.effort }))
  expect(practicing.getAllByRole('listitem')).toHaveLength(1)
  expect(practicing.getByText('10 days of practice')).toBeDefined()
  expect(practicing.getByText('November 24, 2026')).toBeDefined()
  expect(screen.getByText('You hadn’t seen 7 × 8 for 20 days, and you still knew it!')).toBeDefined()
  expect(screen.getByText('You know that 3 and 4 can switch places.')).toBeDefined()
  expect(screen.getByText('Known by heart')).toBeDefined()
})

/** A page that does not scroll by itself, as happy-dom lays nothing out. Returns what brings everything that is observed into view. */
function scrollable(): () => void {
  let show: (() => void) | null = null
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(call: (entries: readonly { isIntersecting: boolean }[]) => void) {
        call([{ isIntersecting: false }])
        show = () => call([{ isIntersecting: true }])
      }
      observe(): void {}
      disconnect(): void {
        show = null
      }
    },
  )
  return () => show?.()
}

test('[ACH-13] after the first good week the sentence includes their number', () => {
  const week = [earned('good-week')]
  const { rerender } = render(<Collection achievements={week} goodWeeks={1} reader="child" />)
  expect(screen.queryByText(/good weeks!/)).toBeNull()
  rerender(<Collection achievements={week} goodWeeks={3} reader="child" />)
  expect(screen.getByText('That’s 3 good weeks!')).toBeDefined()
})

test('[ACH-13] after the first week with a reached class goal the sentence includes their number', () => {
  const { rerender } = render(<Collection achievements={[earned('class-goal')]} reader="child" />)
  expect(screen.getByText('Your class reached its goal this week!')).toBeDefined()
  rerender(<Collection achievements={[earned('class-goal', 3), earned('class-goal')]} reader="child" />)
  expect(screen.getByText('Your class has reached its goal 3 times!')).toBeDefined()
})

test('[ACH-13] without an achievement there is no collection', () => {
  render(<Collection achievements={[]} reader="child" />)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('[ACH-13] each of the thirty has a title and a complete sentence', () => {
  const all = ACHIEVEMENT_IDS.map((id) => earned(id, ACHIEVEMENTS[id].levels[0], 'addition-7-8'))
  render(<Collection achievements={all} reader="adult" />)
  const items = screen.getAllByRole('listitem')
  expect(items).toHaveLength(30)
  for (const { textContent } of items) expect(textContent).not.toMatch(/undefined|NaN| {2}| 0 /)
})

test('[ACH-15] announces one large achievement with small ones next to it, and reports once that it was on the screen', () => {
  const onShown = vi.fn()
  const scroll = scrollable()
  const [large, ...small] = [earned('facts', 10), earned('tried-again'), earned('problems', 100)] as const
  const { rerender } = render(<Announcement large={large} small={small} onShown={onShown} />)
  rerender(<Announcement large={large} small={small} onShown={onShown} />)
  const region = within(screen.getByRole('region', { name: 'Look what you did!' }))
  expect(region.getByText('You know 10 facts!')).toBeDefined()
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'I tried againYou tried again and got it. Trying again works!',
    '100 problemsYou’ve worked on 100 problems.',
  ])
  expect(onShown).not.toHaveBeenCalled()
  for (let times = 0; times < 2; times += 1) scroll()
  expect(onShown.mock.calls).toEqual([[[large, ...small]]])
})
