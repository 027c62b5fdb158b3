import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { factsOfSet } from '../../domain/school/fact-sets.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { addToCards, cardOf, keptCards } from '../../web/features/assignments/cards.ts'
import { CardList } from '../../web/features/assignments/card-list.tsx'
import { CARDS_KEY } from '../../web/lib/practice-key.ts'
import { browserStore } from '../../web/lib/storage.ts'

afterEach(cleanup)

const CARD = {
  id: 'one',
  round: '2026-03-02',
  assigned: { kind: 'sets', sets: ['add_doubles'] },
  facts: [...factsOfSet('add_doubles')],
  amountKind: 'minutes',
  amount: 5,
  count: 1,
  seconds: 100,
  dueDay: '2026-03-06',
  isDone: false,
  isStillOpen: false,
  withPictures: false,
} as const

function keep(cards: readonly object[]): void {
  browserStore.write(CARDS_KEY, { studentId: 'ana', fetchedAtMs: Date.UTC(2026, 2, 2, 15), cards })
  keptCards.setState(
    browserStore.read(CARDS_KEY, (json) => json as never),
    true,
  )
}

const session = (seconds: number) => ({ answered: [], durationMs: 1000 * seconds })

test('[ASG-9, ASG-11] minutes practiced offline are added up before rounding', () => {
  keep([CARD])
  const counts = [15, 10, 50].map((seconds) => {
    addToCards('ana', 'work-one', session(seconds))
    return cardOf('ana', 'work-one')?.count
  })
  expect(counts).toEqual([1, 2, 2])
  addToCards('ana', 'work-one', session(125))
  expect(cardOf('ana', 'work-one')).toMatchObject({ count: 5, isDone: true })
})

test('[ASG-10] offline, too, any problem counts for what the child needs', () => {
  keep([
    { ...CARD, amountKind: 'problems', assigned: { kind: 'needs', operations: ['addition'] }, facts: [] },
  ])
  const answered = [{ factId: 'division-6-2' }] as unknown as AnsweredProblem[]
  addToCards('ana', 'division_facts', { answered, durationMs: 1000 })
  expect(cardOf('ana', 'work-one')?.count).toBe(2)
})

test('[ASG-9] offline the cards say when they were last updated; one assignment may have two', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  keep([
    { ...CARD, isStillOpen: true },
    { ...CARD, round: '2026-03-07', dueDay: '2026-03-13' },
  ])
  render(<CardList studentId="ana" today="2026-03-09" isAhead={false} onNear={() => {}} />)
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(await screen.findByText(/^Offline\. Last updated Monday/)).toBeTruthy()
})
