import type { CSSProperties } from 'react'
import { picture, widthCap } from './picture.ts'
import { cellCentre, DotMark, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid, type Dot } from './ten-frame-shape.tsx'

/** Room for the arrow between the frames. */
const GAP = 48
const EDGE = 3
const WIDTH = FRAME_WIDTH * 2 + GAP + EDGE * 2
const SECOND_X = FRAME_WIDTH + GAP

type Props = { first: number; second: number; label: string; animated: boolean }

/**
 * Two addends of at most ten that pass ten, a frame each. Dots of the smaller one have moved over and filled the other's
 * frame; an arrow and the empty rings show where they came from, also without motion.
 */
export function MakeTen({ first, second, label, animated }: Props) {
  const moved = 10 - Math.max(first, second)
  const toSecond = second > first
  return (
    <svg
      viewBox={`${-EDGE} ${-EDGE} ${WIDTH} ${FRAME_HEIGHT + EDGE * 2}`}
      className="mx-auto block size-full"
      style={widthCap(WIDTH)}
      {...picture(label)}
    >
      <FrameGrid />
      <FrameGrid x={SECOND_X} />
      <Dots dot="first" count={toSecond ? first - moved : first} x={0} />
      <Dots dot="second" count={toSecond ? second : second - moved} x={SECOND_X} />
      {Array.from({ length: moved }, (_, nth) => (
        <MovedDot
          key={`moved ${nth}`}
          dot={toSecond ? 'first' : 'second'}
          left={(toSecond ? first : second) - moved + nth}
          leftX={toSecond ? 0 : SECOND_X}
          cell={10 - moved + nth}
          x={toSecond ? SECOND_X : 0}
          animated={animated}
        />
      ))}
      {moved > 0 && (
        <path
          d={toSecond ? 'm-12 0h24m-9-9 9 9-9 9' : 'm12 0h-24m9-9-9 9 9 9'}
          transform={`translate(${FRAME_WIDTH + GAP / 2} ${FRAME_HEIGHT / 2})`}
          className="fill-none stroke-ink"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}

function Dots({ dot, count, x }: { dot: Dot; count: number; x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      {Array.from({ length: count }, (_, cell) => (
        <DotMark key={`cell ${cell}`} dot={dot} cell={cell} />
      ))}
    </g>
  )
}

type MovedProps = { dot: Dot; left: number; leftX: number; cell: number; x: number; animated: boolean }

/** A dot where it has moved to, and the ring in the cell it `left`. */
function MovedDot({ dot, left, leftX, cell, x, animated }: MovedProps) {
  const [from, to] = [cellCentre(left), cellCentre(cell)]
  const away = `translate(${leftX + from.x - x - to.x}px, ${from.y - to.y}px)`
  return (
    <>
      <g transform={`translate(${leftX} 0)`}>
        <DotMark dot="moved_away" cell={left} />
      </g>
      <g transform={`translate(${x} 0)`}>
        <g className={animated ? 'play-move' : undefined} style={{ '--away': away } as CSSProperties}>
          <DotMark dot={dot} cell={cell} />
        </g>
      </g>
    </>
  )
}
