import { expect, test, vi } from 'vitest'
import { messages } from '../../web/features/practice/messages.en.ts'
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
  start,
  startPractice,
} from './open-practice.tsx'

eachInAnEmptyBrowser()

const { interrupted, results, setup } = messages

test('[PRA-20, PRA-25] Start over discards the interrupted session', async () => {
  await startPractice()
  await answerRightly(2)
  await reload()
  await press(interrupted.startOver)
  expect(here.button(setup.start)).toBeDefined()
  await reload()
  expect(here.button(setup.start)).toBeDefined()
  expect(here.isAt(interrupted.title)).toBe(false)
})

test('[PRA-19, PRA-20] after a reload Go on shows the same problem with the remaining time', async () => {
  await startPractice({ durationSeconds: 60 })
  await answerRightly(3)
  await pass(10_000)
  const [problem, left] = [here.problem(), here.clock()?.textContent]
  await reload()
  expect(here.isAt(interrupted.title)).toBe(true)
  await pass(3_600_000)
  await press(interrupted.goOn)
  expect(here.problem()).toEqual(problem)
  expect(here.clock()?.textContent).toBe(left)
  expect(here.done()).toBe('3 of 10 problems done')
})

test('[PRA-19] misses survive a reload: the third is still the third', async () => {
  await startPractice()
  const { answer } = here.problem()
  for (const chances of [2, 1]) {
    await miss()
    expect(here.says(messages.problem.tryAgain(chances))).toBe(true)
    await reload()
    await press(interrupted.goOn)
    await pass(FEEDBACK_MS)
    expect(here.says(/Try again!/)).toBe(false)
  }
  await miss()
  await reload()
  await press(interrupted.goOn)
  expect(here.says(`Answer: ${answer}`)).toBe(true)
  await press(messages.problem.continue)
  expect(here.done()).toBe('1 of 10 problems done')
})

test('[PRA-25, PRA-5] a new session after the results keeps nothing of the old one', async () => {
  await startPractice()
  const first = keptSession()
  await answerRightly(10)
  await pass(PROCESSING_MS)
  await press(results.playAgain)
  await start({ problems: 20 })
  expect(here.done()).toBe('0 of 20 problems done')
  expect(keptSession().currentSession.id).not.toBe(first.currentSession.id)
  expect(keptSession().responses).toEqual([])
})

test.each([
  '{',
  'null',
  '[]',
  '"text"',
  '{"session":null}',
  '{"stage":"asking"}',
  '{"session":{"facts":[{}]}}',
  '1e999',
])(
  '[PRA-21, PRA-22] a practiceSession of %s leads to setup, with a warning and no error',
  async (garbage) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    localStorage.setItem('practiceSession', garbage)
    openPractice()
    expect(warned.mock.calls.flat().join()).toBe(messages.warnings.restore)
    await start()
    expect(here.problem().text).toMatch(/ =$/)
  },
)

test('[PRA-36, PRA-37] a missed fact comes back in the session and does not start the next one', async () => {
  await startPractice()
  const asked = [here.problem().text]
  await miss()
  await pass(FEEDBACK_MS)
  await answerRightly()
  for (let done = 1; done < 10; done += 1) {
    asked.push(here.problem().text)
    await answerRightly()
  }
  expect(asked[4]).toBe(asked[0])
  expect(asked.filter((text) => text === asked[0])).toHaveLength(2)
  await pass(PROCESSING_MS)
  await press(results.playAgain)
  await start()
  expect(here.problem().text).not.toBe(asked[0])
})
