import type { Child } from '../../../contract/classes.ts'
import type { ChildSummary } from '../../../contract/child-data.ts'

export const COLUMNS = ['name', 'last', 'minutes', 'firstTry', 'newFacts', 'hardest'] as const

export type Column = (typeof COLUMNS)[number]
export type ClassOrder = { readonly column: Column; readonly isDescending: boolean }

/** A child of a class and how it gets on; null while that is not known. */
export type ClassRow = { readonly child: Child; readonly summary: ChildSummary | null }

export const BY_NAME: ClassOrder = { column: 'name', isDescending: false }

/** Columns that sort children with the least practice, or the most hard facts, first at the first press. */
const FIRST_IS_DESCENDING: Record<Column, boolean> = {
  name: false,
  last: false,
  minutes: false,
  firstTry: false,
  newFacts: false,
  hardest: true,
}

/** The order after a press on the head of a column. */
export function orderAfter(order: ClassOrder, column: Column): ClassOrder {
  const isDescending = order.column === column ? !order.isDescending : FIRST_IS_DESCENDING[column]
  return { column, isDescending }
}

/** Right first attempts of all, from 0 to 1; null while there are none. */
export function firstTryShare({ seen, right }: ChildSummary): number | null {
  return seen === 0 ? null : right / seen
}

/** A fact that needs help weighs more than any number of others. */
function hardness({ hardest }: ChildSummary): number {
  return hardest.reduce((sum, { needsHelp }) => sum + (needsHelp ? 10 : 1), 0)
}

const VALUES: Record<Exclude<Column, 'name'>, (summary: ChildSummary) => number | string | null> = {
  last: ({ lastPracticeDay }) => lastPracticeDay ?? '',
  minutes: ({ weekSeconds }) => weekSeconds,
  firstTry: firstTryShare,
  newFacts: ({ newFacts }) => newFacts,
  hardest: hardness,
}

/** Rows that come by name in another order; equal ones stay by name, and those without a value come last either way. */
export function inOrder(rows: readonly ClassRow[], { column, isDescending }: ClassOrder): ClassRow[] {
  if (column === 'name') return isDescending ? rows.toReversed() : [...rows]
  const valued = rows.map((row) => ({ row, value: row.summary && VALUES[column](row.summary) }))
  return valued
    .toSorted(({ value: a }, { value: b }) => {
      if (a === b) return 0
      if (a === null) return 1
      if (b === null) return -1
      return (a < b ? -1 : 1) * (isDescending ? -1 : 1)
    })
    .map(({ row }) => row)
}
