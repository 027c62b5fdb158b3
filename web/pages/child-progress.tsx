import { useCallback } from 'react'
import type { childDataRoutes } from '../../contract/child-data.ts'
import { childEndpoints } from '../../contract/account-endpoints.ts'
import { SetAside } from '../features/classes/set-aside.tsx'
import { isFactHistory, isProgress } from '../features/progress/progress-shape.ts'
import { ProgressView } from '../features/progress/progress-view.tsx'
import type { Call } from '../lib/api.ts'
import { sessionCall } from '../lib/session-call.ts'
import { useAnswer } from '../lib/server-value.ts'
import { FailedPage, LoadingPage } from '../ui/instead-of-page.tsx'

const calls: { readonly [Name in 'progress' | 'factHistory']: Call<(typeof childDataRoutes)[Name]> } = {
  progress: { ...childEndpoints.progress, accepts: isProgress },
  factHistory: { ...childEndpoints.factHistory, accepts: isFactHistory },
}

/** How a child gets on, as an adult who looks after it sees it: the same grid as the child's own. */
export function ChildProgress({ studentId }: { studentId: string }) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(calls.progress, { params: { studentId } }, { signal }),
    [studentId],
  )
  const readHistory = useCallback(
    (factId: string, signal: AbortSignal) =>
      sessionCall(calls.factHistory, { params: { studentId, factId } }, { signal }),
    [studentId],
  )
  const { answer, askAgain } = useAnswer(read)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={askAgain} />
  return (
    <div className="grid min-w-0 gap-6">
      <SetAside studentId={studentId} onAccepted={askAgain} />
      <ProgressView progress={answer.value} readHistory={readHistory} stale={answer.failure !== null} />
    </div>
  )
}
