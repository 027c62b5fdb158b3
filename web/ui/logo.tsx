import { cellCentre, FRAME_HEIGHT, FRAME_WIDTH } from './ten-frame-shape.tsx'

/** The product's name beside its mark: a ten-frame, full, its tenth dot lit. */
export function Logo({ name, height = 32 }: { name: string; height?: number }) {
  return (
    <span className="inline-flex items-center gap-3 font-bold whitespace-nowrap text-ink">
      <LogoMark height={height} />
      <span className="text-2xl tracking-tight">{name}</span>
    </span>
  )
}

/** The mark alone. @param height in px; it is 2.3 times as wide */
export function LogoMark({ height = 32 }: { height?: number }) {
  return (
    <svg
      viewBox={`-5 -5 ${FRAME_WIDTH + 10} ${FRAME_HEIGHT + 10}`}
      height={height}
      width={height * 2.3}
      aria-hidden="true"
    >
      <rect x="-5" y="-5" width={FRAME_WIDTH + 10} height={FRAME_HEIGHT + 10} rx="16" className="fill-ink" />
      {Array.from({ length: 10 }, (_, cell) => (
        <circle
          key={`dot ${cell}`}
          cx={cellCentre(cell).x}
          cy={cellCentre(cell).y}
          r="10"
          className={cell === 9 ? 'fill-accent' : 'fill-paper'}
        />
      ))}
    </svg>
  )
}
