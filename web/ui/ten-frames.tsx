import { picture, widthCap } from './picture.ts'
import { cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from './ten-frame-shape.tsx'

const GAP = 20
const EDGE = 3

type Dot = 'first' | 'second' | 'crossed_out'
type Props = { first: number; second: number; crossedOut: number; label: string }

/**
 * Dots in frames of ten, two frames a row. Two addends that pass ten get a frame each, so that making ten can be seen;
 * everything else fills the frames one after the other. `crossedOut` of the dots are struck, from the last.
 * The dots take the text colour around them: wrap the model in an operation's `text-…`.
 */
export function TenFrames({ first, second, crossedOut, label }: Props) {
  const frames = framesOf(first, second, crossedOut)
  const columns = Math.min(frames.length, 2)
  const rows = Math.ceil(frames.length / 2)
  const width = columns * FRAME_WIDTH + (columns - 1) * GAP + EDGE * 2
  const height = rows * FRAME_HEIGHT + (rows - 1) * GAP + EDGE * 2
  return (
    <svg
      viewBox={`${-EDGE} ${-EDGE} ${width} ${height}`}
      className="mx-auto block size-full"
      style={widthCap(width)}
      {...picture(label)}
    >
      {frames.map((dots, index) => {
        const x = (index % 2) * (FRAME_WIDTH + GAP)
        const y = Math.floor(index / 2) * (FRAME_HEIGHT + GAP)
        return (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <FrameGrid />
            {dots.map((dot, cell) => (
              <DotMark key={cellKey(cell)} dot={dot} cell={cell} />
            ))}
          </g>
        )
      })}
    </svg>
  )
}

function cellKey(cell: number): string {
  return `cell ${cell}`
}

function framesOf(first: number, second: number, crossedOut: number): Dot[][] {
  const total = first + second
  if (total > 10 && first <= 10 && second > 0 && second <= 10) {
    return [repeat('first', first), repeat('second', second)]
  }
  const dots = [
    ...repeat('first', first - crossedOut),
    ...repeat('crossed_out', crossedOut),
    ...repeat('second', second),
  ]
  const frames: Dot[][] = []
  for (let start = 0; start < Math.max(dots.length, 1); start += 10)
    frames.push(dots.slice(start, start + 10))
  return frames
}

function repeat(dot: Dot, count: number): Dot[] {
  return Array.from({ length: Math.max(0, count) }, () => dot)
}

function DotMark({ dot, cell }: { dot: Dot; cell: number }) {
  const { x, y } = cellCentre(cell)
  if (dot === 'first') return <circle cx={x} cy={y} r={DOT} className="fill-current" />
  if (dot === 'second') {
    return (
      <g className="fill-accent stroke-on-accent" strokeWidth="2.5">
        <circle cx={x} cy={y} r={DOT - 0.75} />
        <circle cx={x} cy={y} r="2.5" className="fill-on-accent" />
      </g>
    )
  }
  return (
    <g className="fill-none stroke-ink-soft" strokeWidth="2.5" strokeLinecap="round">
      <circle cx={x} cy={y} r={DOT - 1} strokeDasharray="4 4.25" />
      <path d={`M${x - 10} ${y + 10}l20-20`} className="stroke-ink" strokeWidth="3.5" />
    </g>
  )
}
