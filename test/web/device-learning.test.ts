import { describe, expect, test } from 'vitest'
import { EMPTY_MEMORY, numberOf } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { afterProblems } from '../../domain/learning/update.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { DeviceLearning } from '../../web/features/learning/device-learning.ts'
import { deleteLearning, GUEST } from '../../web/lib/learning-key.ts'
import { GuestLog } from '../../web/features/guest/guest-log.ts'
import { loggedSessions } from '../../web/features/guest/logged-sessions.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { learned } from '../factories/learned-problems.ts'
import { dayInZone } from '../../web/lib/own-day.ts'
import { MemoryStorage } from './memory-storage.ts'

const NOON_MS = Date.UTC(2026, 10, 23, 20)
const DAY_MS = 86_400_000

const right = (factId: string): AnsweredProblem => ({
  factId,
  correct: true,
  attempts: 1,
  responseTimeMs: 1800,
  firstAnswerMs: 1800,
  entryMs: 1320,
  visualUsed: false,
})

function device() {
  const storage = new MemoryStorage()
  const store = createDurableStore(() => storage)
  const clock = { nowMs: NOON_MS }
  const learning = (player: string, zone: string | null = null) =>
    new DeviceLearning(player, { store, nowMs: () => clock.nowMs, dayOf: (ms) => dayInZone(ms, zone) })
  return { store, storage, clock, learning }
}

const attempt = (sessionId: string, place: number, timestamp: number) =>
  ({
    type: 'attempt_made',
    attempt: {
      sessionId,
      place,
      factId: 'addition-2-3',
      studentAnswer: 5,
      isCorrect: true,
      responseTime: 1800,
      entryTime: 1320,
      visualUsed: false,
      baseScore: 5,
      speedMultiplier: 1,
      finalScore: 5,
      timestamp,
    },
  }) as const
const started = (id: string, startedAtMs: number) =>
  ({
    type: 'session_started',
    session: {
      id,
      sessionType: 'addition_facts',
      targetDurationSeconds: 120,
      hasClock: true,
      totalProblems: 10,
      facts: [],
      reasons: [],
      startedAtMs,
      answered: [],
    },
  }) as const

describe('the memory of a device', () => {
  test('[LRN-43] goes by the days of the student’s zone, and by practice days if it is unknown here', () => {
    const { clock, learning } = device()
    // In Berlin it is 9 in the morning, in California midnight.
    clock.nowMs = Date.parse('2026-11-23T08:00:00Z')
    const practiceDay = learning('ana').day()
    expect(learning('ana', 'Europe/Berlin').day()).toBe(practiceDay + 1)
    expect(learning('ana', 'Atlantis/Capital').day()).toBe(practiceDay)
  })

  test('[LRN-18] is separate for each player, and survives the day change and other tabs', () => {
    const { clock, learning } = device()
    learning(GUEST).learn({ answered: [right('addition-2-3')] })
    clock.nowMs += DAY_MS
    const guest = learning(GUEST)
    guest.learn({ answered: [right('addition-2-4')] })
    const { facts, problems } = learning(GUEST).memory()
    expect(problems).toBe(2)
    const days = ['addition-2-3', 'addition-2-4'].map((id) => facts[numberOf(id)]?.last ?? 0)
    expect(days).toEqual([guest.day() - 1, guest.day()])
    expect(learning('ana').memory()).toEqual(EMPTY_MEMORY)
  })

  test('[LRN-7] starts over if the stored one is damaged, and adopts what the server has folded', () => {
    const { storage, learning } = device()
    storage.setItem('tenfold.learning.ana', '{"memory":{"version":1,"columns":"?"},"entries":[{}]}')
    expect(learning('ana').memory()).toEqual(EMPTY_MEMORY)
    const memory = afterProblems([learned('addition-2-3')])
    learning('ana').replace(storeMemory(memory))
    learning('ana').replace({ version: 99 })
    expect(learning('ana').memory()).toEqual(memory)
  })

  test('[LRN-18] is deleted for everybody except the named players', () => {
    const { store, learning } = device()
    for (const player of [GUEST, 'ana', 'ben']) learning(player).learn({ answered: [right('addition-2-3')] })
    deleteLearning(store, [GUEST, 'ben'])
    expect([GUEST, 'ana', 'ben'].map((player) => learning(player).memory().problems)).toEqual([1, 0, 1])
  })

  test('[LRN-25] has an entry time for each input type, even after a reload', () => {
    const { learning } = device()
    const sample = { firstKeyMs: 700, totalMs: 900, keys: 1 }
    learning(GUEST).noteEntries([{ input: 'touch', sample }])
    expect(learning(GUEST).entryTime('touch')).toMatchObject({ firstKeys: [700], perKey: [200] })
    expect(learning(GUEST).entryTime('keyboard').firstKeys).toEqual([])
  })
})

describe('the answers of a guest', () => {
  test('[LRN-35] are kept for a week with the time by the device, also over a reload, the latest 1,500', () => {
    const { store } = device()
    const DAY_MS = 86_400_000
    let deviceMs = 0
    const opened = (): GuestLog =>
      new GuestLog(
        store,
        () => `day ${Math.floor(deviceMs / DAY_MS)}`,
        () => deviceMs,
        () => deviceMs,
      )
    const log = opened()
    for (const effect of [started('old', 1), attempt('old', 0, 2)]) log.record(effect)
    deviceMs = 2 * DAY_MS
    for (const effect of [started('c-first', 10), attempt('c-first', 0, 11)]) log.record(effect)
    deviceMs = 8 * DAY_MS
    for (const effect of [started('b-second', 20), attempt('b-second', 0, 21), started('empty', 30)])
      log.record(effect)
    // A session goes on after a reload.
    deviceMs += 5
    opened().record(attempt('b-second', 1, 12))
    const kept = loggedSessions(log.sessions()).map(({ sessionId, practiceDay, attempts }) => [
      sessionId,
      practiceDay,
      attempts.map(({ place, timestamp }) => [place, timestamp]),
    ])
    expect(kept).toEqual([
      ['c-first', 'day 2', [[0, 2 * DAY_MS]]],
      [
        'b-second',
        'day 8',
        [
          [0, 8 * DAY_MS],
          [1, 8 * DAY_MS + 5],
        ],
      ],
    ])
    log.record(started('long', 40))
    for (let place = 0; place < 1500; place += 1) log.record(attempt('long', place, place))
    log.record(started('last', 50))
    expect(loggedSessions(log.sessions()).map(({ sessionId }) => sessionId)).toEqual(['long'])
    log.clear()
    expect(store.keys('tenfold.')).toEqual([])
  })

  test.each([2192, 8, -0.04, -1, -1461].map((days) => days * DAY_MS))(
    '[DAY-6, LRN-35] keep their ages when the device clock is set by %i ms',
    (jumpMs) => {
      const { store } = device()
      let [deviceMs, elapsedMs] = [NOON_MS, 0]
      const log = new GuestLog(
        store,
        () => '2026-11-23',
        () => deviceMs,
        () => elapsedMs,
      )
      const pass = (ms: number): void => {
        deviceMs += ms
        elapsedMs += ms
      }
      log.record(started('before', 1))
      for (const place of [0, 1]) {
        pass(5000)
        log.record(attempt('before', place, 1))
      }
      pass(60_000)
      deviceMs += jumpMs
      log.record(started('after', 1))
      pass(5000)
      log.record(attempt('after', 0, 1))
      const ages = loggedSessions(log.sessions()).map(({ sessionId, attempts }) => [
        sessionId,
        attempts.map(({ timestamp }) => deviceMs - timestamp),
      ])
      expect(ages).toEqual([
        ['before', [70_000, 65_000]],
        ['after', [0]],
      ])
    },
  )
})
