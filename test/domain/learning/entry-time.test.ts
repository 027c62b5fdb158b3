import { expect, test } from 'vitest'
import {
  afterEntry,
  entryMs,
  goalMs,
  measuredEntry,
  UNKNOWN_ENTRY,
  withMeasured,
  type EntrySample,
  type EntryTime,
} from '../../../domain/learning/entry-time.ts'

const sample = (firstKeyMs: number, keyMs: number, keys = 1): EntrySample => ({
  firstKeyMs,
  totalMs: firstKeyMs + keyMs * keys,
  keys,
})

function afterAll(from: EntryTime, samples: readonly EntrySample[]): EntryTime {
  return samples.reduce(afterEntry, from)
}

test('[LRN-20] uses a default until there are twenty right answers without a warm-up', () => {
  expect(entryMs(UNKNOWN_ENTRY, 1)).toBe(1320)
  expect(entryMs(UNKNOWN_ENTRY, 2)).toBe(1640)
  const slow = Array.from({ length: 19 }, () => sample(4000, 900))
  expect(entryMs(afterAll(UNKNOWN_ENTRY, slow), 2)).toBe(1640)
  expect(entryMs(afterAll(UNKNOWN_ENTRY, [...slow, sample(4000, 900)]), 2)).toBe(5800)
})

test('[LRN-20] a quick first key counts at once, so a quick child never seems faster than it can type', () => {
  expect(entryMs(afterAll(UNKNOWN_ENTRY, [sample(600, 320)]), 1)).toBe(920)
})

test('[LRN-20] quick keys count at once too, so a quick child’s known facts are not rejected as too fast', () => {
  const quick = [sample(600, 90, 2), sample(700, 110, 2)]
  expect(entryMs(afterAll(UNKNOWN_ENTRY, quick), 2)).toBe(600 + 2 * 110)
})

test('[LRN-20] tapping slowly on purpose gains nothing', () => {
  const measured = measuredEntry(Array.from({ length: 10 }, () => sample(5000, 300)))
  const played = Array.from({ length: 60 }, (_, place) => sample(place % 8 === 0 ? 700 : 2500, 300))
  expect(entryMs(afterAll(withMeasured(UNKNOWN_ENTRY, measured), played), 1)).toBe(1000)
})

test('[LRN-21] a warm-up uses medians, which one slow number does not change', () => {
  const samples = [700, 800, 900, 800, 9000, 850, 750, 800].map((firstKeyMs) => sample(firstKeyMs, 250))
  expect(measuredEntry(samples)).toEqual({ baseMs: 800, keyMs: 250 })
  expect(entryMs(withMeasured(UNKNOWN_ENTRY, measuredEntry(samples)), 2)).toBe(800 + 2 * 250)
})

test('[LRN-21] a long break during a warm-up counts as at most 10 s', () => {
  const away = Array.from({ length: 10 }, () => sample(60_000, 20_000))
  expect(measuredEntry(away)).toEqual({ baseMs: 10_000, keyMs: 10_000 })
  expect(entryMs(withMeasured(UNKNOWN_ENTRY, measuredEntry(away)), 3)).toBe(10_000)
})

test('[LRN-20] the stored data has a fixed size', () => {
  const long = afterAll(
    UNKNOWN_ENTRY,
    Array.from({ length: 500 }, () => sample(900, 300)),
  )
  expect(long.firstKeys).toHaveLength(60)
  expect(long.perKey).toHaveLength(60)
})

test('[LRN-2] the goal is the rest of three seconds, at least 0.8 s, and longer with extra time', () => {
  expect(goalMs(1300)).toBe(1700)
  expect(goalMs(2900)).toBe(800)
  expect(goalMs(2900, 1.5)).toBe(1200)
})
