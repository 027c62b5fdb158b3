const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const CELL = 10

/** A small ten-frame with `count` dots (1 to 10) that numbers a section. Decorative. */
export function SectionFrame({ count }: { count: number }) {
  return (
    <svg viewBox="-1 -1 52 22" className="h-6 w-14 shrink-0" aria-hidden="true">
      {CELLS.map((cell) => {
        const x = (cell % 5) * CELL
        const y = Math.floor(cell / 5) * CELL
        return (
          <g key={cell}>
            <rect x={x} y={y} width={CELL} height={CELL} className="fill-sheet stroke-edge" />
            {cell < count && <circle cx={x + 5} cy={y + 5} r={3.2} className="fill-ink" />}
          </g>
        )
      })}
    </svg>
  )
}
