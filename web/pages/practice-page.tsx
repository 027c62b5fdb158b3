import { useState } from 'react'
import { Redirect, useParams, useSearch } from 'wouter'
import { findLeague } from '../../domain/league.ts'
import { DEFAULT_DURATION_SECONDS } from '../../domain/practice.ts'
import {
  addTimePlayed,
  currentGuest,
  currentRemainingSeconds,
  factsShownToday,
  noteFactsShown,
  recordScore,
} from '../features/guest/guest-store.ts'
import { useAllowanceAlert } from '../features/guest/use-allowance-alert.tsx'
import { ScoreRank } from '../features/guest/score-rank.tsx'
import { scoreSession } from '../../domain/scoring.ts'
import { restorePractice } from '../features/practice/practice-storage.ts'
import { sessionOf } from '../features/practice/practice-view.ts'
import { Practice, type PracticeProps } from '../features/practice/practice.tsx'
import { lazyPage } from '../lib/lazy-page.tsx'
import { isStudentHere } from '../lib/signed-in.ts'

const StudentPractice = lazyPage(() => import('./student-practice.tsx').then((part) => part.StudentPractice))

const SHORTEST_SECONDS = 10
const LONGEST_SECONDS = 3600
/** Practice without a league, or of one that does not exist (decisions §5). */
const ALL_OPERATIONS = 'all_operations'

/** The `duration` of the query: whole seconds, 10 to 3600; anything else is the default (specification §9). */
export function durationFromQuery(text: string | null): number {
  const seconds = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS ? seconds : DEFAULT_DURATION_SECONDS
}

/** Practice (specification §2): for a guest, or for a student who is signed in (issue 5). */
export function PracticePage() {
  const { league } = useParams<{ league?: string }>()
  const query = new URLSearchParams(useSearch())
  const asked = {
    sessionType: findLeague(league ?? query.get('type') ?? '')?.id ?? ALL_OPERATIONS,
    durationSeconds: durationFromQuery(query.get('duration')),
  }
  if (isStudentHere()) return <StudentPractice Practice={Practice} ResultNote={ScoreRank} {...asked} />
  const isGuest = query.get('guest') === 'true' && currentGuest()
  return isGuest ? <GuestPractice {...asked} /> : <Redirect to="/guest" replace />
}

type Asked = Pick<PracticeProps, 'sessionType' | 'durationSeconds'>

function GuestPractice({ sessionType, durationSeconds }: Asked) {
  // A session to go on with may be finished though the day's allowance is used up.
  const [usedUp] = useState(() => currentRemainingSeconds() <= 0 && !sessionOf(restorePractice().state))
  const [alert, showAlert] = useAllowanceAlert(usedUp)

  function mayStart(): boolean {
    if (currentRemainingSeconds() > 0) return true
    showAlert()
    return false
  }

  return (
    <>
      <Practice
        sessionType={sessionType}
        durationSeconds={Math.min(
          durationSeconds,
          // One session of the usual length may begin as long as anything is left; a longer one must fit the day.
          Math.max(DEFAULT_DURATION_SECONDS, currentRemainingSeconds()),
        )}
        shownToday={() => factsShownToday(sessionType)}
        mayStart={mayStart}
        onFactsShown={noteFactsShown}
        onTimePractised={addTimePlayed}
        onFinished={recordScore}
        returnTo="/guest"
        ResultNote={ScoreRank}
      />
      {alert}
    </>
  )
}

/**
 * Finishes the session that a guest has not, in the guest's name and before the guest becomes somebody else: what was answered
 * counts. Told twice it counts once, because its id is the session's.
 */
export function finishGuestPractice(): void {
  const session = sessionOf(restorePractice().state)
  if (session) recordScore(scoreSession(session.answered), session)
}
