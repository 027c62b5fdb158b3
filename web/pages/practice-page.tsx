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
import { scoreSession } from '../../domain/scoring.ts'
import { restorePractice } from '../features/practice/practice-storage.ts'
import { sessionOf } from '../features/practice/practice-view.ts'
import { Practice, type PracticeProps } from '../features/practice/practice.tsx'
import { DeviceLearning } from '../features/learning/device-learning.ts'
import { GUEST } from '../lib/learning-key.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { nowMs } from '../lib/now.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { browserStore } from '../lib/storage.ts'

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
      (league === undefined ? leagueFromQuery(query.get('type') ?? '') : findLeague(league))?.id ??
      ALL_OPERATIONS,
    durationSeconds: durationFromQuery(query.get('duration')),
  }
  if (isStudentHere()) return <StudentPractice Practice={Practice} ResultNote={ScoreRank} {...asked} />
  const isGuest = query.get('guest') === 'true' && currentGuest()
  return isGuest ? <GuestPractice {...asked} /> : <Redirect to="/guest" replace />
}

type Asked = Pick<PracticeProps, 'sessionType' | 'durationSeconds'>

function GuestPractice({ sessionType, durationSeconds }: Asked) {
  // A session may be finished even if the allowance is used up.
  const [usedUp] = useState(() => currentRemainingSeconds() <= 0 && !sessionOf(restorePractice().state))
  const [learning] = useState(() => new DeviceLearning(GUEST, { store: browserStore, nowMs }))
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
          else if (effect.type === 'session_finished') recordScore(effect.score, effect.session)
        }}
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
  const session = sessionOf(restorePractice().state)
  if (session) recordScore(scoreSession(session.answered), session)
}
