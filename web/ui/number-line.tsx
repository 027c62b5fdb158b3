import { picture } from './picture.ts'

const WIDTH = 600
const SIDE = 24
const BASE = 110
/** Two numbers closer than this would run into each other. */
const NUMBER_WIDTH = 40

type Props = { from: number; jump: number; max: number; label: string }

/** A line from 0 to `max` with one jump on it. Where the jump lands has a mark and no number: that is the question. */
export function NumberLine({ from, jump, max, label }: Props) {
  const to = from + jump
  const at = (value: number) => SIDE + (value / Math.max(max, 1)) * (WIDTH - SIDE * 2)
  const step = stepFor(max)
  const ticks = Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step)
  const clear = (tick: number) => Math.abs(at(tick) - at(from)) > NUMBER_WIDTH
  const numbered = ticks.filter((tick) => tick !== to && tick % (step * 5) === 0 && clear(tick))
  const middle = (at(from) + at(to)) / 2
  const height = Math.min(84, 28 + Math.abs(at(to) - at(from)) / 3)
  return (
    <svg viewBox={`0 0 ${WIDTH} 150`} className="block size-full" {...picture(label)}>
      <g className="fill-none stroke-ink" strokeWidth="3" strokeLinecap="round">
        <path d={`M${SIDE / 2} ${BASE}h${WIDTH - SIDE}`} />
        <path
          d={ticks
            .map((tick) => `M${at(tick)} ${BASE - tickSize(tick, step)}v${tickSize(tick, step) * 2}`)
            .join('')}
          strokeWidth="2"
        />
      </g>
      <path
        d={`M${at(from)} ${BASE - 12}Q${middle} ${BASE - 12 - height * 1.6} ${at(to)} ${BASE - 12}`}
        className="fill-none stroke-current"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="1 10"
      />
      <circle cx={at(from)} cy={BASE} r="9" className="fill-current" />
      <circle cx={at(to)} cy={BASE} r="8" className="fill-accent stroke-on-accent" strokeWidth="3" />
      <g className="fill-ink text-2xl font-bold tabular-nums" textAnchor="middle">
        {[...numbered, from].map((tick) => (
          <text key={tick} x={at(tick)} y={BASE + 36}>
            {tick}
          </text>
        ))}
        <text x={middle} y={Math.max(20, BASE - 20 - height * 0.8)}>
          {jump < 0 ? `−${-jump}` : `+${jump}`}
        </text>
      </g>
    </svg>
  )
}

function stepFor(max: number): number {
  if (max <= 40) return 1
  return max <= 120 ? 5 : 10 ** Math.ceil(Math.log10(max / 40))
}

function tickSize(tick: number, step: number): number {
  return tick % (step * 5) === 0 ? 9 : 5
}
