import { expect, test } from 'vitest'
import { Liveness, livenessMonitor } from '../../server/battle/socket/liveness.ts'
import { movableClock } from '../factories/movable-clock.ts'
import { enter, meetBot, smallArena } from '../factories/small-arena.ts'

const START_MS = 1_000_000

/** A line, and how often it was asked. */
function line() {
  let asks = 0
  const life = new Liveness(() => void (asks += 1), START_MS)
  return { life, asks: () => asks }
}

test('[BAT-24] a page is asked once, 3 s after its problem was timed, and has 600 ms to answer', () => {
  const { life, asks } = line()
  life.pingAfter(START_MS, START_MS)
  expect(life.pingIfDue(START_MS + 2999)).toBe(true)
  expect(asks()).toBe(0)
  expect(life.pingIfDue(START_MS + 3000)).toBe(false)
  expect(asks()).toBe(1)
  expect(life.silentSinceMs(START_MS + 3600)).toBe(START_MS + 3600)
  expect(life.silentSinceMs(START_MS + 3601)).toBe(START_MS)
  life.received(START_MS + 3601)
  expect(life.silentSinceMs(START_MS + 60_000)).toBe(START_MS + 60_000)
})

test('[BAT-24] a sign of life before the page was asked is none of what it is asked for', () => {
  const { life } = line()
  life.pingAfter(START_MS, START_MS)
  life.received(START_MS + 2900)
  expect(life.silentSinceMs(START_MS + 5000)).toBe(START_MS + 2900)
})

test('[BAT-24] a page counts as silent until it responds to what it was sent, whatever else is asked, and is pinged only then', () => {
  const { life, asks } = line()
  life.problemSent(START_MS + 100)
  life.pingAfter(START_MS, START_MS + 100)
  expect(life.isUnconfirmed).toBe(true)
  expect(life.pingIfDue(START_MS + 4000)).toBe(false)
  expect(asks()).toBe(1)
  expect(life.silentSinceMs(START_MS + 150)).toBe(START_MS + 100)
  life.received(START_MS + 150)
  expect(life.isUnconfirmed).toBe(false)
})

test('[BAT-24] a line that cannot be asked is never known to be silent', () => {
  const life = new Liveness(null, START_MS)
  life.pingAfter(START_MS, START_MS)
  life.problemSent(START_MS)
  expect(life.silentSinceMs(START_MS + 60_000)).toBe(START_MS + 60_000)
})

test('[BAT-24] an idle page is pinged no more until there is a reason again', () => {
  const clock = movableClock()
  const { watch } = livenessMonitor(clock)
  let asks = 0
  const life = new Liveness(() => void (asks += 1), clock.nowMs())
  for (const expected of [1, 2]) {
    life.pingAfter(clock.nowMs(), clock.nowMs())
    watch(life)
    watch(life)
    clock.forward(60_000)
    expect(asks).toBe(expected)
    life.received(clock.nowMs())
  }
})

test('[BAT-24] a page that has seen its problem in the very millisecond of the start is asked 3 s later as any other', () => {
  let [asks, nowMs] = [0, START_MS]
  const later: (() => void)[] = []
  const clock = {
    nowMs: () => nowMs,
    later: (_afterMs: number, happen: () => void) => void later.push(happen),
  }
  const guest = enter(smallArena({ clock }), null, () => void (asks += 1))
  meetBot(guest)
  guest.line.receiveOther()
  expect(guest.received.at(-1)?.[0]).toBe('battle-start')
  expect(asks).toBe(1)
  nowMs += 3000
  for (const happen of later.splice(0)) happen()
  expect(asks).toBe(2)
})
