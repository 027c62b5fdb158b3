import { shuffle, type Random } from '../fact-selection.ts'
import { INPUT_TYPES, type EntrySample, type InputType } from './entry-time.ts'

/** How many numbers are copied: half of one digit, half of two. */
export const WARM_UP_NUMBERS = 10

/** How one number was copied. */
type Copied = { readonly input: InputType; readonly sample: EntrySample }

/** A warm-up: the child copies numbers, which measures how long typing alone takes. Times are epoch milliseconds. */
export type WarmUp =
  | {
      readonly stage: 'copying'
      readonly numbers: readonly number[]
      /** What has been copied correctly; the next number is on the screen. */
      readonly copied: readonly Copied[]
      readonly askedAtMs: number
      /** The first digit typed at this number; null before it. */
      readonly firstKey: { readonly input: InputType; readonly atMs: number } | null
      readonly draft: string
      /** Whether the number is asked again after a wrong copy and nothing has been typed since. */
      readonly again: boolean
    }
  | { readonly stage: 'finished'; readonly input: InputType; readonly samples: readonly EntrySample[] }
  | { readonly stage: 'skipped' }

export type WarmUpEvent =
  | { readonly type: 'draft'; readonly text: string; readonly input: InputType }
  | { readonly type: 'enter' }
  | { readonly type: 'skip' }

type Copying = Extract<WarmUp, { stage: 'copying' }>

/** Ten numbers to copy, five of one digit and five of two, never the same one twice in a row. */
export function warmUpNumbers(random: Random): number[] {
  const digits = Array.from({ length: WARM_UP_NUMBERS }, (_, place) => 1 + (place % 2))
  const numbers: number[] = []
  for (const count of shuffle(digits, random)) {
    const [least, most] = count === 1 ? [1, 9] : [10, 99]
    const choices = Array.from({ length: most - least + 1 }, (_, place) => least + place)
    const others = choices.filter((number) => number !== numbers.at(-1))
    numbers.push(others[Math.floor(random() * others.length)] ?? least)
  }
  return numbers
}

/** A warm-up that shows the first of `numbers` at `nowMs` (epoch milliseconds). */
export function beginWarmUp(numbers: readonly number[], nowMs: number): WarmUp {
  return { stage: 'copying', numbers, copied: [], ...asked(nowMs, false) }
}

/** The number to copy now; null once the warm-up is over. */
export function numberToCopy(state: WarmUp): number | null {
  return state.stage === 'copying' ? (state.numbers[state.copied.length] ?? null) : null
}

/** Applies an event; an event that does not apply returns the same object. */
export function step(state: WarmUp, event: WarmUpEvent, nowMs: number): WarmUp {
  if (state.stage !== 'copying') return state
  switch (event.type) {
    case 'draft':
      return typed(state, event.text, event.input, nowMs)
    case 'enter':
      return state.draft === '' ? state : entered(state, nowMs)
    case 'skip':
      return { stage: 'skipped' }
  }
}

function asked(
  askedAtMs: number,
  again: boolean,
): Pick<Copying, 'askedAtMs' | 'firstKey' | 'draft' | 'again'> {
  return { askedAtMs, firstKey: null, draft: '', again }
}

function typed(state: Copying, draft: string, input: InputType, nowMs: number): WarmUp {
  if (draft === state.draft) return state
  const firstKey = state.firstKey ?? (draft === '' ? null : { input, atMs: nowMs })
  return { ...state, draft, firstKey, again: false }
}

function entered(state: Copying, nowMs: number): WarmUp {
  const { numbers, askedAtMs, firstKey, draft } = state
  const number = String(numberToCopy(state))
  if (draft !== number || firstKey === null) return { ...state, ...asked(nowMs, true) }
  const sample = {
    firstKeyMs: firstKey.atMs - askedAtMs,
    totalMs: nowMs - askedAtMs,
    keys: number.length,
  }
  const copied = [...state.copied, { input: firstKey.input, sample }]
  return copied.length < numbers.length ? { ...state, copied, ...asked(nowMs, false) } : finished(copied)
}

/** The samples of the input type used for most numbers; they say nothing about the others. */
function finished(copied: readonly Copied[]): WarmUp {
  const samplesOf = (type: InputType) =>
    copied.filter(({ input }) => input === type).map(({ sample }) => sample)
  const [input] = INPUT_TYPES.toSorted((one, other) => samplesOf(other).length - samplesOf(one).length)
  return { stage: 'finished', input: input ?? 'keyboard', samples: samplesOf(input ?? 'keyboard') }
}
