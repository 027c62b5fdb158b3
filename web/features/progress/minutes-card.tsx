import { useId } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { Card } from '../../ui/card.tsx'
import { picture } from '../../ui/picture.ts'
import { progressMessages } from './messages.en.ts'

const WEEK_DAYS = 7
/** The full height stands for at least this long, so that a short day does not look like a long one. */
const MIN_FULL_SECONDS = 600

/** Minutes practiced: this week, in all, and day by day over the last 30. */
export function MinutesCard({ progress: { days, totals } }: { progress: StudentProgress }) {
  const id = useId()
  const weekSeconds = days.slice(-WEEK_DAYS).reduce((sum, { seconds }) => sum + seconds, 0)
  const full = Math.max(MIN_FULL_SECONDS, ...days.map(({ seconds }) => seconds))
  return (
    <Card aria-labelledby={id} className="flex flex-wrap items-end gap-x-8 gap-y-4">
      <div className="min-w-40 flex-1 self-center">
        <h2 id={id} className="text-ink-soft">
          {progressMessages.minutes.title}
        </h2>
        <p className="text-4xl font-bold tabular-nums">{progressMessages.minutes.of(weekSeconds)}</p>
        <p className="mt-2 text-sm text-ink-soft tabular-nums">
          {progressMessages.minutes.all(totals.seconds, totals.sessions)}
          <span className="not-calm">{progressMessages.minutes.points(totals.points)}</span>.
        </p>
      </div>
      <figure className="min-w-48 flex-1">
        <div
          {...picture(progressMessages.minutes.chart)}
          className="flex h-24 items-end gap-0.5 border-b-2 border-edge"
        >
          {days.map(({ practiceDay, seconds }) => (
            <span
              key={practiceDay}
              className={`flex-1 rounded-t-sm forced-color-adjust-none ${seconds > 0 ? 'bg-success' : ''}`}
              style={{ height: seconds > 0 ? `${Math.max(6, (100 * seconds) / full)}%` : 0 }}
            />
          ))}
        </div>
        <figcaption className="text-sm text-ink-soft">{progressMessages.minutes.lastThirty}</figcaption>
      </figure>
    </Card>
  )
}
