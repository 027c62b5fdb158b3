import { picture, widthCap } from './picture.ts'

const STEP = 26
const FIVES_GAP = 10
const DOT = 10

type Props = { rows: number; columns: number; label: string }

/** Rows and columns of dots with a little air after every fifth, so that a long row is read as five and some.
 * The dots take the text colour around them. */
export function ArrayModel({ rows, columns, label }: Props) {
  const width = along(columns - 1) + STEP
  const height = along(rows - 1) + STEP
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="mx-auto block size-full"
      style={widthCap(width)}
      {...picture(label)}
    >
      {Array.from({ length: rows }, (_, row) => (
        <path
          key={`row ${row}`}
          d={rowPath(row, columns)}
          className="stroke-current"
          strokeWidth={DOT * 2}
          strokeLinecap="round"
        />
      ))}
    </svg>
  )
}

function along(index: number): number {
  return index * STEP + Math.floor(index / 5) * FIVES_GAP
}

/** A row as one path: a line of no length with round ends is a dot, and twelve rows are twelve elements, not 144. */
function rowPath(row: number, columns: number): string {
  const y = along(row) + STEP / 2
  return Array.from({ length: columns }, (_, column) => `M${along(column) + STEP / 2} ${y}h0`).join('')
}
