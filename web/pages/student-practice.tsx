import { type ComponentType, useMemo, useState } from 'react'
import { Redirect } from 'wouter'
import { LONGEST_DURATION_SECONDS, type PracticeState } from '../../domain/practice-state.ts'
import { DeviceLearning } from '../features/learning/device-learning.ts'
import type { PracticeProps } from '../features/practice/practice.tsx'
import { studentMessages } from '../features/student/messages.en.ts'
import { StudentAbsent } from '../features/student/student-absent.tsx'
import { practiceLog } from '../features/student/student-store.ts'
import { nowMs } from '../lib/now.ts'
import { useSession } from '../lib/session.ts'
import { browserStore } from '../lib/storage.ts'
import { syncLearning } from '../learning-sync.ts'
import { useServerAway } from '../lib/browser-outbox.ts'

type Props = {
  /** Practice itself, and what the results say of a rank: they are handed over, because they are loaded already. */
  Practice: ComponentType<PracticeProps>
  ResultNote: PracticeProps['ResultNote']
  sessionType: string
  durationSeconds: number | null
}

const always = (): boolean => true
const noDailyLimit = (): number => LONGEST_DURATION_SECONDS
/** Minutes come from the log of answers. */
const untold = (): void => {}

/** What is remembered of a student; the server hears at once what a warm-up has measured. */
function learningOf(studentId: string): PracticeProps['learning'] {
  const device = new DeviceLearning(studentId, { store: browserStore, nowMs })
  return {
    ...device,
    takeMeasured: (input, measured) => {
      device.takeMeasured(input, measured)
      void syncLearning(studentId)
    },
  }
}

/** Whether something has been answered that the child would lose sight of. */
function isUnderWay(state: PracticeState): boolean {
  if (state.stage === 'setup') return false
  return (
    state.session.answered.length > 0 || state.stage === 'retry' || ('attempt' in state && state.attempt > 1)
  )
}

/** In place of the rank, which nobody is told of who is signed out. */
function NotCounted() {
  return (
    <output className="flex min-h-14 items-center font-bold sm:text-xl">{studentMessages.notCounted}</output>
  )
}

/** Practice for a signed-in student: no daily limit, and every answer is logged (issue 5). */
export function StudentPractice({ Practice, ResultNote, sessionType, durationSeconds }: Props) {
  const session = useSession()
  const [underWay, setUnderWay] = useState(false)
  const me = 'me' in session && session.me.role === 'student' ? session.me : null
  const learning = useMemo(() => learningOf(me?.id ?? ''), [me?.id])
  if (session.kind === 'asking' || session.kind === 'away') {
    return (
      <div className="page-width grid max-w-lg! py-12">
        <StudentAbsent session={session} />
      </div>
    )
  }
  // Specification §6: who is not signed in any more is sent to /guest, unless it would take answers off the screen.
  if (me === null || (session.kind === 'over' && !underWay)) return <Redirect to="/guest" replace />
  return (
    <>
      <OverLine isOver={session.kind === 'over'} />
      <Practice
        key={me.id}
        player={me.id}
        sessionType={sessionType}
        durationSeconds={durationSeconds}
        maxSeconds={noDailyLimit}
        learning={learning}
        mayStart={always}
        onTimePractised={untold}
        onEffect={(effect) => practiceLog.tell(me.id, effect)}
        onPainted={(state) => setUnderWay(isUnderWay(state))}
        returnTo="/dashboard"
        ResultNote={session.kind === 'over' ? NotCounted : ResultNote}
      />
    </>
  )
}

/**
 * Says while a problem is up that the child is signed out, in the strip that is kept free for the connection: where there is none,
 * that is what the child reads.
 */
function OverLine({ isOver }: { isOver: boolean }) {
  const isAway = useServerAway()
  return (
    <output className="pointer-events-none hidden justify-center px-4 connection-strip in-[[data-whole-screen]]:flex">
      {isOver && !isAway && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {studentMessages.overInPlay}
        </p>
      )}
    </output>
  )
}
