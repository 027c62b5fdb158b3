// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { KEEP_GOING } from '../../web/lib/practice-key.ts'
import {
  answerRightly,
  eachInAnEmptyBrowser,
  FEEDBACK_MS,
  here,
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
  const told = openPractice(TEN)
  await pass(50)
  return told
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

test('[TEN-1, TEN-14] the first problem comes at once, without setup and clock, and the picture with the first miss', async () => {
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

test('[TEN-21, TEN-22, TEN-3] results say what grew, also after a reload; ten more begin at once', async () => {
  await openTen()
  await answerInTime(10)
  await pass(PROCESSING_MS)
  const sprouts = grew.sprouts(10)
  expect(here.says(sprouts)).toBe(true)
  expect(here.done()).toBe('10 of 10 problems done')
  expect(screen.queryByText(results.perProblem)).toBeNull()
  await reload(TEN)
  expect(here.says(sprouts)).toBe(true)
  await press(results.tenMore)
  expect(here.problem().text).toMatch(/=$/)
  expect(here.done()).toBe('0 of 10 problems done')
})

test('[TEN-3] a set that was ended early is followed by one that fills the frame', async () => {
  await openTen()
  await answerInTime(4)
  await press(problem.end)
  await press(paused.end)
  await pass(PROCESSING_MS)
  expect(here.done()).toBe('4 of 10 problems done')
  await press(results.tenMore)
  expect(here.done()).toBe('4 of 10 problems done')
  expect(keptSession().currentSession.totalProblems).toBe(6)
  await answerInTime(6)
  await pass(PROCESSING_MS)
  expect(here.done()).toBe('10 of 10 problems done')
})

test('[TEN-5] ending a set before its first answer leads home', async () => {
  await openTen()
  await press(problem.end)
  await press(paused.end)
  expect(location.pathname).toBe('/guest')
})

test('[TEN-5, PRA-20] a reload asks; Keep going on home continues without asking; starting over begins at once', async () => {
  await openTen()
  await answerInTime(3)
  const { text } = here.problem()
  await reload(TEN)
  expect(here.isAt(interrupted.title)).toBe(true)
  history.replaceState(KEEP_GOING, '')
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

test('[TEN-20] the operation’s mark and the place of the last problem stand beside the frame', async () => {
  await openTen()
  expect(companion()?.querySelector('use')?.getAttribute('href')).toMatch(/#fox$/)
  expect(companion()?.querySelectorAll('svg')).toHaveLength(2)
  expect(places()).toBe(0)
  await answerInTime(1)
  await miss()
  await pass(FEEDBACK_MS)
  expect(places()).toBe(1)
})
