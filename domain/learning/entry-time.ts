import type { DayNumber } from './memory.ts'

/** How a child enters numbers; each way has an entry time of its own. */
export const INPUT_TYPES = ['keyboard', 'keypad', 'touch'] as const

export type InputType = (typeof INPUT_TYPES)[number]

/** How long it took to enter a number: to its first key, and to the end of `keys` digits. Milliseconds. */
export type EntrySample = { readonly firstKeyMs: number; readonly totalMs: number; readonly keys: number }

/** What a warm-up measured: the time to the first key, and for each key. Milliseconds. */
export type Measured = { readonly baseMs: number; readonly keyMs: number }

/** What is known of how a child enters numbers in one way; it never grows. Milliseconds. */
export type EntryTime = {
  /** From the warm-up: the time to the first key; null where there was none. */
  readonly measuredMs: number | null
  /** From the warm-up, or as assumed. */
  readonly assumedKeyMs: number
  /** Of the last sixty right answers at most, oldest first: time to the first key, and time for each key. */
  readonly firstKeys: readonly number[]
  readonly perKey: readonly number[]
}

/** Without a warm-up, until twenty right answers. */
const BASE_MS = 1000
const KEY_MS = 320
const ENOUGH = 20
const KEPT = 60
/** A first key is no slower than the fastest tenth of them: tapping slowly on purpose gains nothing. */
const FASTEST = 0.1

/** Three seconds from seeing to answering is the usual line for recall; at least so much is for thinking. */
const GOAL_WITH_ENTRY_MS = 3000
const LEAST_GOAL_MS = 800

/** A longer entry time means that the child was away. */
const LONGEST_MS = 10_000

/** After so many days the warm-up is offered again: children get quicker at typing. */
const AGAIN_AFTER_DAYS = 60

export const UNKNOWN_ENTRY: EntryTime = { measuredMs: null, assumedKeyMs: KEY_MS, firstKeys: [], perKey: [] }

function ranked(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function atMost(ms: number): number {
  return Math.min(LONGEST_MS, Math.round(ms))
}

/** The time for each key of a sample; the last key is Enter. */
function keyMs({ firstKeyMs, totalMs, keys }: EntrySample): number {
  return Math.max(0, totalMs - firstKeyMs) / Math.max(1, keys)
}

/** What numbers to copy tell: medians of eight to ten samples. */
export function measuredEntry(samples: readonly EntrySample[]): Measured {
  const firstKeys = samples.map(({ firstKeyMs }) => firstKeyMs)
  return {
    baseMs: atMost(ranked(firstKeys, 0.5)),
    keyMs: atMost(ranked(samples.map(keyMs), 0.5)),
  }
}

/** The entry time with a warm-up's measurement; samples from play stay. */
export function withMeasured(entry: EntryTime, { baseMs, keyMs: assumedKeyMs }: Measured): EntryTime {
  return { ...entry, measuredMs: baseMs, assumedKeyMs }
}

/** Whether to offer the warm-up. A last day far ahead, which a wrong clock set, counts as long ago. */
export function isWarmUpDue(lastDay: DayNumber | null, today: DayNumber): boolean {
  return lastDay === null || Math.abs(today - lastDay) >= AGAIN_AFTER_DAYS
}

/** With one more right answer of the child's. */
export function afterEntry(entry: EntryTime, sample: EntrySample): EntryTime {
  return {
    ...entry,
    firstKeys: [...entry.firstKeys, Math.round(sample.firstKeyMs)].slice(-KEPT),
    perKey: [...entry.perKey, Math.round(keyMs(sample))].slice(-KEPT),
  }
}

/** What this child needs to read a problem and type an answer of so many digits that it knows, in milliseconds: 10 s at most. */
export function entryMs({ measuredMs, assumedKeyMs, firstKeys, perKey }: EntryTime, digits: number): number {
  const hasEnough = firstKeys.length >= ENOUGH
  const fastestMs = firstKeys.length > 0 ? ranked(firstKeys, FASTEST) : Infinity
  const baseMs = Math.min(measuredMs ?? (hasEnough ? Infinity : BASE_MS), fastestMs)
  const playedKeyMs = perKey.length > 0 ? ranked(perKey, 0.5) : Infinity
  // Quick keys count at once, slow ones when there are enough of them.
  const eachKeyMs = hasEnough ? playedKeyMs : Math.min(assumedKeyMs, playedKeyMs)
  return atMost(baseMs + eachKeyMs * digits)
}

/** How long recalling may take after the entry time, in milliseconds; `accommodation` multiplies it. */
export function goalMs(entryTimeMs: number, accommodation = 1): number {
  return accommodation * Math.max(LEAST_GOAL_MS, GOAL_WITH_ENTRY_MS - entryTimeMs)
}
