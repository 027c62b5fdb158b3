import { useId } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { Card } from '../../ui/card.tsx'
import { cellCentre, DOT, FRAME_HEIGHT, FRAME_WIDTH, FrameGrid } from '../../ui/ten-frame-shape.tsx'
import { picture } from '../../ui/picture.ts'
import { progressMessages } from './messages.en.ts'

const FRAME_DAYS = 10

/** Practice days in a row, and the last ten days as a ten-frame: a dot for each with practice, today last. */
export function StreakCard({ progress: { streak, days, totals } }: { progress: StudentProgress }) {
  const id = useId()
  const lastDays = days.slice(-FRAME_DAYS).map(({ attempts }) => attempts > 0)
  return (
    <Card aria-labelledby={id} className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <div className="min-w-40 flex-1">
        <h2 id={id} className="text-ink-soft">
          {progressMessages.streak.title}
        </h2>
        <p className="text-4xl font-bold tabular-nums">{progressMessages.streak.days(streak.current)}</p>
        <p className="mt-2">{progressMessages.streak.cheer(streak.current, streak.practisedToday)}</p>
        <p className="mt-2 text-sm text-ink-soft">
          {progressMessages.streak.longest(streak.longest, totals.days)}
        </p>
      </div>
      <figure className="flex flex-col items-center gap-1">
        <svg
          viewBox={`-3 -3 ${FRAME_WIDTH + 6} ${FRAME_HEIGHT + 6}`}
          width="150"
          {...picture(progressMessages.streak.frame(lastDays.filter(Boolean).length))}
        >
          <FrameGrid />
          {lastDays.map((practised, at) => {
            const { x, y } = cellCentre(at)
            return (
              practised && (
                <circle
                  key={days.at(at - FRAME_DAYS)?.practiceDay}
                  cx={x}
                  cy={y}
                  r={DOT}
                  className="fill-success"
                />
              )
            )
          })}
        </svg>
        <figcaption className="text-sm text-ink-soft">{progressMessages.streak.lastTen}</figcaption>
      </figure>
    </Card>
  )
}
