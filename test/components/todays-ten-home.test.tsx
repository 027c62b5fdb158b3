import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GuestSession } from '../../domain/guest-day.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { afterProblems } from '../../domain/learning/update.ts'
import { daysBefore, practiceDay } from '../../domain/practice-day.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { previewMessages } from '../../web/features/leaderboard/previews.messages.en.ts'
import { championMessages } from '../../web/features/battle/champions.messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { progressMessages } from '../../web/features/progress/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { setCalm } from '../../web/lib/calm.ts'
import { GUEST_ACHIEVEMENTS_KEY } from '../../web/lib/learning-key.ts'
import { localZone } from '../../web/lib/local-zone.ts'
import { RESUME_SESSION } from '../../web/lib/practice-key.ts'
import { browserStore } from '../../web/lib/storage.ts'
import { TodaysTen } from '../../web/lib/todays-ten.ts'
import { OPERATION_NAMES } from '../../web/ui/bed-picture.messages.en.ts'
import { GuestHomePage } from '../../web/pages/guest-home-page.tsx'
import { learned } from '../factories/learned-problems.ts'

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
  const ten = new TodaysTen('guest', { store: browserStore, today: () => practiceDay(Date.now()) })
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
  const { startGuestUpdates } = await import('../../web/features/guest/guest-store.ts')
  const stop = startGuestUpdates()
  render(<GuestHomePage prefetchPractice={() => {}} />)
  stop()
  return within(screen.getByRole('region', { name: todayMessages.name }))
}

const words = progressMessages.streak

const done = (problems: number): string => `${problems} of 10 problems done`

test('[TEN-1, TEN-2] before the first problem home shows an empty frame and one button, which leads straight to practice', async () => {
  const card = await openHome()
  expect(card.getByRole('img', { name: done(0) })).toBeDefined()
  expect(card.getByText(todayMessages.empty)).toBeDefined()
  expect(card.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(card.getByRole('button', { name: todayMessages.play }))
  expect(location.pathname + location.search).toBe(`/practice/${TODAYS_TEN}?guest=true`)
})

test('[NIC-1] the name may wrap between its words and before its number', async () => {
  const card = await openHome()
  const { innerHTML } = card.getByText('SwiftFox42')
  expect(innerHTML).toBe('Swift<wbr>Fox<wbr>42')
})

test('[SCR-8] the leagues come before the player’s card', async () => {
  await openHome()
  const league = screen.getByRole('button', { name: 'Addition Facts' })
  const keep = screen.getByRole('button', { name: guestMessages.keepName })
  expect(league.compareDocumentPosition(keep)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('[TEN-2, TEN-5] an interrupted set shows in the frame, and Keep going continues it', async () => {
  const card = await openHome({ filled: 2, interrupted: 3 })
  expect(card.getByRole('img', { name: done(5) })).toBeDefined()
  expect(card.getByText(todayMessages.left(5))).toBeDefined()
  fireEvent.click(card.getByRole('button', { name: todayMessages.keepGoing }))
  expect(history.state).toBe(RESUME_SESSION)
})

test('[TEN-2, TEN-3] a full frame completes the day and shows what is ready tomorrow, with ten more on request', async () => {
  const card = await openHome({ filled: 10, ready: 6 })
  expect(card.getByRole('img', { name: done(10) })).toBeDefined()
  expect(card.getByText(todayMessages.full)).toBeDefined()
  expect(card.getByText(todayMessages.readyTomorrow(6), { exact: false })).toBeDefined()
  fireEvent.click(card.getByRole('button', { name: todayMessages.tenMore }))
  expect(location.pathname).toBe(`/practice/${TODAYS_TEN}`)
})

test('[TEN-2, TEN-3] a second frame starts counting from 0, and two full ones are counted', async () => {
  const second = await openHome({ filled: 14 })
  expect(second.getByText(todayMessages.leftAgain(6))).toBeDefined()
  expect(second.getByRole('button', { name: todayMessages.keepGoing })).toBeDefined()
  cleanup()
  localStorage.clear()
  const two = await openHome({ filled: 20 })
  expect(two.getByText(todayMessages.filled(2))).toBeDefined()
})

test('[GAR-12] the garden on home is the bed of which most facts were asked on the last day', async () => {
  const asked = ['subtraction-5-1', 'subtraction-6-2', 'addition-1-1'].map((id) => learned(id))
  browserStore.write('tenfold.learning.guest', { memory: storeMemory(afterProblems(asked)) })
  await openHome()
  expect(await screen.findByText(`${OPERATION_NAMES.subtraction} · 2 sprouts`)).toBeDefined()
})

test('[GAR-12] before the first set is over, the garden on home has no numbers', async () => {
  await openHome({ interrupted: 3 })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: todayMessages.myGarden }).querySelector('svg')).not.toBeNull(),
  )
})

test('[TEN-6, SCR-13] with the allowance used up there is a link to the garden, and leagues look locked, but an interrupted set can be finished', async () => {
  const none = await openHome({ played: ALLOWANCE_SECONDS })
  expect(none.getByText(todayMessages.comeBack)).toBeDefined()
  expect(none.queryByRole('button')).toBeNull()
  expect(none.getByRole('link', { name: todayMessages.seeGarden }).getAttribute('href')).toBe('/garden')
  const league = screen.getByRole('button', { name: 'Division Facts' })
  expect(league.className).toContain('border-dashed')
  expect(league).toHaveProperty('disabled', false)
  cleanup()
  const interrupted = await openHome({ played: ALLOWANCE_SECONDS, interrupted: 4 })
  expect(interrupted.getByRole('button', { name: todayMessages.keepGoing })).toBeDefined()
})

test('[STR-11] home shows a guest’s days of practice and its run', async () => {
  const today = dayIn(localZone(), Date.now())
  const days = [9, 8, 1, 0].map((before) => ({ day: daysBefore(today, before), atMs: 0 }))
  await openHome()
  expect(await screen.findByText(words.days(0))).toBeDefined()
  expect(screen.getByText(words.run(0, 0))).toBeDefined()
  cleanup()
  localStorage.clear()
  browserStore.write(GUEST_ACHIEVEMENTS_KEY, { counters: null, facts: {}, days, achievements: [] })
  await openHome()
  expect(await screen.findByText(words.days(4))).toBeDefined()
  expect(screen.getByText(words.run(2, 4)).classList).toContain('not-calm')
})

const boards = (): (HTMLElement | null)[] =>
  [previewMessages.topStates, previewMessages.leaders, championMessages.title].map((name) =>
    screen.queryByRole('region', { name }),
  )

test('[PRA-51] home has no boards in calm mode', async () => {
  await openHome()
  expect(boards()).not.toContain(null)
  act(() => setCalm(true))
  expect(boards()).toEqual([null, null, null])
  expect(screen.getByRole('heading', { name: guestMessages.arena })).toBeDefined()
  act(() => setCalm(false))
})
