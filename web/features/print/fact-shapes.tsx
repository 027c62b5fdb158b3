import type { Fact, Operation } from '../../../domain/fact.ts'
import { FACTS } from '../../../domain/learning/memory.ts'
import { FLUENCY_STATES, type FluencyState } from '../../../domain/learning/states.ts'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { picture } from '../../ui/picture.ts'
import { reportMessages as words } from './report.messages.en.ts'

/** Side of a cell, in the units of the drawing. */
const CELL = 20
/** Room for all grids side by side. */
const WIDTH_MM = 165

/** The largest height of the grids, and of a cell. */
export type GridRoom = { readonly heightMm: number; readonly cellMm: number }

type Place = { readonly x: number; readonly y: number }

/** Rows and columns are the operands; of division the divisor and the answer, which make a square. */
function placeOf({ operation, operand1, operand2, answer }: Fact): Place {
  return operation === 'division' ? { y: operand2, x: answer } : { y: operand1, x: operand2 }
}

const SHAPES: Readonly<Record<FluencyState, (place: Place) => string>> = {
  unknown: ({ x, y }) => `M${x} ${y}h0`,
  learning: ({ x, y }) => `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0`,
  known: ({ x, y }) => `M${x} ${y}h0`,
  fluent: ({ x, y }) =>
    `M${x - 8} ${y - 8}h16v16h-16Zm8 2.5 1.6 3.6 3.9.4-2.9 2.7.8 3.9-3.4-2-3.4 2 .8-3.9-2.9-2.7 3.9-.4Z`,
}

/** Shapes that differ without color: a dot, a ring, a disc, and a square with a star cut out. */
const LOOKS: Readonly<Record<FluencyState, string>> = {
  unknown: 'fill-none stroke-edge [stroke-width:3.5]',
  learning: 'fill-none stroke-current [stroke-width:2.5]',
  known: 'fill-none stroke-current [stroke-width:15]',
  fluent: 'fill-current [fill-rule:evenodd]',
}

/** One shape alone, for the legend. */
export function StateShape({ state }: { state: FluencyState }) {
  return (
    <svg viewBox="0 0 20 20" width="3.6mm" height="3.6mm" aria-hidden="true" strokeLinecap="round">
      <path d={SHAPES[state]({ x: 10, y: 10 })} className={LOOKS[state]} />
    </svg>
  )
}

/** The facts of an operation. */
function shownFacts(operation: Operation, states: string) {
  return FACTS.flatMap((fact, number) =>
    fact.operation === operation ? [{ ...placeOf(fact), state: Number(states[number] ?? 0) }] : [],
  )
}

/** The state of each fact of an operation by its shape. @param states a digit for each fact, by fact number */
function FactShapes({ operation, states, cellMm }: { operation: Operation; states: string; cellMm: number }) {
  const facts = shownFacts(operation, states)
  const [xs, ys] = [facts.map(({ x }) => x), facts.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [columns, rows] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1]
  const middle = (index: number): number => (index + 1.5) * CELL
  const pathOf = (state: FluencyState): string =>
    facts
      .filter((fact) => FLUENCY_STATES[fact.state] === state)
      .map(({ x, y }) => SHAPES[state]({ x: middle(x - left), y: middle(y - top) }))
      .join('')
  const known = facts.filter(({ state }) => state >= FLUENCY_STATES.indexOf('known'))
  const count = words.knownOf(known.length, facts.length)
  const label = `${words.operations[operation]}: ${count}`
  return (
    <figure
      className={OPERATION_TONES[operation].text}
      style={{ width: `${(columns + 1) * cellMm}mm`, maxWidth: '100%' }}
    >
      <figcaption className="text-ink">
        <strong className="block">{words.operations[operation]}</strong> {count}
      </figcaption>
      <svg
        viewBox={`0 0 ${(columns + 1) * CELL} ${(rows + 1) * CELL}`}
        strokeLinecap="round"
        {...picture(label)}
      >
        <g className="fill-ink-soft tabular-nums" fontSize="12" textAnchor="middle">
          {Array.from({ length: columns }, (_, index) => (
            <text key={`column ${index}`} x={middle(index)} y="15">
              {left + index}
            </text>
          ))}
          {Array.from({ length: rows }, (_, index) => (
            <text key={`row ${index}`} x="10" y={middle(index) + 4}>
              {top + index}
            </text>
          ))}
        </g>
        {FLUENCY_STATES.map((state) => (
          <path key={state} d={pathOf(state)} className={LOOKS[state]} />
        ))}
      </svg>
    </figure>
  )
}

const linesFor = (values: readonly number[]): number => new Set(values).size + 1

/** Columns and rows of a grid, with their numbers. */
function sizeOf(operation: Operation, states: string): { readonly columns: number; readonly rows: number } {
  const places = shownFacts(operation, states)
  return { columns: linesFor(places.map(({ x }) => x)), rows: linesFor(places.map(({ y }) => y)) }
}

/** The grids of the operations that were tried, side by side. */
export function FactGrids({ states, room }: { states: string; room: GridRoom }) {
  const tried = new Set(
    FACTS.flatMap(({ operation }, number) => (Number(states[number] ?? 0) === 0 ? [] : [operation])),
  )
  if (tried.size === 0) return <p>{words.none}</p>
  const sizes = [...tried].map((operation) => sizeOf(operation, states))
  const columns = sizes.reduce((sum, size) => sum + size.columns, 0)
  const rows = Math.max(...sizes.map((size) => size.rows))
  const cellMm = Math.min(room.cellMm, WIDTH_MM / columns, room.heightMm / rows)
  return (
    <div className="report-grids">
      {[...tried].map((operation) => (
        <FactShapes key={operation} operation={operation} states={states} cellMm={cellMm} />
      ))}
    </div>
  )
}
