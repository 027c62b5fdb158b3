import { act, cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { RESUME_SESSION } from '../../web/lib/practice-key.ts'
import {
  answerRightly,
  eachInAnEmptyBrowser,
  FEEDBACK_MS,
  here,
  keptFacts,
  keptSession,
  miss,
  openPractice,
  pass,
  press,
  PROCESSING_MS,
  reload,
} from './open-practice.tsx'

eachInAnEmptyBrowser()

const { interrupted, results, problem, paused, grew } = messages
const TEN = { league: TODAYS_TEN }

async function openTen() {
  const opened = openPractice(TEN)
  await pass(50)
  return opened
}

const companion = () => document.querySelector('.practice-companion')
const places = () => document.querySelectorAll('.practice-progress rect.stroke-success').length

/** Slowly enough to count as thinking. */
async function answerInTime(problems: number): Promise<void> {
  for (let at = 0; at < problems; at += 1) {
    await pass(1800)
    await answerRightly()
  }
}

test('[TEN-1, TEN-14] the first problem comes at once, without setup and clock, and the picture after the first miss', async () => {
  const { effects } = await openTen()
  expect(here.problem().text).toMatch(/ \+ .* =$/)
  expect(here.clock()).toBeNull()
  expect(here.model()).toBeNull()
  await miss()
  expect(here.model()).not.toBeNull()
  expect(effects[0]).toMatchObject({
    session: { sessionType: TODAYS_TEN, totalProblems: 10, hasClock: false },
  })
})

test('[TEN-21, TEN-22, TEN-3] results say what grew, even after a reload; ten more start at once', async () => {
  await openTen()
  await answerInTime(10)
  await pass(PROCESSING_MS)
  const sprouts = grew.sprouts(10)
  expect(here.says(sprouts)).toBe(true)
  expect(here.done()).toBe('10 of 10 problems done')
  await reload(TEN)
  expect(here.says(sprouts)).toBe(true)
  await press(results.tenMore)
  expect(here.problem().text).toMatch(/=$/)
  expect(here.done()).toBe('0 of 10 problems done')
})

const plants = (within: Element | undefined | null) =>
  [...(within?.querySelectorAll('use') ?? [])].map((use) => use.getAttribute('href')?.replace(/.*#/, ''))

test('[TEN-21, GAR-11] results draw each fact that grew, and its stage before; its plant is animated', async () => {
  await openTen()
  await answerInTime(10)
  await pass(PROCESSING_MS)
  const heading = screen.getByRole('heading', { name: grew.sprouts(10) })
  expect(plants(heading)).toEqual(['soil'])
  expect(plants(heading.parentElement?.querySelector('ul'))).toEqual(Array<string>(10).fill('sprout'))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(keptFacts().map((fact) => grew.fact(fact))),
  )
  expect(document.querySelectorAll('.animate-grow')).toHaveLength(10)
  expect(document.querySelector('.confetti')).not.toBeNull()
  expect(here.says(grew.comeBack)).toBe(true)
})

/** Plays a set with one miss, as if only so many facts had grown in it. */
async function playWithGrowth(count: number): Promise<void> {
  await openTen()
  await pass(1800)
  await miss()
  await pass(FEEDBACK_MS)
  // The missed fact comes back in the set.
  await answerInTime(10)
  await pass(PROCESSING_MS)
  const { id, factIds } = keptSession().currentSession
  const sprouts = factIds.slice(1, 1 + count)
  sessionStorage.setItem('tenfold.grown', JSON.stringify({ sessionId: id, sprouts, keepsakes: 0 }))
  await reload(TEN)
}

test('[TEN-21] when nothing grew, each plant that was asked is drawn once, with a drop', async () => {
  await playWithGrowth(0)
  expect(here.says(grew.nothing(9))).toBe(true)
  expect(screen.getByText(grew.nothing(9)).closest('section')?.querySelectorAll('li use')).toHaveLength(18)
  // Whoever has missed one is offered to practice it.
  expect(here.says(grew.comeBack)).toBe(false)
})

test('[TEN-21] when up to three grew, the others are drawn below them; when more grew, they are not', async () => {
  await playWithGrowth(3)
  const watered = screen.getByRole('heading', { name: grew.watered(6) })
  expect(plants(watered.parentElement?.querySelector('ul'))).toEqual(
    Array.from({ length: 6 }, () => ['sprout', 'drop']).flat(),
  )
  cleanup()
  await playWithGrowth(4)
  expect(here.says(grew.sprouts(4))).toBe(true)
  expect(here.says(grew.watered(5))).toBe(false)
})

test('[TEN-21] a sprout that became a flower at once is drawn as a sprout before', async () => {
  await openTen()
  await answerInTime(10)
  await pass(PROCESSING_MS)
  const { id, factIds } = keptSession().currentSession
  const grown = { sessionId: id, flowers: factIds, flowersFrom: 'sprout', keepsakes: 0 }
  sessionStorage.setItem('tenfold.grown', JSON.stringify(grown))
  await reload(TEN)
  expect(plants(screen.getByRole('heading', { name: grew.flowers(10) }))).toEqual(['sprout'])
})

test('[ACH-15] announcements appear below the buttons, whenever they arrive', async () => {
  const announcement = createStore<ReactNode>(() => null)
  const isBelow = (): boolean => {
    const order = screen.getByText('News').compareDocumentPosition(here.button(results.tenMore))
    return (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  }
  openPractice({ ...TEN, announcement })
  await pass(50)
  await answerInTime(10)
  act(() => announcement.setState(<p>News</p>, true))
  expect(screen.queryByText('News')).toBeNull()
  await pass(PROCESSING_MS)
  expect(isBelow()).toBe(true)

  act(() => announcement.setState(null, true))
  await press(results.tenMore)
  await answerInTime(10)
  await pass(PROCESSING_MS)
  act(() => announcement.setState(<p>News</p>, true))
  expect(isBelow()).toBe(true)
})

test('[TEN-3] after a set that was ended early the next one fills the frame', async () => {
  await openTen()
  await answerInTime(4)
  await press(problem.end)
  await press(paused.end)
  await pass(PROCESSING_MS)
  expect(here.done()).toBe('4 of 10 problems done')
  // Only a full frame is celebrated.
  expect(document.querySelector('.confetti')).toBeNull()
  await press(results.tenMore)
  expect(here.done()).toBe('4 of 10 problems done')
  expect(keptSession().currentSession.totalProblems).toBe(6)
  await answerInTime(6)
  await pass(PROCESSING_MS)
  expect(here.done()).toBe('10 of 10 problems done')
})

test('[TEN-5] ending a set before its first answer returns home', async () => {
  await openTen()
  await press(problem.end)
  await press(paused.end)
  expect(location.pathname).toBe('/guest')
})

test('[TEN-5, PRA-20] a reload asks; Keep going on home continues without asking; starting over starts at once', async () => {
  await openTen()
  await answerInTime(3)
  const { text } = here.problem()
  await reload(TEN)
  expect(here.isAt(interrupted.title)).toBe(true)
  history.replaceState(RESUME_SESSION, '')
  await reload(TEN)
  expect(here.problem().text).toBe(text)
  expect(here.done()).toBe('3 of 10 problems done')
  await reload(TEN)
  await press(interrupted.startOver)
  expect(here.problem().text).toMatch(/=$/)
})

test('[TEN-1, PRA-32] a set that may not start shows the way back', async () => {
  openPractice({ ...TEN, mayStart: () => false })
  await pass(50)
  expect(screen.getByRole('link', { name: results.return }).getAttribute('href')).toBe('/guest')
})

test('[TEN-20] the operation’s mark and the place of the last problem appear next to the frame', async () => {
  await openTen()
  expect(companion()?.querySelector('use')?.getAttribute('href')).toMatch(/#fox$/)
  expect(companion()?.querySelectorAll('svg')).toHaveLength(2)
  expect(places()).toBe(0)
  await answerInTime(1)
  await miss()
  await pass(FEEDBACK_MS)
  expect(places()).toBe(1)
})
