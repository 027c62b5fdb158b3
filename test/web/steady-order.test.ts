import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SteadyOrder } from '../../web/lib/steady-order.ts'

type Row = { readonly id: string; readonly score: number }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rows = (...scores: readonly (readonly [string, number])[]): Row[] =>
  scores.map(([id, score]) => ({ id, score }))

const BEFORE = rows(['a', 30], ['b', 20], ['c', 10])
const AFTER = rows(['b', 40], ['a', 35], ['c', 10])
const HELD = rows(['a', 35], ['b', 40], ['c', 10])

function open(): SteadyOrder<Row> {
  const order = new SteadyOrder(BEFORE, ({ id }) => id)
  return order
}

test('[LB-73] a list without a reader takes its new order at once', () => {
  const order = open()
  order.update(AFTER)
  expect(order.shown.getState()).toEqual(AFTER)
})

test('[LB-74] with the pointer on the list the numbers change and the rows stay, until it leaves', () => {
  const order = open()
  order.setPointed(true)
  order.update(AFTER)
  expect(order.shown.getState()).toEqual(HELD)
  vi.advanceTimersByTime(900)
  expect(order.shown.getState()).toEqual(HELD)
  order.setPointed(false)
  expect(order.shown.getState()).toEqual(AFTER)
})

test('[LB-74] a pointer that never leaves holds the rows for at most a second, however often updates come', () => {
  const order = open()
  order.setPointed(true)
  for (let tenth = 0; tenth < 9; tenth += 1) {
    order.update([...AFTER])
    vi.advanceTimersByTime(100)
  }
  expect(order.shown.getState()).toEqual(HELD)
  vi.advanceTimersByTime(100)
  expect(order.shown.getState()).toEqual(AFTER)
})

test('[LB-74] a scrolling page holds the rows until half a second after it stops', () => {
  const order = open()
  order.scroll()
  order.update(AFTER)
  vi.advanceTimersByTime(300)
  order.scroll()
  vi.advanceTimersByTime(400)
  expect(order.shown.getState()).toEqual(HELD)
  vi.advanceTimersByTime(100)
  expect(order.shown.getState()).toEqual(AFTER)
})

test('[LB-74] rows that are added or removed at the end move nothing, and do not wait', () => {
  const order = open()
  order.setPointed(true)
  const longer = [...BEFORE, ...rows(['d', 5])]
  order.update(longer)
  expect(order.shown.getState()).toEqual(longer)
  order.update(BEFORE.slice(0, 2))
  expect(order.shown.getState()).toEqual(BEFORE.slice(0, 2))
})

test('[LB-74] a new player in the middle waits with the others, and a removed one stays meanwhile', () => {
  const order = open()
  order.setPointed(true)
  order.update(rows(['d', 50], ['a', 31]))
  expect(order.shown.getState()).toEqual(rows(['a', 31], ['b', 20], ['c', 10]))
  order.setPointed(false)
  expect(order.shown.getState()).toEqual(rows(['d', 50], ['a', 31]))
})

test('[LB-74] leaving the page leaves no timer behind', () => {
  const order = new SteadyOrder(BEFORE, ({ id }) => id)
  order.setPointed(true)
  order.update(AFTER)
  expect(vi.getTimerCount()).toBe(1)
  order.stop()
  expect(vi.getTimerCount()).toBe(0)
})
