import type { Me } from '../../contract/account.ts'
import type { StudentProgress } from '../../contract/student-progress.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { Collection } from '../features/achievements/collection.tsx'
import { GardenView } from '../features/garden/garden-view.tsx'
import { ownFactHistory, ownProgress } from '../features/garden/own-calls.ts'
import { OwnAnnouncements } from '../features/settings/own-announcements.tsx'
import { OwnSettings } from '../features/settings/own-settings.tsx'
import { chooseSettings, settingsOf } from '../features/student/student-store.ts'
import { useTodaysTen } from '../features/today/use-todays-ten.ts'
import { ProgressView } from '../features/progress/progress-view.tsx'
import { nowMs } from '../lib/now.ts'
import { dayInZone } from '../lib/own-day.ts'
import { RESUME_SESSION } from '../lib/practice-key.ts'
import { useAnswer, type RefetchableAnswer } from '../lib/server-value.ts'
import { useSession, type SignedInSession } from '../lib/session.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { FailedPage, LoadingPage } from '../ui/page-message.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { GardenTop } from './garden-top.tsx'
import { mePageMessages } from './me-page.messages.en.ts'

const ROLES = ['student'] as const

/** Requested before the server has confirmed who is signed in, so that both requests run at the same time. */
function mayAsk(session: SignedInSession): boolean {
  if (session.kind === 'signed_in') return session.me.role === 'student'
  return session.kind === 'asking' && isStudentHere()
}

/** A student's own page (issue 17): the garden, and how much was practiced. */
export function MePage() {
  const progress = useAnswer(mayAsk(useSession()) ? ownProgress : null)
  return (
    // At least as high as the screen, so that the footer is below it before the garden arrives, too.
    <div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-3 pt-4">
      <h1 className="text-3xl leading-tight outline-none sm:text-4xl">{mePageMessages.title}</h1>
      <SignedInGate roles={ROLES}>{(me) => <OwnGarden me={me} asked={progress} />}</SignedInGate>
    </div>
  )
}

function OwnGarden({ me, asked }: { me: Me; asked: RefetchableAnswer<StudentProgress> }) {
  const { answer, refetch } = asked
  const ten = useTodaysTen(me.id, dayInZone(nowMs(), me.zone))
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  const progress = answer.value
  const tried = progress.operations.flatMap(({ facts }) => facts)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      <ProgressView progress={progress} stale={answer.failure !== null}>
        <GardenTop nickname={me.nickname ?? ''} color={me.color} tried={tried}>
          <LinkButton
            kind="primary"
            size="large"
            href={`/practice/${TODAYS_TEN}`}
            state={ten.isInterrupted ? RESUME_SESSION : null}
            className="max-sm:w-full"
          >
            {mePageMessages.practice}
          </LinkButton>
        </GardenTop>
        <GardenView tried={tried} reader="child" readHistory={ownFactHistory} />
      </ProgressView>
      <Collection achievements={progress.achievements} goodWeeks={progress.goodWeeks} reader="child" />
      <OwnSettings settings={settingsOf(me)} onChange={(change) => chooseSettings(me, change)}>
        <OwnAnnouncements announces={progress.announces} />
      </OwnSettings>
    </div>
  )
}
