import { messages } from './messages.en.ts'
import { cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from './ten-frame-shape.tsx'

/** Loading: a ten-frame that fills dot by dot (a full, unmoving one with reduced motion). */
export function Spinner({ label = messages.loading }: { label?: string }) {
  return (
    <output className="flex flex-col items-center gap-3 text-ink-soft">
      <svg viewBox={`-3 -3 ${FRAME_WIDTH + 6} ${FRAME_HEIGHT + 6}`} width="120" aria-hidden="true">
        <FrameGrid />
        {Array.from({ length: 10 }, (_, cell) => (
          <circle
            key={`dot ${cell}`}
            cx={cellCentre(cell).x}
            cy={cellCentre(cell).y}
            r={DOT}
            className="animate-fill-cell fill-ink"
            style={{ animationDelay: `${cell * 0.2 - 4}s` }}
          />
        ))}
      </svg>
      <span>{label}</span>
    </output>
  )
}
