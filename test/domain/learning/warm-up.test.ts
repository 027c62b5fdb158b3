import { expect, test } from 'vitest'
import { isWarmUpDue, type InputType } from '../../../domain/learning/entry-time.ts'
import {
  beginWarmUp,
  numberToCopy,
  step,
  warmUpNumbers,
  type WarmUp,
} from '../../../domain/learning/warm-up.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'

const NUMBERS = [7, 42, 3, 58, 9, 16, 5, 81, 2, 67]
const BEGUN_MS = 1_000_000
const FIRST_KEY_MS = 700
const KEY_MS = 250

/** A child at its warm-up, on a clock set by hand. */
class Child {
  state: WarmUp = beginWarmUp(NUMBERS, BEGUN_MS)
  nowMs = BEGUN_MS

  /** Types a text and Enter. */
  copy(text: string, input: InputType = 'keyboard', firstKeyMs = FIRST_KEY_MS): this {
    this.nowMs += firstKeyMs
    for (let typed = 1; typed <= text.length; typed += 1) {
      this.state = step(this.state, { type: 'draft', text: text.slice(0, typed), input }, this.nowMs)
      this.nowMs += KEY_MS
    }
    this.state = step(this.state, { type: 'enter' }, this.nowMs)
    return this
  }

  copyAll(input: InputType, count = NUMBERS.length): this {
    for (let copied = 0; copied < count; copied += 1) this.copy(String(numberToCopy(this.state)), input)
    return this
  }
}

const copiedBy = (state: WarmUp): number => (state.stage === 'copying' ? state.copied.length : NaN)

test('[LRN-22] the warm-up is due until it was offered, and again 60 days later', () => {
  expect(isWarmUpDue(null, 20_000)).toBe(true)
  expect(isWarmUpDue(20_000, 20_000)).toBe(false)
  expect(isWarmUpDue(20_000, 20_059)).toBe(false)
  expect(isWarmUpDue(20_000, 20_060)).toBe(true)
})

test('[LRN-22] a wrong clock far ahead does not prevent the offer', () => {
  expect(isWarmUpDue(20_001, 20_000)).toBe(false)
  expect(isWarmUpDue(60_000, 20_000)).toBe(true)
})

test('[LRN-23] asks ten numbers, five of one digit and five of two, never the same one twice in a row', () => {
  const dice = [...Array.from({ length: 300 }, (_, seed) => seededRandom(seed)), () => 0, () => 0.999_999]
  for (const random of dice) {
    const numbers = warmUpNumbers(random)
    expect(numbers.filter((number) => number >= 1 && number <= 9)).toHaveLength(5)
    expect(numbers.filter((number) => number >= 10 && number <= 99)).toHaveLength(5)
    expect(numbers.filter((number, place) => number === numbers[place - 1])).toEqual([])
  }
})

test('[LRN-23] ends after ten right copies, each with the time to its first key and to its end', () => {
  const { state } = new Child().copyAll('keyboard')
  expect(state).toEqual({
    stage: 'finished',
    input: 'keyboard',
    samples: NUMBERS.map((number) => {
      const keys = String(number).length
      return { firstKeyMs: FIRST_KEY_MS, totalMs: FIRST_KEY_MS + keys * KEY_MS, keys }
    }),
  })
})

test('[LRN-23] asks a wrong copy again and ignores its time', () => {
  const child = new Child().copy('7').copy('24')
  expect(numberToCopy(child.state)).toBe(42)
  expect(child.state).toMatchObject({ draft: '', again: true, firstKey: null })
  child.copy('42')
  expect(numberToCopy(child.state)).toBe(3)
  expect(child.state).toMatchObject({ again: false })
  const { state } = child.copyAll('keyboard', 8)
  expect(state.stage === 'finished' && state.samples.map(({ firstKeyMs }) => firstKeyMs)).toEqual(
    NUMBERS.map(() => FIRST_KEY_MS),
  )
})

test.for(['07', '7.', '-7', '77'])('[LRN-23] %s is not a copy of 7', (text) => {
  const { state } = new Child().copy(text)
  expect(copiedBy(state)).toBe(0)
  expect(state).toMatchObject({ again: true })
})

test('[LRN-23] Enter without a digit changes nothing, and erasing keeps the time of the first key', () => {
  const child = new Child()
  expect(step(child.state, { type: 'enter' }, BEGUN_MS + 50)).toBe(child.state)
  let state = step(child.state, { type: 'draft', text: '8', input: 'touch' }, BEGUN_MS + 400)
  state = step(state, { type: 'draft', text: '', input: 'touch' }, BEGUN_MS + 600)
  state = step(state, { type: 'draft', text: '7', input: 'touch' }, BEGUN_MS + 900)
  state = step(state, { type: 'enter' }, BEGUN_MS + 1200)
  expect(state).toMatchObject({
    copied: [{ input: 'touch', sample: { firstKeyMs: 400, totalMs: 1200, keys: 1 } }],
  })
})

test.for(['keyboard', 'keypad', 'touch'] as const)(
  '[LRN-23] the first digit shows that the input type is %s',
  (input) => {
    expect(new Child().copyAll(input).state).toMatchObject({ stage: 'finished', input })
  },
)

test('[LRN-23] if the input type changes, only the one used for most numbers is measured', () => {
  const { state } = new Child().copyAll('keyboard', 3).copyAll('keypad', 7)
  expect(state).toMatchObject({ stage: 'finished', input: 'keypad' })
  expect(state.stage === 'finished' && state.samples).toHaveLength(7)
})

test('[LRN-23] can be skipped at any number, and skipping changes nothing that is over', () => {
  const skipped = step(new Child().copyAll('touch', 4).state, { type: 'skip' }, BEGUN_MS)
  expect(skipped).toEqual({ stage: 'skipped' })
  expect(numberToCopy(skipped)).toBeNull()
  const { state: finished } = new Child().copyAll('touch')
  for (const event of [
    { type: 'skip' },
    { type: 'enter' },
    { type: 'draft', text: '1', input: 'touch' },
  ] as const) {
    expect(step(finished, event, BEGUN_MS)).toBe(finished)
    expect(step(skipped, event, BEGUN_MS)).toBe(skipped)
  }
})
