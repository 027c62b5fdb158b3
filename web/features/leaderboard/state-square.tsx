import type { Operation } from '../../../domain/fact.ts'

/** The side of a square in the units of its drawing. */
export const SQUARE = 36

const WASHES: Record<Operation, string> = {
  addition: 'fill-addition-wash',
  subtraction: 'fill-subtraction-wash',
  multiplication: 'fill-multiplication-wash',
  division: 'fill-division-wash',
}

const HUES: Record<Operation, string> = {
  addition: 'fill-addition',
  subtraction: 'fill-subtraction',
  multiplication: 'fill-multiplication',
  division: 'fill-division',
}

/** How strongly a square is tinted at each step. Text is dark on the first two steps and light on the last. */
const OPACITIES = [0, 0, 0.32, 1]
const LAST = 3

type Props = {
  /** 0, no points, to 3. */
  step: number
  operation: Operation
  /** The text in the square; none in a legend. */
  code?: string
  isOwn?: boolean
}

/** A state as a square, with a dot for each step of its shade, so that it can be read without distinguishing colors. */
export function StateSquare({ step, operation, code, isOwn = false }: Props) {
  const ink = step === LAST ? 'fill-on-operation' : step === 0 ? 'fill-ink-soft' : 'fill-ink'
  const middle = SQUARE / 2
  return (
    <g>
      <rect
        width={SQUARE}
        height={SQUARE}
        rx="7"
        className={`${step === 0 ? 'fill-sheet' : WASHES[operation]} ${step === LAST ? 'stroke-transparent' : 'stroke-edge'}`}
        strokeWidth="1.5"
      />
      <rect width={SQUARE} height={SQUARE} rx="7" className={HUES[operation]} opacity={OPACITIES[step]} />
      {isOwn && (
        <>
          <rect
            x="-1"
            y="-1"
            width={SQUARE + 2}
            height={SQUARE + 2}
            rx="8"
            className="fill-none stroke-ink"
            strokeWidth="4"
          />
          <rect
            x="-1"
            y="-1"
            width={SQUARE + 2}
            height={SQUARE + 2}
            rx="8"
            className="fill-none stroke-accent"
            strokeWidth="2"
          />
        </>
      )}
      {code !== undefined && (
        <text
          x={middle}
          y={step === 0 ? 24.5 : 20.5}
          textAnchor="middle"
          className={`text-[18px] font-bold ${ink}`}
        >
          {code}
        </text>
      )}
      {Array.from({ length: step }, (_, at) => (
        <circle
          key={`dot ${at}`}
          cx={middle + (at - (step - 1) / 2) * 8}
          cy={code === undefined ? middle : 28.5}
          r="2.75"
          className={ink}
        />
      ))}
    </g>
  )
}
