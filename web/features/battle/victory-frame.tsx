import { cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from '../../ui/ten-frame-shape.tsx'

const COLOURS = ['fill-addition', 'fill-subtraction', 'fill-multiplication', 'fill-division', 'fill-success']
const NEXT_DOT_MS = 70

/** A win: a ten-frame that fills with dots of all colours, once, one after the other. Decoration beside the words. */
export function VictoryFrame() {
  return (
    <svg
      viewBox={`-10 -10 ${FRAME_WIDTH + 20} ${FRAME_HEIGHT + 20}`}
      className="w-36 overflow-visible sm:w-64"
      aria-hidden="true"
    >
      <rect
        x="-10"
        y="-10"
        width={FRAME_WIDTH + 20}
        height={FRAME_HEIGHT + 20}
        rx="14"
        className="fill-accent"
      />
      <FrameGrid />
      {Array.from({ length: 10 }, (_, cell) => (
        <circle
          key={`dot ${cell}`}
          cx={cellCentre(cell).x}
          cy={cellCentre(cell).y}
          r={DOT}
          className={`battle-victory-dot ${COLOURS[cell % COLOURS.length]}`}
          style={{ animationDelay: `${cell * NEXT_DOT_MS}ms` }}
        />
      ))}
    </svg>
  )
}
