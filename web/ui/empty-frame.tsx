import { cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from './ten-frame-shape.tsx'

/** Nothing here yet: a ten-frame with its first dot. Decoration; the words stand beside it. */
export function EmptyFrame({ width = 160 }: { width?: number }) {
  const { x, y } = cellCentre(0)
  return (
    <svg viewBox={`-3 -3 ${FRAME_WIDTH + 6} ${FRAME_HEIGHT + 6}`} width={width} aria-hidden="true">
      <FrameGrid />
      <circle cx={x} cy={y} r={DOT} className="fill-ink" />
    </svg>
  )
}
