import { type ComponentType, useMemo, useState } from 'react'
import { Redirect } from 'wouter'
import { useStore } from 'zustand'
import type { Me } from '../../contract/account.ts'
import {
  MAX_DURATION_SECONDS,
  type PracticeSession,
  type PracticeState,
} from '../../domain/practice-state.ts'
import { animalOf } from '../../domain/nickname.ts'
import { TEN } from '../../domain/todays-ten.ts'
import { TodaysTen } from '../lib/todays-ten.ts'
import type { AssignmentCard } from '../../contract/assignments.ts'
import type { StudentSettings } from '../../domain/student-settings.ts'
import { CardNote } from '../features/assignments/card-list.tsx'
import { addToCards, cardOf, factsOfCard, keptCards, problemsOfCard } from '../features/assignments/cards.ts'
import { announcing } from './announcing.ts'
import { recordTodaysTen } from './record-todays-ten.ts'
import type { ClockChoice } from '../features/practice/setup-screen.tsx'
import type { PracticeProps } from '../features/practice/practice.tsx'
import { studentMessages } from '../features/student/messages.en.ts'
import { StudentAbsent } from '../features/student/student-absent.tsx'
import {
  chooseSettings,
  practiceLog,
  settingsOf,
  withUnsentSettings,
} from '../features/student/student-store.ts'
import { nowMs } from '../lib/now.ts'
import { dayInZone } from '../lib/own-day.ts'
import { useSession } from '../lib/session.ts'
import { checkSession } from '../lib/session-call.ts'
import { browserStore } from '../lib/storage.ts'
import { syncLearning } from '../learning-sync.ts'
import { learningOfStudent } from '../student-learning.ts'
import { useServerUnreachable } from '../lib/browser-outbox.ts'

type Props = {
  /** Passed in because the calling page has already loaded them. */
  Practice: ComponentType<PracticeProps>
  ResultNote: PracticeProps['ResultNote']
  sessionType: string
  durationSeconds: number | null
  /** The last part of the page's path, which may name an assignment. */
  path: string | undefined
}

const always = (): boolean => true
const noDailyLimit = (): number => MAX_DURATION_SECONDS
/** A student's minutes are computed from the attempt log. */
const notReported = (): void => {}

/** The student's learning data on this device. Entry times are sent to the server as soon as they are measured. */
function learningOf(me: Pick<Me, 'id' | 'zone'>): PracticeProps['learning'] {
  const device = learningOfStudent(me)
  return {
    ...device,
    only: (sessionType) => factsOfCard(me.id, sessionType),
    takeMeasured: (input, measured) => {
      device.takeMeasured(input, measured)
      void syncLearning(me)
    },
  }
}

function announcingTo(studentId: string): ReturnType<typeof announcing> {
  return announcing(async () => {
    const { studentAnnouncement } = await import('./student-announcement.tsx')
    return studentAnnouncement(studentId)
  })
}

function clockChoiceOf(me: Me): ClockChoice {
  return {
    isHidden: () => settingsOf(me).clock === 'hidden',
    hide: (hidden) => {
      const clock = hidden ? 'hidden' : 'shown'
      if (hidden !== (settingsOf(me).clock === 'hidden')) chooseSettings(me, { clock })
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

/** The problems left on an assignment's card; ten if the assignment was removed meanwhile. */
function problemsNow(studentId: string, sessionType: string): number {
  const card = cardOf(studentId, sessionType)
  return card ? problemsOfCard(card) : TEN
}

/** How the child plays; an assignment that is too hard begins with pictures. */
function settingsFor(me: Me, card: AssignmentCard | undefined): StudentSettings {
  const settings = settingsOf(me)
  return card?.withPictures ? { ...settings, pictures: 'always' } : settings
}

/** How much of the assignment is done, below the results of a session from its card. */
function AssignedNote({ session }: { session: PracticeSession }) {
  const kept = useStore(keptCards)
  const card = kept && cardOf(kept.studentId, session.sessionType)
  return card && <CardNote card={card} />
}

/** Practice of a signed-in student: without a daily limit, and every attempt is logged (issue 5). */
export function StudentPractice({ Practice, ResultNote, path = '', ...asked }: Props) {
  const session = useSession()
  const [underWay, setUnderWay] = useState(false)
  const me = 'me' in session && session.me.role === 'student' ? session.me : null
  const card = me === null ? undefined : cardOf(me.id, path)
  const isAssigned = card !== undefined
  const sessionType = isAssigned ? path : asked.sessionType
  const [id, zone] = [me?.id ?? '', me?.zone ?? null]
  const learning = useMemo(() => learningOf({ id, zone }), [id, zone])
  const ten = useMemo(
    () => new TodaysTen(id, { store: browserStore, today: () => dayInZone(nowMs(), zone) }),
    [id, zone],
  )
  const announcements = useMemo(() => announcingTo(id), [id])
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
        durationSeconds={asked.durationSeconds}
        {...(isAssigned && { problems: () => problemsNow(me.id, sessionType) })}
        maxSeconds={noDailyLimit}
        learning={learning}
        clockChoice={clockChoiceOf(me)}
        settings={() => settingsFor(me, card)}
        mayStart={always}
        onTimePracticed={notReported}
        onEffect={(effect) => {
          practiceLog.record(me.id, effect)
          announcements.after(effect)
          // An adult may have changed the child's settings while the page was open.
          if (effect.type === 'session_started') void checkSession(withUnsentSettings())
          if (effect.type !== 'session_finished') return
          recordTodaysTen(ten, effect.session, learning)
          addToCards(me.id, effect.session.sessionType, {
            answered: effect.session.answered,
            durationMs: effect.actualDurationMs,
          })
        }}
        dayFrames={ten.frames}
        companion={companion}
        onState={(state) => setUnderWay(isUnderWay(state))}
        returnTo="/dashboard"
        ResultNote={session.kind === 'over' ? NotCounted : isAssigned ? AssignedNote : ResultNote}
        announcement={announcements.shown}
      />
    </>
  )
}

/** During a problem, shows in the connection strip that the child is signed out. Being offline takes precedence. */
function OverLine({ isOver }: { isOver: boolean }) {
  const isAway = useServerUnreachable()
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
