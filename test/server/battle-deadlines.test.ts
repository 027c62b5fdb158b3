import { expect, test } from 'vitest'
import { seededRandom } from '../../domain/seeded-random.ts'
import { deadlines } from '../../server/battle/referee/deadlines.ts'
import { EventBudget } from '../../server/battle/socket/event-budget.ts'
import { EVENTS_PER_SECOND, MAX_DROPPED_EVENTS } from '../../server/battle/socket/overload.ts'
import { fakeClock } from '../factories/fake-clock.ts'

type Sleeper = { wakeAtMs: number; readonly wokenAtMs: number[] }

test('[BAT-35] thousands of deadlines, many of them moved, each ring once, in time and in order', () => {
  const random = seededRandom(3)
  const clock = fakeClock(0)
  const order: number[] = []
  const wakes = deadlines<Sleeper>(
    clock,
    (sleeper) => {
      sleeper.wokenAtMs.push(clock.nowMs())
      order.push(clock.nowMs())
    },
    1000,
  )
  const sleepers = Array.from({ length: 3000 }, (): Sleeper => ({ wakeAtMs: Infinity, wokenAtMs: [] }))
  const due = sleepers.map((sleeper) => {
    let last = 0
    for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
      last = Math.floor(random() * 10_000)
      wakes.set(sleeper, last)
    }
    return last
  })
  clock.run()
  expect(sleepers.map(({ wokenAtMs }) => wokenAtMs)).toEqual(due.map((atMs) => [atMs]))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('[BAT-35] those that are due together are woken in portions, and others get their turn between them', () => {
  const clock = fakeClock(0)
  const log: string[] = []
  const wakes = deadlines<Sleeper>(clock, () => log.push('woken'), 25)
  for (let at = 0; at < 60; at += 1) wakes.set({ wakeAtMs: Infinity, wokenAtMs: [] }, 100)
  clock.later(100, () => {
    log.push('other')
    clock.later(0, () => log.push('other'))
  })
  clock.run()
  expect(log.filter((line) => line === 'woken')).toHaveLength(60)
  expect(log.indexOf('other')).toBe(25)
})

test('[BAT-62] a connection may send a burst and then so many events a second; one that never stops is closed', () => {
  const budget = new EventBudget(100, 0)
  const verdicts = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => budget.take('battle-answer', nowMs))
  expect(new Set(verdicts(100, 0))).toEqual(new Set(['taken']))
  expect(verdicts(3, 0)).toEqual(['first_dropped', 'dropped', 'dropped'])
  expect(verdicts(EVENTS_PER_SECOND + 1, 1000).filter((verdict) => verdict === 'taken')).toHaveLength(
    EVENTS_PER_SECOND,
  )
  expect(verdicts(MAX_DROPPED_EVENTS, 1000).at(-1)).toBe('hopeless')
  expect(budget.take('battle-answer', 60_000)).toBe('taken')
})
