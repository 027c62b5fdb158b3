// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { messages } from '../../web/features/practice/messages.en.ts'
import { setCalm } from '../../web/lib/calm.ts'
import {
  answerRightly,
  eachInAnEmptyBrowser,
  endSession,
  here,
  openPractice,
  pass,
  press,
  start,
  startPractice,
} from './open-practice.tsx'

eachInAnEmptyBrowser()
afterEach(() => act(() => setCalm(false)))

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

test('[PRA-50] who races sees faint dots where the last session was by now', async () => {
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

test('[PRA-50] a race stands still with the clock', async () => {
  await playThree()
  fireEvent.click(race() as HTMLElement)
  await start()
  await pass(4200)
  await press(messages.problem.pause)
  await pass(60_000)
  expect(ghosts()).toBe(1)
})

test('[PRA-50] without a last session there is nothing to race, and nobody races unasked', async () => {
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

test('[PRA-51] calm mode has no clock, race, points or times', async () => {
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
  for (const name of [results.points, results.time, results.perProblem])
    expect(screen.queryByText(name, { selector: 'dt' })).toBeNull()
  expect(document.querySelector('.confetti')?.childElementCount).toBe(0)
})
