import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '../../web/features/practice/messages.en.ts'
import {
  answerRightly,
  eachInAnEmptyBrowser,
  endSession,
  FEEDBACK_MS,
  give,
  here,
  keptFacts,
  keptSession,
  miss,
  pass,
  press,
  startPractice,
  touch,
  type,
} from './open-practice.tsx'

eachInAnEmptyBrowser()

const TRY_AGAIN = /Try again!/
const isUnclear = (): boolean => here.says(messages.problem.onlyDigits)
const solved = (): string => document.querySelector('.play-solved')?.textContent ?? ''
const modelWords = (): string => here.model()?.getAttribute('aria-label') ?? ''

test('[PRA-7] an Enter that ends a word of an input method submits nothing', async () => {
  await startPractice()
  type(...String(here.problem().answer + 1))
  fireEvent.keyDown(document.body, { key: 'Enter', keyCode: 229 })
  expect(here.says(TRY_AGAIN)).toBe(false)
  type('Enter')
  expect(here.says(TRY_AGAIN)).toBe(true)
})

test('[PRA-11] shows the feedback for exactly 2 s', async () => {
  await startPractice()
  type(...String(here.problem().answer + 1), 'Enter')
  await pass(FEEDBACK_MS - 50)
  expect(here.says(TRY_AGAIN)).toBe(true)
  await pass(50)
  expect(here.says(TRY_AGAIN)).toBe(false)
})

test('[SCO-1, PRA-10, PRA-29] the second try gives 3 points, the third 1; the results show each problem’s try', async () => {
  await startPractice()
  for (const [misses, points] of [
    [1, '+3'],
    [2, '+1'],
    [0, '+5'],
  ] as const) {
    for (let at = 0; at < misses; at += 1) {
      await miss()
      expect(here.says(TRY_AGAIN)).toBe(true)
      await pass(FEEDBACK_MS)
    }
    await answerRightly()
    expect(here.badge()).toBe(points)
    await pass(1500)
    expect(here.badge()).toBeNull()
  }
  await endSession()
  expect(here.result(messages.results.points)).toBe('9')
  expect(here.result(messages.results.correct)).toBe('3 of 3')
  expect(here.says(messages.results.progressLabel(1, 2, 0, 7))).toBe(true)
})

test('[PRA-8, PRA-11] ignores keys, keypad and Enter during feedback', async () => {
  await startPractice()
  const problem = here.problem()
  await miss()
  await give(problem.answer)
  await press('1')
  type('Enter')
  expect(here.says(messages.problem.tryAgain(2))).toBe(true)
  await pass(FEEDBACK_MS)
  expect(here.answerBox().value).toBe('')
  expect(here.problem()).toEqual(problem)
  await answerRightly()
  expect(here.badge()).toBe('+3')
})

test('[PRA-12, LOK-9] Enter is Continue when the answer is shown, and digits typed then are not carried over', async () => {
  await startPractice()
  const problem = here.problem()
  for (let at = 0; at < 3; at += 1) {
    await miss()
    await pass(FEEDBACK_MS)
  }
  expect(here.says(`Answer: ${problem.answer}`)).toBe(true)
  await pass(60_000)
  expect(here.says(`Answer: ${problem.answer}`)).toBe(true)
  type('1', '2', 'Enter')
  await pass(50)
  expect(here.done()).toBe('1 of 10 problems done')
  expect(here.answerBox().value).toBe('')
})

test('[PRA-12] a double tap on Submit, or a double Enter, does not skip the answer that is shown', async () => {
  await startPractice()
  for (const again of [() => press(messages.problem.continue), () => type('Enter')]) {
    const { answer } = here.problem()
    for (let at = 0; at < 3; at += 1) {
      await miss()
      if (at < 2) await pass(FEEDBACK_MS)
    }
    await again()
    expect(here.says(`Answer: ${answer}`)).toBe(true)
    await pass(500)
    await again()
    expect(here.says(`Answer: ${answer}`)).toBe(false)
  }
})

test('[PRA-10, PRA-26, PRA-16] takes every key of ten answers typed as fast as possible, in order', async () => {
  await startPractice({ league: 'mixed_add_sub' })
  for (let at = 0; at < 10; at += 1) type(...String(here.problem().answer), 'Enter')
  await pass(5000)
  expect(here.result(messages.results.points)).toBe('50')
})

test('[PRA-7] drops letters that are pasted or typed', async () => {
  await startPractice()
  fireEvent.input(here.answerBox(), { target: { value: 'a<b>1²x' } })
  expect(here.answerBox().value).toBe('1')
  await press('Clear')
  expect(here.answerBox().value).toBe('')
  type(...'abc!? e')
  await pass(50)
  expect(here.answerBox().value).toBe('')
  expect(here.button(messages.problem.submit)).toHaveProperty('disabled', true)
})

test('[PRA-7, PRA-8] accepts a minus only before the digits: 99-- is 99', async () => {
  await startPractice()
  type(...'99--')
  await pass(50)
  expect(here.answerBox().value).toBe('99')
  expect(here.button(messages.problem.submit)).toHaveProperty('disabled', false)
  type('Escape', ...'--9-')
  expect(here.answerBox().value).toBe('-9')
})

test('[PRA-7, PRA-8, PRA-9] anything but a whole number is neither right nor a try: the screen says what is wrong', async () => {
  await startPractice()
  const problem = here.problem()
  for (const text of [`${problem.answer}.5`, '-', '.']) {
    type(...text)
    await pass(50)
    expect(here.button(messages.problem.submit)).toHaveProperty('disabled', false)
    expect(isUnclear()).toBe(false)
    type('Enter')
    await pass(50)
    expect(isUnclear()).toBe(true)
    expect(here.answerBox().value).toBe(text)
    type('Escape')
    expect(isUnclear()).toBe(false)
  }
  type('-')
  await pass(50)
  await press(messages.problem.submit)
  expect(isUnclear()).toBe(true)
  type('Backspace')
  expect(here.problem()).toEqual(problem)
  await answerRightly()
  expect(here.badge()).toBe('+5')
  expect(isUnclear()).toBe(false)
})

test('[PRA-7] the keypad adds at most three digits, deletes the last one and clears', async () => {
  await startPractice()
  for (const digit of ['1', '2', '3', '4']) await press(digit)
  expect(here.answerBox().value).toBe('123')
  await press('Delete the last digit')
  expect(here.answerBox().value).toBe('12')
  type('Backspace')
  expect(here.answerBox().value).toBe('1')
  await press('Clear')
  expect(here.answerBox().value).toBe('')
  expect(here.button(messages.problem.submit)).toHaveProperty('disabled', true)
})

test('[PRA-43] points and solved problem disappear after 1.5 s, or when the keypad is touched', async () => {
  await startPractice()
  const first = here.problem()
  await answerRightly()
  expect(solved()).toContain(String(first.answer))
  await pass(1500)
  expect([solved(), here.badge()]).toEqual(['', null])
  await answerRightly()
  expect(here.badge()).toBe('+5')
  await touch('1')
  expect([solved(), here.badge()]).toEqual(['', null])
})

test('[VIS-6, VIS-5] Show me draws the model of this problem only, without the answer in its text', async () => {
  await startPractice()
  expect(here.model()).toBeNull()
  const [left, right] = here.problem().text.match(/\d+/g) ?? []
  await press(messages.problem.showMe)
  const words = here.model()?.getAttribute('aria-label')?.match(/\d+/g) ?? []
  expect(new Set(words)).toEqual(new Set([left, right]))
  await answerRightly()
  expect(here.model()).toBeNull()
  await answerRightly()
  expect(keptSession().responses.map(({ visualUsed }) => visualUsed)).toEqual([true, false])
})

test.each(['addition_facts', 'subtraction_facts', 'multiplication_facts', 'division_facts'])(
  '[VIS-6, PRA-2] %s with visual models on: every problem shows its model and the log says so',
  async (league) => {
    await startPractice({ league, visuals: true })
    expect(here.model()).not.toBeNull()
    expect(here.says(messages.problem.showMe)).toBe(false)
    await answerRightly(2)
    expect(here.model()).not.toBeNull()
    expect(keptSession().responses.map(({ visualUsed }) => visualUsed)).toEqual([true, true])
  },
)

test('[VIS-7] the first miss opens the picture although visual models are off; the next problem has none', async () => {
  await startPractice({ league: 'multiplication_facts' })
  expect(here.model()).toBeNull()
  await miss()
  expect(here.model()).not.toBeNull()
  await pass(FEEDBACK_MS)
  expect(here.model()).not.toBeNull()
  await answerRightly()
  expect(here.model()).toBeNull()
  expect(here.button(messages.problem.showMe)).toBeDefined()
})

test.each(['addition_facts', 'subtraction_facts'])(
  '[VIS-10] %s: a switch changes to the number line and back, and keeps the choice',
  async (league) => {
    await startPractice({ league, visuals: true })
    await press(messages.problem.showNumberLine)
    expect(modelWords()).toMatch(/on a number line, a jump from/)
    expect(document.activeElement).toBe(here.answerBox())
    await answerRightly()
    expect(modelWords()).toMatch(/on a number line, a jump from/)
    await press(messages.problem.showTenFrames)
    expect(modelWords()).toMatch(/dots?/)
  },
)

test('[PRA-19] saves answers with their tries, time and whether the picture was seen', async () => {
  await startPractice()
  await miss()
  await pass(FEEDBACK_MS)
  await answerRightly()
  const kept = keptSession()
  expect(kept).toMatchObject({
    problemIndex: 1,
    currentSession: { sessionType: 'addition_facts', totalProblems: 10 },
    responses: [{ factId: keptFacts()[0]?.id, correct: true, attempts: 2, visualUsed: true }],
  })
  expect(kept.responses[0]?.responseTimeMs).toBeGreaterThanOrEqual(FEEDBACK_MS)
})
