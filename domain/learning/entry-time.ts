import type { TimeFactor } from '../student-settings.ts'
import type { DayNumber } from './memory.ts'

/** How a child enters numbers; each way has its own entry time. */
export const INPUT_TYPES = ['keyboard', 'keypad', 'touch'] as const

export type InputType = (typeof INPUT_TYPES)[number]

/** How long it took to enter a number: to its first key, and to the end of `keys` digits. Milliseconds. */
export type EntrySample = { readonly firstKeyMs: number; readonly totalMs: number; readonly keys: number }

/** What a warm-up measured: the time to the first key, and for each key. Milliseconds. */
export type Measured = { readonly baseMs: number; readonly keyMs: number }

/** How fast a child enters numbers in one way, in constant size. Milliseconds. */
export type EntryTime = {
  /** The time to the first key as the warm-up measured it; null without a warm-up. */
  readonly measuredMs: number | null
  /** The time for each key, from the warm-up or assumed. */
  readonly assumedKeyMs: number
  /** From the last right answers, at most sixty, oldest first: time to the first key, and time for each key. */
  readonly firstKeys: readonly number[]
  readonly perKey: readonly number[]
}

/**
 * Nobody sees a problem, knows its answer and finds the first key sooner. Pressing the only key when a light comes on takes
 * children of 12 about 250 to 300 ms, and choosing one of ten digits takes longer (Hick 1952).
 */
export const FIRST_KEY_MS = 300

/** Assumed without a warm-up, until there are twenty right answers. */
const BASE_MS = 1000
const KEY_MS = 320
const ENOUGH = 20
const KEPT = 60
/** The time to the first key is at most that of the fastest tenth: tapping slowly on purpose gains nothing. */
const FASTEST = 0.1

/** Three seconds from seeing to answering is the usual limit for recall. At least 800 ms are for thinking. */
const GOAL_WITH_ENTRY_MS = 3000
const MIN_GOAL_MS = 800

/** Entry times are capped: in a longer one, the child was away. */
const MAX_MS = 10_000

/** The warm-up is offered again after this many days: children get faster at typing. */
const AGAIN_AFTER_DAYS = 60

export const UNKNOWN_ENTRY: EntryTime = { measuredMs: null, assumedKeyMs: KEY_MS, firstKeys: [], perKey: [] }

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function capped(ms: number): number {
  return Math.min(MAX_MS, Math.round(ms))
}

/** The time for each key of a sample; the last key is Enter. */
function keyMs({ firstKeyMs, totalMs, keys }: EntrySample): number {
  return Math.max(0, totalMs - firstKeyMs) / Math.max(1, keys)
}

/** What a warm-up measured: medians of its eight to ten samples. */
export function measuredEntry(samples: readonly EntrySample[]): Measured {
  const firstKeys = samples.map(({ firstKeyMs }) => firstKeyMs)
  return {
    baseMs: capped(quantile(firstKeys, 0.5)),
    keyMs: capped(quantile(samples.map(keyMs), 0.5)),
  }
}

/** The entry time with a warm-up's measurement; samples from play stay. */
export function withMeasured(entry: EntryTime, { baseMs, keyMs: assumedKeyMs }: Measured): EntryTime {
  return { ...entry, measuredMs: baseMs, assumedKeyMs }
}

/** Whether to offer the warm-up. A last day far in the future, from a wrong clock, counts as long ago. */
export function isWarmUpDue(lastDay: DayNumber | null, today: DayNumber): boolean {
  return lastDay === null || Math.abs(today - lastDay) >= AGAIN_AFTER_DAYS
}

/** The entry time with one more right answer. */
export function afterEntry(entry: EntryTime, sample: EntrySample): EntryTime {
  return {
    ...entry,
    firstKeys: [...entry.firstKeys, Math.round(sample.firstKeyMs)].slice(-KEPT),
    perKey: [...entry.perKey, Math.round(keyMs(sample))].slice(-KEPT),
  }
}

/** What this child needs to read a problem and type a known answer of so many digits, in milliseconds; at most 10 s. */
export function entryMs({ measuredMs, assumedKeyMs, firstKeys, perKey }: EntryTime, digits: number): number {
  const hasEnough = firstKeys.length >= ENOUGH
  const fastestMs = firstKeys.length > 0 ? quantile(firstKeys, FASTEST) : Infinity
  const baseMs = Math.min(measuredMs ?? (hasEnough ? Infinity : BASE_MS), fastestMs)
  const playedKeyMs = perKey.length > 0 ? quantile(perKey, 0.5) : Infinity
  // Fast keys count at once, slow ones only once there are enough.
  const eachKeyMs = hasEnough ? playedKeyMs : Math.min(assumedKeyMs, playedKeyMs)
  return capped(baseMs + eachKeyMs * digits)
}

/** The factor of the goal for a child's setting; infinite without a time goal, so that every right answer is in time. */
export function goalFactor(timeFactor: TimeFactor = '1'): number {
  return timeFactor === 'none' ? Infinity : Number(timeFactor)
}

/** How long recalling may take after the entry time, in milliseconds; `accommodation` multiplies it. */
export function goalMs(entryTimeMs: number, accommodation = 1): number {
  return accommodation * Math.max(MIN_GOAL_MS, GOAL_WITH_ENTRY_MS - entryTimeMs)
}
