import { describe, expect, test } from 'vitest'
import { EMPTY_MEMORY, numberOf } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { afterProblems } from '../../domain/learning/update.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { DeviceLearning } from '../../web/features/learning/device-learning.ts'
import { forgetLearning, GUEST } from '../../web/lib/learning-key.ts'
import { GuestLog } from '../../web/features/guest/guest-log.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { learned } from '../factories/learned-problems.ts'
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
  const learning = (player: string) => new DeviceLearning(player, { store, nowMs: () => clock.nowMs })
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

describe('what a device remembers', () => {
  test('[LRN-18] of each player apart, over the change of the day and in another tab', () => {
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

  test('[LRN-7] begins anew where what is kept is damaged, and takes over what the server has folded', () => {
    const { storage, learning } = device()
    storage.setItem('tenfold.learning.ana', '{"memory":{"version":1,"columns":"?"},"entries":[{}]}')
    expect(learning('ana').memory()).toEqual(EMPTY_MEMORY)
    const memory = afterProblems([learned('addition-2-3')])
    learning('ana').replace(storeMemory(memory))
    learning('ana').replace({ version: 99 })
    expect(learning('ana').memory()).toEqual(memory)
  })

  test('[LRN-18] is forgotten for everybody but those who are named', () => {
    const { store, learning } = device()
    for (const player of [GUEST, 'ana', 'ben']) learning(player).learn({ answered: [right('addition-2-3')] })
    forgetLearning(store, [GUEST, 'ben'])
    expect([GUEST, 'ana', 'ben'].map((player) => learning(player).memory().problems)).toEqual([1, 0, 1])
  })

  test('[LRN-25] each way of entering numbers has an entry time of its own, also after a reload', () => {
    const { learning } = device()
    const sample = { firstKeyMs: 700, totalMs: 900, keys: 1 }
    learning(GUEST).noteEntries([{ input: 'touch', sample }])
    expect(learning(GUEST).entryTime('touch')).toMatchObject({ firstKeys: [700], perKey: [200] })
    expect(learning(GUEST).entryTime('keyboard').firstKeys).toEqual([])
  })
})

describe('the answers of a guest', () => {
  test('[LRN-35] are kept for the practice day, and taken once, in their order', () => {
    const { store } = device()
    let today = '2026-11-22'
    const log = new GuestLog(store, () => today)
    for (const effect of [started('yesterday', 1), attempt('yesterday', 0, 2)]) log.record(effect)
    today = '2026-11-23'
    const effects = [started('b-second', 20), attempt('b-second', 0, 21), started('a-third', 30)]
    for (const effect of [started('c-first', 10), attempt('c-first', 0, 11), ...effects]) log.record(effect)
    // A session goes on after a reload.
    new GuestLog(store, () => today).record(attempt('c-first', 1, 12))
    const taken = log.take()
    expect(taken.map(({ sessionId, attempts }) => [sessionId, attempts.length])).toEqual([
      ['c-first', 2],
      ['b-second', 1],
    ])
    expect(log.take()).toEqual([])
  })
})
