import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ownFactHistory, ownProgress } from '../features/progress/own-calls.ts'
import { ProgressView } from '../features/progress/progress-view.tsx'
import { useAnswer } from '../lib/server-value.ts'
import { FailedPage, LoadingPage } from '../ui/instead-of-page.tsx'
import { mePageMessages } from './me-page.messages.en.ts'

const ROLES = ['student'] as const

/** A student's own page (issue 5): streak, minutes, and the fluency state of every fact. */
export function MePage() {
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 pt-6">
      <h1 className="text-3xl leading-tight outline-none sm:text-4xl">{mePageMessages.title}</h1>
      <SignedInGate roles={ROLES}>{() => <OwnProgress />}</SignedInGate>
    </div>
  )
}

function OwnProgress() {
  const { answer, askAgain } = useAnswer(ownProgress)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={askAgain} />
  return <ProgressView progress={answer.value} readHistory={ownFactHistory} stale={answer.failure !== null} />
}
