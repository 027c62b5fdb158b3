import { useState, type ReactNode } from 'react'
import { Redirect, useParams, useSearch } from 'wouter'
import type { LearningMemory } from '../../domain/learning/memory.ts'
import { maxGuestSeconds } from '../../domain/session-length.ts'
import {
  addTimePlayed,
  currentGuest,
  currentRemainingSeconds,
  recordShownFacts,
  recordScore,
} from '../features/guest/guest-store.ts'
import { guestLog } from '../features/guest/guest-log.ts'
import { useAllowanceAlert } from '../features/guest/use-allowance-alert.tsx'
import { ScoreRank } from '../features/guest/score-rank.tsx'
import { animalOf } from '../../domain/nickname.ts'
import { scoreSession } from '../../domain/scoring.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { practiceFromAddress } from '../features/practice/practice-address.ts'
import { restorePractice } from '../features/practice/practice-storage.ts'
import { sessionOf } from '../features/practice/practice-view.ts'
import { Practice, type PracticeProps } from '../features/practice/practice.tsx'
import { DeviceLearning } from '../features/learning/device-learning.ts'
import { GUEST } from '../lib/learning-key.ts'
import { announcing } from './announcing.ts'
import { recordTodaysTen } from './record-todays-ten.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { nowMs } from '../lib/now.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { browserStore } from '../lib/storage.ts'
import { TodaysTen } from '../lib/todays-ten.ts'

const StudentPractice = lazyPage(() => import('./student-practice.tsx').then((part) => part.StudentPractice))

/** Practice (specification §2) of a guest or a signed-in student (issue 5). */
export function PracticePage() {
  const { league } = useParams<{ league?: string }>()
  const query = new URLSearchParams(useSearch())
  const asked = practiceFromAddress(league, query)
  if (isStudentHere())
    return <StudentPractice Practice={Practice} ResultNote={ScoreRank} {...asked} path={league} />
  const isGuest = query.get('guest') === 'true' && currentGuest()
  return isGuest ? <GuestPractice {...asked} /> : <Redirect to="/guest" replace />
}

type Asked = Pick<PracticeProps, 'sessionType' | 'durationSeconds'>

const guestLearning = (): DeviceLearning => new DeviceLearning(GUEST, { store: browserStore, nowMs })
const guestFrames = (): TodaysTen =>
  new TodaysTen(GUEST, { store: browserStore, today: () => practiceDay(nowMs()) })

/** A guest's achievements follow from its memory before a session and the session's log. */
function announcingTo(memory: () => LearningMemory): ReturnType<typeof announcing> {
  let before = memory()
  const read = async (sessionId: string): Promise<ReactNode> => {
    const atStart = before
    const { guestAnnouncement } = await import('./guest-announcement.tsx')
    return guestAnnouncement(sessionId, atStart)
  }
  return announcing(read, () => (before = memory()))
}

function GuestPractice({ sessionType, durationSeconds }: Asked) {
  // A session may be finished even if the allowance is used up.
  const [usedUp] = useState(() => currentRemainingSeconds() <= 0 && !sessionOf(restorePractice().state))
  const [learning] = useState(guestLearning)
  const [ten] = useState(guestFrames)
  const [announcements] = useState(() => announcingTo(learning.memory))
  const [companion] = useState(() => ({ animal: animalOf(currentGuest()?.nickname ?? ''), color: null }))
  const [alert, showAlert] = useAllowanceAlert(usedUp)

  function mayStart(): boolean {
    if (currentRemainingSeconds() > 0) return true
    showAlert()
    return false
  }

  return (
    <>
      <Practice
        player={GUEST}
        sessionType={sessionType}
        durationSeconds={durationSeconds}
        maxSeconds={() => maxGuestSeconds(currentRemainingSeconds())}
        learning={learning}
        mayStart={mayStart}
        onEffect={(effect) => {
          guestLog.record(effect)
          announcements.after(effect)
          if (effect.type === 'fact_shown') recordShownFacts(effect.sessionType, [effect.factId])
          else if (effect.type === 'session_finished') {
            recordScore(effect.score, effect.session)
            recordTodaysTen(ten, effect.session, learning)
          }
        }}
        dayFrames={ten.frames}
        companion={companion}
        onTimePracticed={addTimePlayed}
        returnTo="/guest"
        ResultNote={ScoreRank}
        announcement={announcements.shown}
      />
      {alert}
    </>
  )
}

/**
 * Finishes a guest's unfinished session before the guest changes, so that its answers count. Sending it twice counts once,
 * since the submission id is derived from the session.
 */
export function finishGuestPractice(): void {
  const { state } = restorePractice()
  const session = sessionOf(state)
  if (!session) return
  recordScore(scoreSession(session.answered), session)
  // One that has its results was added when it ended.
  if (state.stage === 'interrupted') recordTodaysTen(guestFrames(), session, guestLearning())
}
