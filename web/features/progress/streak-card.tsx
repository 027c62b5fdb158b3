import { useId } from 'react'
import type { Streak } from '../../../domain/streak.ts'
import { Card } from '../../ui/card.tsx'
import { picture } from '../../ui/picture.ts'
import { progressMessages } from './messages.en.ts'

const RING = { step: 34, radius: 13, width: 4 }
const HEIGHT = 54

/** Full for a practiced day, soft for a past one without practice, whether free or missed, and open for days to come. */
const LOOKS = {
  practiced: 'fill-success stroke-success',
  rest: 'fill-ink-soft/25 stroke-ink-soft/25',
  open: 'fill-none stroke-ink-soft/60',
} as const

/** Days of practice, which never fall, large; the run beside it; and the week as seven rings. */
export function StreakCard({ streak }: { streak: Streak }) {
  const id = useId()
  const words = progressMessages.streak
  const practiced = streak.week.filter((ring) => ring === 'practiced').length
  return (
    <Card aria-labelledby={id} className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <div className="min-w-40 flex-1">
        <h2 id={id} className="text-4xl font-bold tabular-nums">
          {words.days(streak.days)}
        </h2>
        <p className="not-calm only-streak mt-2">{words.run(streak.run, streak.days)}</p>
      </div>
      <figure>
        <svg viewBox={`0 0 ${7 * RING.step} ${HEIGHT}`} width="238" {...picture(words.week(practiced))}>
          {streak.week.map((ring, place) => (
            <g key={words.weekdays[place]}>
              <circle
                cx={RING.step * (place + 0.5)}
                cy={RING.step / 2}
                r={RING.radius}
                strokeWidth={RING.width}
                className={LOOKS[ring]}
              />
              <text
                x={RING.step * (place + 0.5)}
                y={HEIGHT - 3}
                textAnchor="middle"
                className="fill-ink-soft text-sm"
              >
                {words.weekdays[place]?.charAt(0)}
              </text>
            </g>
          ))}
        </svg>
      </figure>
    </Card>
  )
}
