import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { afterProblems } from '../../domain/learning/update.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import { learned } from '../factories/learned-problems.ts'
import {
  answerRightly,
  askedFirst,
  eachInAnEmptyBrowser,
  endSession,
  FEEDBACK_MS,
  give,
  here,
  pass,
  press,
  startPractice,
  type,
} from './open-practice.tsx'

eachInAnEmptyBrowser()

/** This browser remembers a guest who knew all doubles to 10 + 10 eight days ago. */
function rememberDoubles(): void {
  const today = dayNumber(practiceDay(Date.now()))
  const doubles = Array.from({ length: 9 }, (_, at) => `addition-${at + 2}-${at + 2}`)
  const memory = afterProblems(doubles.map((id) => learned(id, { day: today - 8 })))
  localStorage.setItem('tenfold.learning.guest', JSON.stringify({ memory: storeMemory(memory) }))
}

test.each([
  {
    factId: 'addition-8-5',
    wrong: 12,
    hint: 'Make a ten: 8 + 2. Then 3 more.',
    picture: 'A picture of 8 plus 5: 8 dots and 5 dots in ten-frames, where some move over to make a ten.',
  },
  {
    factId: 'multiplication-6-7',
    wrong: 36,
    hint: 'So close! 36 needs one more 6.',
    picture: 'A picture of 6 times 7: 7 rows of 6 dots, the last one marked.',
  },
  {
    factId: 'multiplication-6-7',
    wrong: 48,
    hint: 'So close! 48 is one 6 too many.',
    picture: 'A picture of 6 times 7: 7 rows of 6 dots, and one more row crossed out.',
  },
  {
    factId: 'addition-7-8',
    wrong: 14,
    hint: '7 + 7 is 14. Just one more!',
    picture: 'A picture of 7 plus 8: 7 dots and 8 dots in ten-frames, where some move over to make a ten.',
  },
  {
    factId: 'addition-3-4',
    wrong: 8,
    hint: '3 + 3 is 6. Just one more!',
    picture: 'A picture of 3 plus 4: on a number line, a jump from 3 forward by 4.',
  },
])('[DIA-5] $factId answered with $wrong: "$hint"', async ({ factId, wrong, hint, picture }) => {
  rememberDoubles()
  await askedFirst(factId)
  await pass(3000)
  await give(wrong)
  expect(here.says(messages.problem.tryAgain(2))).toBe(true)
  expect(here.says(hint)).toBe(true)
  expect(here.model()?.getAttribute('aria-label')).toBe(picture)
  await pass(FEEDBACK_MS)
  expect(here.says(messages.problem.tryAgain(2))).toBe(false)
  expect(here.says(hint)).toBe(true)
  await answerRightly()
  expect(here.done()).toBe('1 of 10 problems done')
  expect(here.says(hint)).toBe(false)
})

test('[DIA-5] a typing error opens no picture; "Show me" still does', async () => {
  await askedFirst('addition-7-8')
  await pass(3000)
  await give(155)
  expect(here.says(messages.problem.hint({ type: 'typing' }))).toBe(true)
  await pass(FEEDBACK_MS)
  expect(here.model()).toBeNull()
  await press(messages.problem.showMe)
  expect(here.model()).not.toBeNull()
})

test('[LRN-36] "?" stops the clock and says why the problem is asked; the answer continues where it was', async () => {
  rememberDoubles()
  await askedFirst('addition-7-7')
  type('1')
  await press(messages.why.title)
  await vi.dynamicImportSettled()
  await pass(50)
  const dialog = here.dialog(messages.why.title)?.textContent ?? ''
  expect(dialog).toContain('Do you remember this one?')
  expect(dialog).toMatch(
    /For grown-ups: Known\. First right answer: [A-Z][a-z]+ \d+, \d{4}\. Due for review after 5 days\./,
  )
  const before = here.clock()?.textContent
  await pass(60_000)
  expect(here.clock()?.textContent).toBe(before)
  await press(messages.paused.resume)
  expect(document.activeElement).toBe(here.answerBox())
  expect(here.answerBox().value).toBe('1')
  type('4', 'Enter')
  await pass(50)
  expect(here.done()).toBe('1 of 10 problems done')
})

test('[LRN-36] the results list the problems by their reason', async () => {
  await startPractice()
  const { text } = here.problem()
  await press(messages.why.title)
  expect(here.dialog(messages.why.title)?.textContent).toContain('Here’s a new one!')
  await press(messages.paused.resume)
  await answerRightly(3)
  await endSession()
  const details = screen.getByText(messages.why.ofSession).closest('details')
  if (details) fireEvent(details, new Event('toggle'))
  await vi.dynamicImportSettled()
  await pass(50)
  const reasons = details?.textContent
  expect(reasons).toContain('Here’s a new one!')
  expect(reasons).toContain(text.replace(' =', ''))
  expect(reasons).toContain('For grown-ups: First time.')
})
