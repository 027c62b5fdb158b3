import { expect, test } from 'vitest'
import { entryMs } from '../../domain/learning/entry-time.ts'
import { DeviceLearning } from '../../web/features/learning/device-learning.ts'
import { deleteLearning, deleteWarmUpOffers } from '../../web/lib/learning-key.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { MemoryStorage } from './memory-storage.ts'

const NOON_MS = Date.parse('2026-03-02T12:00:00-08:00')
const DAY_MS = 86_400_000

/** A browser whose pages remember what is learned, with a clock set by hand. */
function startBrowser() {
  const storage = new MemoryStorage()
  const clock = { nowMs: NOON_MS }
  const open = (player: string) =>
    new DeviceLearning(player, { store: createDurableStore(() => storage), nowMs: () => clock.nowMs })
  return { storage, clock, open }
}

test('[LRN-22] the warm-up is offered once for each child and input type, and again after 60 days', () => {
  const { clock, open } = startBrowser()
  expect(open('ann').isWarmUpDue('touch')).toBe(true)
  open('ann').noteOffered('touch')
  expect(open('ann').isWarmUpDue('touch')).toBe(false)
  expect(open('ann').isWarmUpDue('keyboard')).toBe(true)
  expect(open('ben').isWarmUpDue('touch')).toBe(true)
  clock.nowMs += 59 * DAY_MS
  expect(open('ann').isWarmUpDue('touch')).toBe(false)
  clock.nowMs += DAY_MS
  expect(open('ann').isWarmUpDue('touch')).toBe(true)
})

test('[LRN-22, LRN-24] a measurement is stored, and not requested again for 60 days', () => {
  const { clock, open } = startBrowser()
  expect(open('ann').measured('keypad')).toBeNull()
  open('ann').takeMeasured('keypad', { baseMs: 640, keyMs: 210 })
  const then = { baseMs: 640, keyMs: 210, measuredAt: NOON_MS }
  expect(open('ann').measured('keypad')).toEqual(then)
  expect(entryMs(open('ann').entryTime('keypad'), 2)).toBe(640 + 2 * 210)
  expect(open('ann').measured('keyboard')).toBeNull()
  expect(open('ben').measured('keypad')).toBeNull()
  expect(open('ann').isWarmUpDue('keypad')).toBe(false)
  clock.nowMs += 60 * DAY_MS
  expect(open('ann').isWarmUpDue('keypad')).toBe(true)
  expect(open('ann').measured('keypad')).toEqual(then)
})

test("[LRN-24] what play has shown since is kept next to another device's measurement", () => {
  const { open } = startBrowser()
  const ann = open('ann')
  ann.noteEntries([{ input: 'touch', sample: { firstKeyMs: 500, totalMs: 800, keys: 1 } }])
  ann.takeMeasured('touch', { baseMs: 900, keyMs: 400 }, NOON_MS)
  expect(ann.measured('touch')).toEqual({ baseMs: 900, keyMs: 400, measuredAt: NOON_MS })
  expect(entryMs(ann.entryTime('touch'), 1)).toBe(500 + 300)
})

test('[LRN-24] of two measurements the later one counts, wherever it was made', () => {
  const { clock, open } = startBrowser()
  const ann = open('ann')
  ann.takeMeasured('keyboard', { baseMs: 640, keyMs: 210 })
  const elsewhere = { baseMs: 500, keyMs: 150 }
  ann.takeMeasured('keyboard', elsewhere, clock.nowMs - 1)
  expect(ann.measured('keyboard')).toMatchObject({ baseMs: 640, keyMs: 210 })
  ann.takeMeasured('keyboard', elsewhere, clock.nowMs + 1)
  expect(open('ann').measured('keyboard')).toEqual({ ...elsewhere, measuredAt: clock.nowMs + 1 })
  expect(open('ann').isWarmUpDue('keyboard')).toBe(false)
})

test("[LRN-22] sessions and skipped warm-ups do not affect each other's stored data", () => {
  const { open } = startBrowser()
  const ann = open('ann')
  ann.noteOffered('touch')
  ann.takeMeasured('keyboard', { baseMs: 640, keyMs: 210 })
  ann.learn({ answered: [] })
  ann.noteEntries([])
  expect(ann.isWarmUpDue('touch')).toBe(false)
  expect(ann.measured('keyboard')).toMatchObject({ baseMs: 640, keyMs: 210 })
})

test('[LRN-22] after signing out a child is not asked again, and nothing else about it stays', () => {
  const { storage, open } = startBrowser()
  const store = createDurableStore(() => storage)
  const ann = open('ann')
  ann.noteOffered('touch')
  ann.takeMeasured('touch', { baseMs: 640, keyMs: 210 })
  deleteLearning(store, [])
  expect(ann.isWarmUpDue('touch')).toBe(false)
  expect(ann.measured('touch')).toBeNull()
  const today = ann.day()
  expect(JSON.parse(storage.getItem('tenfold.learning.ann') ?? '')).toEqual({
    warmUps: { touch: { offeredDay: today } },
  })
  deleteWarmUpOffers(store)
  expect(storage.getItem('tenfold.learning.ann')).toBeNull()
})

test.for([
  '{}',
  'null',
  '{"warmUps":7,"entries":[]}',
  '{"warmUps":{"touch":{"offeredDay":"x","measuredAt":1e300}}}',
  '{"warmUps":{"touch":{"offeredDay":-4,"measuredAt":-1}}}',
])('[LRN-24] %s in the storage counts as a child without an offer', (text) => {
  const { storage, open } = startBrowser()
  storage.setItem('tenfold.learning.ann', text)
  expect(open('ann').isWarmUpDue('touch')).toBe(true)
  expect(open('ann').measured('touch')).toBeNull()
})
