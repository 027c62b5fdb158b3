import { type ComponentType, useMemo, useState } from 'react'
import { Redirect } from 'wouter'
import { LONGEST_DURATION_SECONDS, type PracticeState } from '../../domain/practice-state.ts'
import { animalOf } from '../../domain/nickname.ts'
import { TodaysTen } from '../lib/todays-ten.ts'
import { noteTen } from './note-ten.ts'
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
  /** Passed in because the calling page has already loaded them. */
  Practice: ComponentType<PracticeProps>
  ResultNote: PracticeProps['ResultNote']
  sessionType: string
  durationSeconds: number | null
}

const always = (): boolean => true
const noDailyLimit = (): number => LONGEST_DURATION_SECONDS
/** A student's minutes are computed from the attempt log. */
const untold = (): void => {}

/** The student's learning data on this device. Entry times are sent to the server as soon as they are measured. */
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

/** Whether a session with answers is on the screen. */
function isUnderWay(state: PracticeState): boolean {
  if (state.stage === 'setup') return false
  return (
    state.session.answered.length > 0 || state.stage === 'retry' || ('attempt' in state && state.attempt > 1)
  )
}

/** Shown instead of the rank after the child was signed out. */
function NotCounted() {
  return (
    <output className="flex min-h-14 items-center font-bold sm:text-xl">{studentMessages.notCounted}</output>
  )
}

/** Practice of a signed-in student: without a daily limit, and every attempt is logged (issue 5). */
export function StudentPractice({ Practice, ResultNote, sessionType, durationSeconds }: Props) {
  const session = useSession()
  const [underWay, setUnderWay] = useState(false)
  const me = 'me' in session && session.me.role === 'student' ? session.me : null
  const learning = useMemo(() => learningOf(me?.id ?? ''), [me?.id])
  const ten = useMemo(() => new TodaysTen(me?.id ?? '', { store: browserStore, nowMs }), [me?.id])
  const [nickname, color] = [me?.nickname ?? '', me?.color ?? null]
  const companion = useMemo(() => ({ animal: animalOf(nickname), color }), [nickname, color])
  if (session.kind === 'asking' || session.kind === 'away') {
    return (
      <div className="page-width grid max-w-lg! py-12">
        <StudentAbsent session={session} />
      </div>
    )
  }
  // Specification §6: a child whose session has ended is sent to /guest, unless answers are on the screen.
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
        onEffect={(effect) => {
          practiceLog.tell(me.id, effect)
          if (effect.type === 'session_finished') noteTen(ten, effect.session, learning)
        }}
        dayFrames={ten.frames}
        companion={companion}
        onPainted={(state) => setUnderWay(isUnderWay(state))}
        returnTo="/dashboard"
        ResultNote={session.kind === 'over' ? NotCounted : ResultNote}
      />
    </>
  )
}

/**
 * During a problem, says that the child is signed out, in the strip reserved for connection notices. Being offline takes
 * precedence.
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
