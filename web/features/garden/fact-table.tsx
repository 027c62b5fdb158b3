import { useMemo, useState } from 'react'
import type { Fact, Operation } from '../../../domain/fact.ts'
import type { GardenFact } from '../../../domain/garden.ts'
import { GRID_CELL, useGridKeys } from '../../ui/grid-keys.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { lookOf, type FactLook } from './fact-look.ts'
import { FactMark } from './fact-mark.tsx'
import { factPlaces } from './fact-places.ts'
import { gardenMessages } from './messages.en.ts'

const { table: words } = gardenMessages

const LOOKS: Record<FactLook, string> = {
  unknown: 'bg-sunk',
  needs_help: 'bg-thinking-wash',
  learning: 'bg-thinking-wash',
  known: 'bg-success-wash',
  fluent: 'bg-success-wash',
}
const HEAD = 'sticky start-0 bg-paper px-1 text-end font-bold whitespace-nowrap tabular-nums'

type Props = {
  operation: Operation
  /** The facts that were tried; all others are not tried yet. */
  tried: readonly Pick<GardenFact, 'factId' | 'state' | 'needsHelp'>[]
  onPress: (factId: string) => void
}

/** All facts of an operation in a table, each a button with its sign; one stop for Tab, and the arrows go on from there. */
export function FactTable({ operation, tried, onPress }: Props) {
  const { columns, rows } = useMemo(() => factPlaces(operation), [operation])
  const looks = useMemo(() => new Map(tried.map((cell) => [cell.factId, lookOf(cell)])), [tried])
  const [current, setCurrent] = useState(rows[0]?.facts.find((fact) => fact !== null)?.id)

  const grid = useGridKeys<HTMLTableElement>()

  const cell = (fact: Fact | null, column: number) => (
    <td key={column} className="p-0">
      {fact && (
        <Cell
          fact={fact}
          look={looks.get(fact.id) ?? 'unknown'}
          isStop={fact.id === current}
          onFocus={() => setCurrent(fact.id)}
          onPress={() => onPress(fact.id)}
        />
      )}
    </td>
  )

  return (
    <div className="-mx-1 overflow-x-auto px-1 pb-3">
      <table ref={grid} aria-label={words.grid(operation)} className="border-separate border-spacing-0.5">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {operationSymbol(operation)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="font-bold whitespace-nowrap tabular-nums">
                {words.column(operation, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, facts }) => (
            <tr key={value}>
              <th scope="row" className={HEAD}>
                {words.row(operation, value)}
              </th>
              {facts.map((fact, at) => cell(fact, columns[at] ?? at))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = {
  fact: Fact
  look: FactLook
  isStop: boolean
  onFocus: () => void
  onPress: () => void
}

function Cell({ fact, look, isStop, onFocus, onPress }: CellProps) {
  const written = gardenMessages.solved(fact)
  return (
    <button
      type="button"
      aria-label={words.cell(written, look)}
      aria-haspopup="dialog"
      title={written}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onPress}
      className={`grid size-12 place-items-center rounded-lg hover:outline-2 hover:outline-ink focus-visible:outline-offset-0 ${LOOKS[look]}`}
      {...GRID_CELL}
    >
      <FactMark look={look} />
    </button>
  )
}
