import { useCallback } from 'react'
import * as childDataCalls from '../generated/child-data-calls.ts'
import { Collection } from '../features/achievements/collection.tsx'
import { GardenSummary } from '../features/garden/garden-summary.tsx'
import { GardenView } from '../features/garden/garden-view.tsx'
import { ProgressView } from '../features/progress/progress-view.tsx'
import { sessionCall } from '../lib/session-call.ts'
import { useAnswer } from '../lib/server-value.ts'
import { FailedPage, LoadingPage } from '../ui/page-message.tsx'

/** A child's progress, for its adults: the child's own garden, with figures. */
export function ChildProgress({ studentId }: { studentId: string }) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(childDataCalls.progress, { params: { studentId } }, { signal }),
    [studentId],
  )
  const readHistory = useCallback(
    (factId: string, signal: AbortSignal) =>
      sessionCall(childDataCalls.factHistory, { params: { studentId, factId } }, { signal }),
    [studentId],
  )
  const { answer, refetch } = useAnswer(read)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  const progress = answer.value
  const tried = progress.operations.flatMap(({ facts }) => facts)
  return (
    <div className="grid min-w-0 gap-6">
      <ProgressView progress={progress} stale={answer.failure !== null}>
        <div className="grid gap-5">
          <GardenSummary tried={tried} reader="adult" />
          <GardenView tried={tried} reader="adult" readHistory={readHistory} />
        </div>
      </ProgressView>
      <Collection achievements={progress.achievements} goodWeeks={progress.goodWeeks} reader="adult" />
    </div>
  )
}
