import { useEffect, useRef, type RefObject } from 'react'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Cells whose edges differ by less are in one row or column. */
const SAME_LINE_PX = 8

type Place = { readonly row: number; readonly column: number }

/** Marks a cell of a grid. */
export const GRID_CELL = { 'data-cell': '' } as const

/** The position of a cell on the screen, in any layout. */
function placeOf(cell: HTMLElement): Place {
  const { left, top } = cell.getBoundingClientRect()
  return { row: top, column: left }
}

/** How far away a cell is in the direction of a step; null if it is in another direction. */
function distance(from: Place, to: Place, [rows, columns]: readonly [number, number]): number | null {
  const across = rows === 0 ? to.row - from.row : to.column - from.column
  const along = rows === 0 ? (to.column - from.column) * columns : (to.row - from.row) * rows
  return Math.abs(across) < SAME_LINE_PX && along > SAME_LINE_PX ? along : null
}

function nearest(
  cells: readonly HTMLElement[],
  from: Place,
  step: readonly [number, number],
): HTMLElement | undefined {
  let [next, least]: [HTMLElement | undefined, number] = [undefined, Infinity]
  for (const cell of cells) {
    const far = distance(from, placeOf(cell), step)
    if (far !== null && far < least) [next, least] = [cell, far]
  }
  return next
}

function ofEnd(key: string, cells: readonly HTMLElement[], from: Place): HTMLElement | undefined {
  const inRow = cells.filter((cell) => Math.abs(placeOf(cell).row - from.row) < SAME_LINE_PX)
  if (key === 'Home') return inRow[0]
  return key === 'End' ? inRow.at(-1) : undefined
}

function moveFocus(grid: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const focused =
    event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-cell]') : null
  if (focused === null) return
  const cells = [...grid.querySelectorAll<HTMLElement>('[data-cell]')]
  const from = placeOf(focused)
  const step = STEPS[event.key]
  const next = step ? nearest(cells, from, step) : ofEnd(event.key, cells, from)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/**
 * Lets the arrow keys move the focus between the cells of a grid, over its holes, and Home and End to the ends of a row, as
 * the ARIA practices have it. For the element that holds the cells.
 */
export function useGridKeys<Grid extends HTMLElement>(): RefObject<Grid | null> {
  const grid = useRef<Grid>(null)
  useEffect(() => {
    const element = grid.current
    const onKey = (event: KeyboardEvent): void => {
      if (element) moveFocus(element, event)
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [])
  return grid
}
