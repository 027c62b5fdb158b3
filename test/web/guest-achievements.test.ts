import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Earned } from '../../domain/achievements/catalog.ts'
import { allEarned, foldAchievements, type AchievingAttempt } from '../../domain/achievements/fold.ts'
import { MONDAY_TO_FRIDAY } from '../../domain/calendar.ts'
import { findFact } from '../../domain/fact.ts'
import { foldLog } from '../../domain/learning/fold.ts'
import type { AttemptLogEntry } from '../../domain/practice-state.ts'
import { addGuestSession } from '../../web/features/achievements/guest-evaluation.ts'
import {
  announcedToGuest,
  guestCollection,
  noteShownToGuest,
  shownToGuest,
} from '../../web/features/achievements/guest-achievements.ts'
import { GUEST_ACHIEVEMENTS_KEY } from '../../web/lib/learning-key.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { childLog, type ChildLog } from '../factories/achieving-child.ts'
import { MemoryStorage } from './memory-storage.ts'

const ZONE = 'America/New_York'
const DAY_MS = 86_400_000

function emptyStore() {
  const storage = new MemoryStorage()
  return createDurableStore(() => storage)
}

/** A simulated child's finished sessions, in which no problem is left before it is over. */
function finishedLog(seed: number, days: number): ChildLog {
  const { attempts, ends } = childLog(seed, days)
  const isOver = (place: number): boolean => {
    const [attempt, next] = [attempts[place], attempts[place + 1]]
    return (
      attempt?.correct === true || attempt?.attempt === 3 || next?.attempt === (attempt?.attempt ?? 0) + 1
    )
  }
  const sessions = new Set(ends.map(({ sessionId }) => sessionId))
  return { attempts: attempts.filter((one, place) => sessions.has(one.sessionId) && isOver(place)), ends }
}

function entryOf({ factId, correct, ...attempt }: AchievingAttempt): AttemptLogEntry {
  const answer = findFact(factId)?.answer ?? 0
  return {
    sessionId: attempt.sessionId,
    place: attempt.place,
    factId,
    studentAnswer: correct ? answer : answer + 1,
    isCorrect: correct,
    responseTime: attempt.responseMs,
    entryTime: attempt.entryMs,
    visualUsed: attempt.picture,
    baseScore: 0,
    speedMultiplier: 0,
    finalScore: 0,
    timestamp: attempt.atMs,
  }
}

/** Plays the sessions of a log on a device; the first `elsewhere` of them were played on another one. */
function playOn(store: ReturnType<typeof emptyStore>, { attempts, ends }: ChildLog, elsewhere = 0): void {
  for (const { sessionId, totalProblems, atMs } of ends.slice(elsewhere)) {
    const own = attempts.filter((attempt) => attempt.sessionId === sessionId)
    const before = foldLog(attempts.slice(0, attempts.indexOf(own[0] as AchievingAttempt)))
    const session = { sessionId, totalProblems, attempts: own.map(entryOf) }
    // Twice, as by two tabs.
    addGuestSession(store, { session, endMs: atMs, before, zone: ZONE })
    addGuestSession(store, { session, endMs: atMs, before, zone: ZONE })
  }
}

const keysOf = (all: readonly Earned[]): string[] =>
  all.map(({ id, level, about, amount, day }) => [id, level, about, amount, day].join(' ')).toSorted()

test('[ACH-17] session by session, a device finds what the guest’s whole log earns', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
      const log = finishedLog(seed, 25)
      const store = emptyStore()
      playOn(store, log)
      const zones = { zone: ZONE, past: [] }
      const whole = foldAchievements(log.attempts, log.ends, zones)
      const firstDay = whole.newDays.map(({ day }) => day).toSorted()[0] ?? ''
      const calendar = { ...zones, schoolDays: MONDAY_TO_FRIDAY, free: [], firstDay }
      const earned = allEarned(whole, whole.newDays, calendar)
      expect(keysOf(guestCollection(store))).toEqual(keysOf(earned))
    }),
    { numRuns: 15 },
  )
})

test("[ACH-17, ACH-8] a guest's achievement is announced once, and the device knows what it has shown", () => {
  const store = emptyStore()
  const log = finishedLog(7, 1)
  playOn(store, log)
  const endMs = log.ends.at(-1)?.atMs ?? 0
  const first = announcedToGuest(store, endMs - DAY_MS / 2, endMs)
  if (!first) throw new Error('Nothing was earned')
  const shown = [first.large, ...first.small]
  expect(shown.length).toBeLessThanOrEqual(3)
  noteShownToGuest(store, shown, endMs)
  expect(shownToGuest(store, endMs).map(({ id }) => id)).toEqual(
    guestCollection(store)
      .filter(({ shownAtMs }) => shownAtMs === endMs)
      .map(({ id }) => id)
      .toReversed(),
  )
  const second = announcedToGuest(store, endMs - DAY_MS / 2, endMs)
  const again = second
    ? [second.large, ...second.small].filter(({ id }) => shown.some((one) => one.id === id))
    : []
  expect(again).toEqual([])
})

test('[ACH-17] what a garden from another device knows already is no achievement here', () => {
  const log = finishedLog(7, 60)
  const [here, there] = [emptyStore(), emptyStore()]
  playOn(there, log)
  expect(keysOf(guestCollection(there)).join()).toContain('facts 10 ')
  playOn(here, log, log.ends.length - 6)
  const known = guestCollection(here).flatMap(({ id, level }) => (id === 'facts' ? [level] : []))
  expect(known.filter((level) => level <= 10)).toEqual([])
})

test('[ACH-17] a damaged record starts over', () => {
  for (const damaged of [
    'no record',
    { counters: 1 },
    { counters: '', facts: {}, days: [{}], achievements: [] },
  ]) {
    const store = emptyStore()
    store.write(GUEST_ACHIEVEMENTS_KEY, damaged)
    expect(guestCollection(store)).toEqual([])
    playOn(store, finishedLog(7, 1))
    expect(guestCollection(store).length).toBeGreaterThan(0)
  }
})
