import { picture, widthCap } from './picture.ts'
import { MakeTen } from './make-ten.tsx'
import { DotMark, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid, type Dot } from './ten-frame-shape.tsx'

const GAP = 20
const EDGE = 3

type Props = {
  first: number
  second: number
  crossedOut: number
  label: string
  /** Whether dots that make a ten are seen moving; otherwise they have moved already. */
  animated?: boolean
}

/**
 * Dots in frames of ten, two frames a row, filled one after the other; two addends that pass ten are drawn by `MakeTen`.
 * `crossedOut` of the dots are struck, from the last. The dots take the text color around them: wrap the model in an
 * operation's `text-…`.
 */
export function TenFrames({ first, second, crossedOut, label, animated = false }: Props) {
  if (first + second > 10 && first <= 10 && second <= 10) {
    return <MakeTen first={first} second={second} label={label} animated={animated} />
  }
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
