import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { setCalm } from '../../web/lib/calm.ts'
import {
  answerRightly,
  eachInAnEmptyBrowser,
  endSession,
  here,
  openPractice,
  pass,
  PROCESSING_MS,
  press,
  start,
  startPractice,
} from './open-practice.tsx'

eachInAnEmptyBrowser()
afterEach(() => act(() => setCalm(false)))

/** Long enough to paint a frame. */
const FRAME_MS = 50

const { setup, results } = messages
const race = () => screen.queryByRole('switch', { name: setup.race })
const ghosts = () => document.querySelectorAll('.practice-progress circle.fill-ink-soft').length

/** A session of which each of three problems takes four seconds. */
async function playThree(): Promise<void> {
  await startPractice({ problems: 10 })
  for (let problem = 0; problem < 3; problem += 1) {
    await pass(4000)
    await answerRightly()
  }
  await endSession()
  await press(results.playAgain)
}

test("[PRA-50] a race shows faint dots for the last session's progress at this point", async () => {
  await playThree()
  fireEvent.click(race() as HTMLElement)
  await start()
  expect(ghosts()).toBe(0)
  await pass(4200)
  expect(ghosts()).toBe(1)
  await pass(8400)
  expect(ghosts()).toBe(3)
  await answerRightly(2)
  expect(ghosts()).toBe(1)
})

test('[PRA-50] the first setup screen of a visit offers the race', async () => {
  await playThree()
  cleanup()
  openPractice()
  expect(race()).not.toBeNull()
})

test('[PRA-50] a race stops with the clock', async () => {
  await playThree()
  fireEvent.click(race() as HTMLElement)
  await start()
  await pass(4200)
  await press(messages.problem.pause)
  await pass(60_000)
  expect(ghosts()).toBe(1)
})

test('[PRA-50] there is no race without a last session, or unless chosen', async () => {
  openPractice()
  expect(race()).toBeNull()
  await start()
  await answerRightly(2)
  await endSession()
  await press(results.playAgain)
  expect(race()?.getAttribute('aria-checked')).toBe('false')
  await start()
  await pass(60_000)
  expect(ghosts()).toBe(0)
})

test('[PRA-50] the pause of Today’s ten offers a race against the set before, which goes on with ten more', async () => {
  openPractice({ league: TODAYS_TEN })
  await pass(FRAME_MS)
  await press(messages.problem.pause)
  expect(race()).toBeNull()
  await press(messages.paused.resume)
  await answerRightly(10)
  await pass(PROCESSING_MS)
  await press(results.tenMore)
  await pass(4000)
  expect(ghosts()).toBe(0)
  await press(messages.problem.pause)
  expect(race()?.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(race() as HTMLElement)
  await press(messages.paused.resume)
  expect(ghosts()).toBe(10)
  await answerRightly(10)
  await pass(PROCESSING_MS)
  await press(results.tenMore)
  await pass(2000)
  expect(ghosts()).toBe(0)
  await pass(4000)
  expect(ghosts()).toBe(10)
  act(() => setCalm(true))
  await press(messages.problem.pause)
  expect(race()).toBeNull()
})

test('[PRA-51] calm mode has no clock, race or points', async () => {
  await playThree()
  act(() => setCalm(true))
  expect(race()).toBeNull()
  expect(screen.queryByRole('radio', { name: setup.noClock })).toBeNull()
  await press(setup.start)
  await answerRightly()
  expect(here.clock()).toBeNull()
  expect(document.querySelector('.practice-points')?.classList).toContain('not-calm')
  await endSession()
  expect(here.result(results.correct)).toBe('1 of 1')
  expect(screen.queryByText(results.points, { selector: 'dt' })).toBeNull()
})
