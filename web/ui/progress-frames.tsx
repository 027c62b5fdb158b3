import { memo } from 'react'
import type { ProgressMark } from '../../domain/todays-ten.ts'
import { messages } from './messages.en.ts'
import { picture } from './picture.ts'
import { cellCentre, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from './ten-frame-shape.tsx'

type Props = {
  total: 10 | 20 | 50
  marks: readonly ProgressMark[]
  /** How many problems were over by now in an earlier session; those beyond the marks are shown as faint dots. */
  ghosts?: number
  /** Whether the place of the last mark is outlined. */
  showsLast?: boolean
}

const GAP = 18
const EDGE = 2

/**
 * How far the player is: a ten-frame for every ten problems, a mark for each one done. The shape shows the result:
 * a full disc at the first try, a half disc later, an open diamond when it was shown. The cell in turn is lit.
 */
export const ProgressFrames = memo(function ProgressFrames({
  total,
  marks,
  ghosts = 0,
  showsLast = false,
}: Props) {
  const frames = total / 10
  const width = frames * FRAME_WIDTH + (frames - 1) * GAP
  const turn = placeOf(marks.length)
  const last = placeOf(marks.length - 1)
  return (
    <svg
      viewBox={`${-EDGE} ${-EDGE} ${width + EDGE * 2} ${FRAME_HEIGHT + EDGE * 2}`}
      className="mx-auto block max-h-14 w-full"
      {...picture(messages.progress(marks.length, total))}
    >
      {Array.from({ length: frames }, (_, frame) => (
        <FrameGrid key={`frame ${frame}`} x={frame * (FRAME_WIDTH + GAP)} />
      ))}
      {marks.length < total && (
        <rect x={turn.x - 14} y={turn.y - 14} width="28" height="28" rx="4" className="fill-accent" />
      )}
      {Array.from({ length: Math.max(0, Math.min(total, ghosts) - marks.length) }, (_, ahead) => {
        const { x, y } = placeOf(marks.length + ahead)
        return (
          <circle
            key={`ghost ${marks.length + ahead}`}
            cx={x}
            cy={y}
            r="6"
            className="fill-ink-soft opacity-35"
          />
        )
      })}
      {showsLast && marks.length > 0 && (
        <rect
          x={last.x - 14}
          y={last.y - 14}
          width="28"
          height="28"
          rx="4"
          className="fill-none stroke-success"
          strokeWidth="2.5"
        />
      )}
      {marks.map((mark, index) => (
        <path
          key={`problem ${index}`}
          d={SHAPES[mark]}
          transform={`translate(${placeOf(index).x} ${placeOf(index).y})`}
          className={mark === 'missed' ? 'fill-none stroke-thinking' : 'fill-success'}
          fillRule="evenodd"
          strokeWidth="3.5"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
})

const SHAPES: Record<ProgressMark, string> = {
  first: 'M-11.5 0a11.5 11.5 0 1 1 23 0a11.5 11.5 0 1 1-23 0Z',
  later: 'M-11.5 0a11.5 11.5 0 1 1 23 0a11.5 11.5 0 1 1-23 0ZM-8.5 0h17a8.5 8.5 0 1 0-17 0Z',
  missed: 'M0-7.5 7.5 0 0 7.5-7.5 0Z',
}

function placeOf(index: number): { x: number; y: number } {
  const { x, y } = cellCentre(index % 10)
  return { x: x + Math.floor(index / 10) * (FRAME_WIDTH + GAP), y }
}
