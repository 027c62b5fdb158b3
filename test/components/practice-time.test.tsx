import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '../../web/features/practice/messages.en.ts'
import {
  answerRightly,
  eachInAnEmptyBrowser,
  endSession,
  here,
  miss,
  openPractice,
  pass,
  press,
  PROCESSING_MS,
  reload,
  start,
  startPractice,
  type,
} from './open-practice.tsx'

eachInAnEmptyBrowser()

const { processing, setup, paused, results } = messages

test('[PRA-14] the timer ends the session even during feedback and while the answer is shown', async () => {
  await startPractice({ durationSeconds: 10 })
  await miss()
  await pass(10_000)
  await pass(PROCESSING_MS)
  await press(results.playAgain)
  await start()
  for (let at = 0; at < 3; at += 1) {
    await miss()
    if (at < 2) await pass(2000)
  }
  expect(here.says(/^Answer: /)).toBe(true)
  await pass(6000)
  expect(here.isAt(processing.title)).toBe(true)
})

test('[PRA-30] reports time every 15 s during practice, but not during a pause', async () => {
  const { seconds } = await startPractice()
  await pass(16_000)
  expect(seconds).toEqual([15])
  await pass(15_000)
  expect(seconds).toEqual([15, 15])
  await press(messages.problem.pause)
  await pass(600_000)
  expect(seconds.reduce((sum, some) => sum + some, 0)).toBeLessThan(33)
})

test('[PRA-54] after a minute without input the clock stops and asks; a key or a step starts the minute anew', async () => {
  const { seconds } = await startPractice({ problems: 50 })
  const asks = (): boolean => here.dialog(paused.nobodyThere) !== null
  await pass(59_000)
  type('1')
  await pass(59_000)
  expect(asks()).toBe(false)
  await pass(1000)
  expect(asks()).toBe(true)
  await pass(3_600_000)
  const practiced = (): number => seconds.reduce((sum, some) => sum + some, 0)
  expect(practiced()).toBeLessThanOrEqual(60)
  await press(paused.resume)
  expect(asks()).toBe(false)
  await pass(59_900)
  expect(asks()).toBe(false)
  await pass(100)
  expect(asks()).toBe(true)
})

test.each(['a key every 20 s', 'a resumed pause', 'a wrong answer'])(
  '[PRA-54] at most 60 s of a problem count, also with %s; the next problem counts again',
  async (what) => {
    const { seconds } = await startPractice({ problems: 50, time: 'No clock' })
    const practiced = (): number => seconds.reduce((sum, some) => sum + some, 0)
    for (let at = 0; at < 10; at += 1) {
      if (what === 'a key every 20 s') type('1', 'Backspace')
      else if (what === 'a wrong answer' && at < 2) await miss()
      await pass(20_000)
      if (here.dialog(paused.nobodyThere)) await press(paused.resume)
    }
    await answerRightly()
    expect(practiced()).toBeLessThanOrEqual(60)
    expect(practiced()).toBeGreaterThan(58)
    await pass(31_000)
    expect(practiced()).toBeGreaterThan(88)
    await answerRightly()
    await endSession()
    expect(practiced()).toBeLessThan(95)
  },
)

test('[PRA-42, PRA-13] End asks once; Go on returns, End session leads to the results', async () => {
  await startPractice({ problems: 50 })
  await answerRightly(3)
  const problem = here.problem()
  await press(messages.problem.end)
  expect(here.dialog(paused.endTitle)).not.toBeNull()
  await pass(600_000)
  await press(paused.resume)
  expect(here.dialog(paused.endTitle)).toBeNull()
  expect(here.problem()).toEqual(problem)
  await endSession()
  expect(here.result(results.correct)).toBe('3 of 3')
  expect(here.says(results.endedByTimer)).toBe(false)
})

test('[PRA-42] during a pause End session ends at once', async () => {
  await startPractice()
  await answerRightly()
  await press(messages.problem.pause)
  expect(here.dialog(paused.title)).not.toBeNull()
  await press(paused.end)
  expect(here.isAt(processing.title)).toBe(true)
})

test('[PRA-40] sets 2 minutes, and 5 minutes for 50 problems unless the child has chosen', async () => {
  openPractice()
  expect(here.isChosen('2 minutes')).toBe(true)
  screen.getByRole('radio', { name: /^50\b/ }).click()
  await pass(50)
  expect(here.isChosen('5 minutes')).toBe(true)
  expect(here.says('Up to 5 minutes.')).toBe(true)
  screen.getByRole('radio', { name: /^10\b/ }).click()
  await pass(50)
  expect(here.isChosen('2 minutes')).toBe(true)
  screen.getByRole('radio', { name: /^5 minutes/ }).click()
  screen.getByRole('radio', { name: /^2 minutes/ }).click()
  await start({ problems: 50 })
  expect(here.clock()?.textContent).toBe('2:00')
})

test('[PRA-40, PRA-3] a duration in the address overrides the choice', async () => {
  openPractice({ durationSeconds: 60 })
  expect(here.says('Up to 1 minute.')).toBe(true)
  expect(screen.queryByRole('group', { name: setup.timeLegend })).toBeNull()
  await start({ problems: 50 })
  expect(here.clock()?.textContent).toBe('1:00')
})

test('[PRA-24, PRA-41] no clock means none is shown and none ends the session; the choice is remembered', async () => {
  await startPractice({ time: 'No clock' })
  expect(here.clock()).toBeNull()
  expect(screen.queryByRole('button', { name: messages.time.timeLeft })).toBeNull()
  await answerRightly()
  await pass(400_000)
  await reload()
  expect(here.says(/left\./)).toBe(false)
  await press(messages.interrupted.goOn)
  expect(here.clock()).toBeNull()
  await answerRightly(9)
  await pass(PROCESSING_MS)
  expect(here.result(results.points)).toBe('50')
  await press(results.playAgain)
  expect(here.isChosen('No clock')).toBe(true)
  expect(here.says(setup.leadNoClock)).toBe(true)
})

test("[PRA-41, GST-7] without a clock a guest plays no longer than the rest of the day's time", async () => {
  await startPractice({ time: 'No clock', leftSeconds: 90 })
  await answerRightly()
  await pass(50_000)
  type('1')
  await pass(39_000)
  expect(here.isAt(processing.title)).toBe(false)
  await pass(1000)
  expect(here.isAt(processing.title)).toBe(true)
})

test("[PRA-3, GST-7] a long duration gives a session no longer than the rest of the day's time", () => {
  openPractice({ durationSeconds: 3600, leftSeconds: 600 })
  expect(here.says('Up to 10 minutes.')).toBe(true)
})
