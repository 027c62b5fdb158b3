/** Width and height of one cell of a ten-frame, in the units of its drawing. */
export const CELL = 32
export const FRAME_WIDTH = CELL * 5
export const FRAME_HEIGHT = CELL * 2
export const DOT = 11.5

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
