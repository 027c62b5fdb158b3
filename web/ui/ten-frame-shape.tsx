/** Width and height of one cell of a ten-frame, in the units of its drawing. */
export const CELL = 32
export const FRAME_WIDTH = CELL * 5
export const FRAME_HEIGHT = CELL * 2
export const DOT = 11.5

export type Dot = 'first' | 'second' | 'crossed_out' | 'moved_away'

/** The empty frame: two rows of five. */
export function FrameGrid({ x = 0, y = 0 }: { x?: number; y?: number }) {
  return (
    <g transform={`translate(${x} ${y})`} className="fill-sheet" strokeWidth="2">
      <rect width={FRAME_WIDTH} height={FRAME_HEIGHT} rx="6" />
      <path d="M0 32h160M32 0v64M64 0v64M96 0v64M128 0v64" className="stroke-edge" strokeWidth="1.5" />
      <rect width={FRAME_WIDTH} height={FRAME_HEIGHT} rx="6" className="fill-none stroke-ink" />
    </g>
  )
}

/** The centre of the nth cell (0 to 9): the upper row from the left, then the lower. */
export function cellCentre(n: number): { x: number; y: number } {
  return { x: (n % 5) * CELL + CELL / 2, y: Math.floor(n / 5) * CELL + CELL / 2 }
}

/** A dot in its cell. What has been taken or has moved away leaves a dashed ring, struck if it was taken. */
export function DotMark({ dot, cell }: { dot: Dot; cell: number }) {
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
      {dot === 'crossed_out' && (
        <path d={`M${x - 10} ${y + 10}l20-20`} className="stroke-ink" strokeWidth="3.5" />
      )}
    </g>
  )
}
