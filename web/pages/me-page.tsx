import type { Me } from '../../contract/account.ts'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { Collection } from '../features/achievements/collection.tsx'
import { GardenView } from '../features/garden/garden-view.tsx'
import { ownFactHistory, ownProgress } from '../features/garden/own-calls.ts'
import { ProgressView } from '../features/progress/progress-view.tsx'
import { useAnswer } from '../lib/server-value.ts'
import { FailedPage, LoadingPage } from '../ui/instead-of-page.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { GardenTop } from './garden-top.tsx'
import { mePageMessages } from './me-page.messages.en.ts'

const ROLES = ['student'] as const

/** A student's own page (issue 17): the garden, and how much was practiced. */
export function MePage() {
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-3 pt-4">
      <h1 className="text-3xl leading-tight outline-none sm:text-4xl">{mePageMessages.title}</h1>
      <SignedInGate roles={ROLES}>{(me) => <OwnGarden me={me} />}</SignedInGate>
    </div>
  )
}

function OwnGarden({ me }: { me: Me }) {
  const { answer, askAgain } = useAnswer(ownProgress)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={askAgain} />
  const progress = answer.value
  const tried = progress.operations.flatMap(({ facts }) => facts)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      <ProgressView progress={progress} stale={answer.failure !== null}>
        <GardenTop nickname={me.nickname ?? ''} color={me.color} tried={tried}>
          <LinkButton kind="primary" size="large" href="/dashboard" className="max-sm:w-full">
            {mePageMessages.practice}
          </LinkButton>
        </GardenTop>
        <GardenView tried={tried} reader="child" readHistory={ownFactHistory} />
      </ProgressView>
      <Collection achievements={progress.achievements} reader="child" />
    </div>
  )
}
