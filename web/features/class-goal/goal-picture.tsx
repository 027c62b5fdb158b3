import { picture, widthCap } from '../../ui/picture.ts'
import { CELL, cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH } from '../../ui/ten-frame-shape.tsx'
import { goalMessages as words } from './messages.en.ts'

const GAP = 16
const EDGE = 2
const PER_FRAME = 10
const PER_ROW = 6

type Props = { days: number; goal: number; isLarge?: boolean }

/** One picture for the whole class: ten-frames with a cell for each day of the goal, and a dot for each day of practice. */
export function GoalPicture({ days, goal, isLarge = false }: Props) {
  const frames = Math.ceil(goal / PER_FRAME)
  const columns = Math.min(PER_ROW, frames)
  const width = columns * (FRAME_WIDTH + GAP) - GAP + 2 * EDGE
  const height = Math.ceil(frames / columns) * (FRAME_HEIGHT + GAP) - GAP + 2 * EDGE
  return (
    <svg
      viewBox={`${-EDGE} ${-EDGE} ${width} ${height}`}
      className="block w-full"
      style={isLarge ? widthCap(width) : { maxWidth: width }}
      {...picture(words.picture(days, goal))}
    >
      {Array.from({ length: goal }, (_, place) => {
        const [frame, cell] = [Math.floor(place / PER_FRAME), place % PER_FRAME]
        const x = (frame % columns) * (FRAME_WIDTH + GAP) + cellCentre(cell).x
        const y = Math.floor(frame / columns) * (FRAME_HEIGHT + GAP) + cellCentre(cell).y
        return <Cell key={`day ${place}`} x={x} y={y} isFull={place < days} />
      })}
    </svg>
  )
}

function Cell({ x, y, isFull }: { x: number; y: number; isFull: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        x={-CELL / 2}
        y={-CELL / 2}
        width={CELL}
        height={CELL}
        className="fill-sheet stroke-edge"
        strokeWidth="2"
      />
      {isFull && <circle r={DOT} className="fill-success" />}
    </g>
  )
}
