import type { VisualModel } from '../../domain/visual-model.ts'
import { picture, widthCap } from './picture.ts'

const STEP = 26
const ROW_STEP = 32
const FIVES_GAP = 10
const DOT = 10
const RING = 28
/** Between a bracket and the rows or columns it counts. */
const GAP = 7
/** From the rows to the outer edge of a bracket. */
const BRACKET = 2 * GAP

type Props = { model: Extract<VisualModel, { type: 'array' }>; label: string }

/**
 * Rows of dots, each ringed as one group, with the number of rows and columns at the sides. A little air after every fifth
 * dot lets a long row be read as five and some. The dots take the text color around them. A row that a wrong answer has
 * forgotten is marked; one too many stands below, crossed out.
 */
export function ArrayModel({ model: { rows, columns, asked, last }, label }: Props) {
  const drawn = last === 'extra' ? rows + 1 : rows
  const width = along(columns - 1, STEP) + STEP
  const height = along(rows - 1, ROW_STEP) + ROW_STEP
  const drawnHeight = along(drawn - 1, ROW_STEP) + ROW_STEP
  // A large array is drawn small, so its numbers are written larger.
  const side = Math.max(26, Math.min(44, Math.max(width, drawnHeight) / 9))
  const edge = side * 1.9
  return (
    <svg
      viewBox={`${-edge} ${-edge} ${width + edge * 2} ${drawnHeight + edge + 2}`}
      className="mx-auto block size-full"
      style={widthCap(width + edge * 2)}
      {...picture(label)}
    >
      {Array.from({ length: drawn }, (_, row) => (
        <g key={`row ${row}`} opacity={row === rows ? 0.45 : undefined}>
          <rect
            x="1"
            y={middleOf(row) - RING / 2}
            width={width - 2}
            height={RING}
            rx={RING / 2}
            className={
              row === drawn - 1 && last ? 'fill-thinking-wash stroke-thinking' : 'fill-none stroke-edge'
            }
            strokeWidth="2"
          />
          <path
            d={rowPath(row, columns)}
            className="stroke-current"
            strokeWidth={DOT * 2}
            strokeLinecap="round"
          />
        </g>
      ))}
      {last === 'extra' && (
        <path d={`M4 ${middleOf(rows)}H${width - 4}`} className="stroke-thinking" strokeWidth="4" />
      )}
      <path
        d={`M${-GAP} 3h${-GAP}V${height - 3}h${GAP}M3 ${-GAP}v${-GAP}H${width - 3}v${GAP}`}
        className="fill-none stroke-ink-soft"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g className="fill-ink font-bold tabular-nums" fontSize={side}>
        <text x={-BRACKET - side * 0.2} y={height / 2 + side * 0.36} textAnchor="end">
          {rows}
        </text>
        <text x={width / 2} y={-BRACKET - side * 0.2} textAnchor="middle">
          {asked === 'columns' ? '?' : columns}
        </text>
      </g>
    </svg>
  )
}

function along(index: number, step: number): number {
  return index * step + Math.floor(index / 5) * FIVES_GAP
}

function middleOf(row: number): number {
  return along(row, ROW_STEP) + ROW_STEP / 2
}

/** A row as one path: a line of no length with round ends is a dot, and twelve rows are twelve elements, not 144. */
function rowPath(row: number, columns: number): string {
  const y = middleOf(row)
  return Array.from({ length: columns }, (_, column) => `M${along(column, STEP) + STEP / 2} ${y}h0`).join('')
}
