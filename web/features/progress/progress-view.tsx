import type { ReactNode } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { MinutesCard } from './minutes-card.tsx'
import { progressMessages } from './messages.en.ts'
import { StreakCard } from './streak-card.tsx'

type Props = {
  progress: StudentProgress
  /** Whether the last try to ask again has failed. */
  stale?: boolean
  /** The garden. */
  children: ReactNode
}

/** A child's progress, for the child and its adults: the garden, then streak and minutes. */
export function ProgressView({ progress, stale = false, children }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 print:block print:space-y-5">
      {stale && (
        <p className="w-fit rounded-full bg-thinking-wash px-3 py-1 text-sm font-bold text-thinking">
          {progressMessages.stale}
        </p>
      )}
      {children}
      <div className="mt-4 grid items-stretch gap-6 sm:grid-cols-2">
        <StreakCard streak={progress.streak} />
        <MinutesCard progress={progress} />
      </div>
    </div>
  )
}
