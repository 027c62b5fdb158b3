import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { SteadyOrder } from '../lib/steady-order.ts'

type Props<Row> = {
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Draws a row; its place counts from 1. All rows must be equally high. */
  children: (row: Row, place: number) => ReactNode
  /** The classes of a row. */
  rowStyle: (row: Row) => string
  label: string
}

/**
 * A ranked list whose rows glide to their new places instead of blinking, and not under the eyes of somebody who reads:
 * see `CalmOrder`. Give it a `key` when it becomes another list.
 */
export function MovingList<Row>({ rows, idOf, children: draw, rowStyle, label }: Props<Row>) {
  const [order] = useState(() => new SteadyOrder(rows, idOf))
  const shown = useStore(order.shown)
  const list = useRef<HTMLOListElement>(null)
  const places = useRef<ReadonlyMap<string, number>>(new Map())

  useEffect(() => order.update(rows), [order, rows])
  useEffect(() => {
    window.addEventListener('scroll', order.scroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', order.scroll)
      order.stop()
    }
  }, [order])
  useLayoutEffect(() => {
    const after = new Map(shown.map((row, at) => [idOf(row), at]))
    if (list.current) glide(list.current, places.current, after)
    places.current = after
  }, [shown, idOf])

  return (
    <ol
      ref={list}
      // Else the browser would scroll along with a row that rises.
      className="[overflow-anchor:none]"
      aria-label={label}
      onPointerEnter={() => order.setPointed(true)}
      onPointerLeave={() => order.setPointed(false)}
    >
      {shown.map((row, at) => (
        <li key={idOf(row)} className={`transition-[transform,opacity] duration-300 ${rowStyle(row)}`}>
          {draw(row, at + 1)}
        </li>
      ))}
    </ol>
  )
}

/** Puts each row where it stood before and lets it go; a row that comes in between fades in. */
function glide(
  list: HTMLElement,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): void {
  const rows = [...list.children].filter((row) => row instanceof HTMLElement)
  const moved = [...after].flatMap(([id, at]) => {
    const row = rows[at]
    const from = before.get(id)
    const old = rows[from ?? at]
    const isNew = from === undefined && at < before.size
    return row && old && (isNew || old !== row) ? [{ row, isNew, by: old.offsetTop - row.offsetTop }] : []
  })
  if (moved.length === 0) return
  for (const { row, isNew, by } of moved) {
    row.style.transition = 'none'
    row.style.transform = `translateY(${by}px)`
    if (isNew) row.style.opacity = '0'
  }
  // Asking for a measure makes the browser take note of where they start.
  list.getBoundingClientRect()
  for (const { row } of moved) {
    row.style.transition = ''
    row.style.transform = ''
    row.style.opacity = ''
  }
}
