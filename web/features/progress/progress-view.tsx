import type { StudentProgress } from '../../../contract/student-progress.ts'
import { FactGrid } from './fact-grid.tsx'
import { MinutesCard } from './minutes-card.tsx'
import { progressMessages } from './messages.en.ts'
import type { ReadHistory } from './own-calls.ts'
import { StreakCard } from './streak-card.tsx'

type Props = {
  progress: StudentProgress
  readHistory: ReadHistory
  /** Whether the last try to ask again has failed. */
  stale?: boolean
}

/** How a child gets on, as the child and the adults who look after it see it: streak, minutes and facts. */
export function ProgressView({ progress, readHistory, stale = false }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      {stale && (
        <p className="w-fit rounded-full bg-thinking-wash px-3 py-1 text-sm font-bold text-thinking">
          {progressMessages.stale}
        </p>
      )}
      <div className="grid items-stretch gap-6 sm:grid-cols-2">
        <StreakCard progress={progress} />
        <MinutesCard progress={progress} />
      </div>
      <FactGrid progress={progress} readHistory={readHistory} />
    </div>
  )
}
