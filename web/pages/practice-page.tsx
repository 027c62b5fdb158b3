import { useState } from 'react'
import { Redirect, useParams, useSearch } from 'wouter'
import { findLeague, LEAGUES, type League } from '../../domain/league.ts'
import { LONGEST_DURATION_SECONDS } from '../../domain/practice-state.ts'
import { mostGuestSeconds } from '../../domain/session-length.ts'
import {
  addTimePlayed,
  currentGuest,
  currentRemainingSeconds,
  guestLog,
  noteFactsShown,
  recordScore,
} from '../features/guest/guest-store.ts'
import { useAllowanceAlert } from '../features/guest/use-allowance-alert.tsx'
import { ScoreRank } from '../features/guest/score-rank.tsx'
import { animalOf } from '../../domain/nickname.ts'
import { scoreSession } from '../../domain/scoring.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { restorePractice } from '../features/practice/practice-storage.ts'
import { sessionOf } from '../features/practice/practice-view.ts'
import { Practice, type PracticeProps } from '../features/practice/practice.tsx'
import { DeviceLearning } from '../features/learning/device-learning.ts'
import { GUEST } from '../lib/learning-key.ts'
import { noteTen } from './note-ten.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { nowMs } from '../lib/now.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { browserStore } from '../lib/storage.ts'
import { TodaysTen } from '../lib/todays-ten.ts'

const StudentPractice = lazyPage(() => import('./student-practice.tsx').then((part) => part.StudentPractice))

const SHORTEST_SECONDS = 10
/** For no league or an unknown one (decisions §5). */
const ALL_OPERATIONS = 'all_operations'

/** The league of the query's `type`: a league id, or an operation that is a league by itself. */
function leagueFromQuery(text: string): League | undefined {
  return findLeague(text) ?? LEAGUES.find(({ operations }) => operations.join() === text)
}

/** The `duration` of the query: whole seconds, 10 to 3600. Null for anything else; then the child chooses. */
function durationFromQuery(text: string | null): number | null {
  const seconds = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return seconds >= SHORTEST_SECONDS && seconds <= LONGEST_DURATION_SECONDS ? seconds : null
}

/** Practice (specification §2) of a guest or a signed-in student (issue 5). */
export function PracticePage() {
  const { league } = useParams<{ league?: string }>()
  const query = new URLSearchParams(useSearch())
  const asked = {
    sessionType:
      league === TODAYS_TEN
        ? TODAYS_TEN
        : ((league === undefined ? leagueFromQuery(query.get('type') ?? '') : findLeague(league))?.id ??
          ALL_OPERATIONS),
    durationSeconds: durationFromQuery(query.get('duration')),
  }
  if (isStudentHere()) return <StudentPractice Practice={Practice} ResultNote={ScoreRank} {...asked} />
  const isGuest = query.get('guest') === 'true' && currentGuest()
  return isGuest ? <GuestPractice {...asked} /> : <Redirect to="/guest" replace />
}

type Asked = Pick<PracticeProps, 'sessionType' | 'durationSeconds'>

const guestLearning = (): DeviceLearning => new DeviceLearning(GUEST, { store: browserStore, nowMs })
const guestFrames = (): TodaysTen => new TodaysTen(GUEST, { store: browserStore, nowMs })

function GuestPractice({ sessionType, durationSeconds }: Asked) {
  // A session may be finished even if the allowance is used up.
  const [usedUp] = useState(() => currentRemainingSeconds() <= 0 && !sessionOf(restorePractice().state))
  const [learning] = useState(guestLearning)
  const [ten] = useState(guestFrames)
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
        maxSeconds={() => mostGuestSeconds(currentRemainingSeconds())}
        learning={learning}
        mayStart={mayStart}
        onEffect={(effect) => {
          guestLog.record(effect)
          if (effect.type === 'fact_shown') noteFactsShown(effect.sessionType, [effect.factId])
          else if (effect.type === 'session_finished') {
            recordScore(effect.score, effect.session)
            noteTen(ten, effect.session, learning)
          }
        }}
        dayFrames={ten.frames}
        companion={companion}
        onTimePractised={addTimePlayed}
        returnTo="/guest"
        ResultNote={ScoreRank}
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
  if (state.stage === 'interrupted') noteTen(guestFrames(), session, guestLearning())
}
