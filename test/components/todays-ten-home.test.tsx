// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GuestSession } from '../../domain/guest-day.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { KEEP_GOING } from '../../web/lib/practice-key.ts'
import { browserStore } from '../../web/lib/storage.ts'
import { TodaysTen } from '../../web/lib/todays-ten.ts'
import { GuestHomePage } from '../../web/pages/guest-home-page.tsx'

const ALLOWANCE_SECONDS = 600

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/guest')
  // Offline: home needs nothing from the server.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answered = (attempts: number): AnsweredProblem => ({
  factId: 'addition-1-1',
  correct: true,
  attempts,
  responseTimeMs: 1000,
  firstAnswerMs: 1000,
  entryMs: 900,
  visualUsed: false,
})

/** Home of a guest who has filled so many cells, and has an interrupted set with so many more. */
async function openHome(
  day: { filled?: number; interrupted?: number; ready?: number; played?: number } = {},
) {
  const { filled = 0, interrupted = 0, ready = 0, played = 0 } = day
  const session: GuestSession = {
    sessionToken: 'A'.repeat(16),
    nickname: 'SwiftFox42',
    location: '',
    country: '',
    state: '',
    timePlayedToday: played,
    lastActiveDate: practiceDay(Date.now()),
    factsShownToday: {},
  }
  localStorage.setItem('guestSession', JSON.stringify(session))
  const ten = new TodaysTen('guest', { store: browserStore, nowMs: Date.now })
  if (filled > 0)
    ten.add(
      Array.from({ length: filled }, () => answered(1)),
      ready,
    )
  if (interrupted > 0)
    browserStore.write('practiceSession', {
      currentSession: { sessionType: TODAYS_TEN },
      at: { stage: 'asking' },
      responses: Array.from({ length: interrupted }, () => answered(1)),
    })
  window.dispatchEvent(new StorageEvent('storage', { key: 'guestSession' }))
  const { keepGuestCurrent } = await import('../../web/features/guest/guest-store.ts')
  const stop = keepGuestCurrent()
  render(<GuestHomePage prefetchPractice={() => {}} />)
  stop()
  return within(screen.getByRole('region', { name: todayMessages.name }))
}

const done = (problems: number): string => `${problems} of 10 problems done`

test('[TEN-1, TEN-2] before the first problem: an empty frame and one button, which goes straight to practice', async () => {
  const card = await openHome()
  expect(card.getByRole('img', { name: done(0) })).toBeDefined()
  expect(card.getByText(todayMessages.empty)).toBeDefined()
  expect(card.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(card.getByRole('button', { name: todayMessages.play }))
  expect(location.pathname + location.search).toBe(`/practice/${TODAYS_TEN}?guest=true`)
})

test('[TEN-2, TEN-5] an interrupted set shows in the frame, and Keep going continues it', async () => {
  const card = await openHome({ filled: 2, interrupted: 3 })
  expect(card.getByRole('img', { name: done(5) })).toBeDefined()
  expect(card.getByText(todayMessages.left(5))).toBeDefined()
  fireEvent.click(card.getByRole('button', { name: todayMessages.keepGoing }))
  expect(history.state).toBe(KEEP_GOING)
})

test('[TEN-2, TEN-3] a full frame completes the day: what is ready tomorrow, and ten more for who wants', async () => {
  const card = await openHome({ filled: 10, ready: 6 })
  expect(card.getByRole('img', { name: done(10) })).toBeDefined()
  expect(card.getByText(todayMessages.full)).toBeDefined()
  expect(card.getByText(todayMessages.readyTomorrow(6), { exact: false })).toBeDefined()
  fireEvent.click(card.getByRole('button', { name: todayMessages.tenMore }))
  expect(location.pathname).toBe(`/practice/${TODAYS_TEN}`)
})

test('[TEN-2, TEN-3] a second frame counts from its own start, and two full ones are counted', async () => {
  const second = await openHome({ filled: 14 })
  expect(second.getByText(todayMessages.leftAgain(6))).toBeDefined()
  expect(second.getByRole('button', { name: todayMessages.keepGoing })).toBeDefined()
  cleanup()
  localStorage.clear()
  const two = await openHome({ filled: 20 })
  expect(two.getByText(todayMessages.filled(2))).toBeDefined()
})

test('[TEN-6] with the allowance used up there is no button, but an interrupted set can be finished', async () => {
  const none = await openHome({ played: ALLOWANCE_SECONDS })
  expect(none.getByText(todayMessages.usedUp)).toBeDefined()
  expect(none.queryByRole('button')).toBeNull()
  cleanup()
  const interrupted = await openHome({ played: ALLOWANCE_SECONDS, interrupted: 4 })
  expect(interrupted.getByRole('button', { name: todayMessages.keepGoing })).toBeDefined()
})
