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
import { hasKeptPractice } from '../features/practice/practice-storage.ts'
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
  const seconds = /^[0-9]{1,5}$/.test(text ?? '') ? Number(text) : 0
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
  const [usedUp] = useState(() => currentRemainingSeconds() <= 0 && !hasKeptPractice())
  const [alert, showAlert] = useAllowanceAlert(usedUp)

  function mayStart(): boolean {
    const may = currentRemainingSeconds() > 0
    if (!may) showAlert()
    return may
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
        onFinished={tellScore}
        returnTo="/guest"
        ResultNote={ScoreRank}
      />
      {alert}
    </>
  )
}

/** A session without an answer has nothing to tell, and one of no league has no board (the store knows which). */
const tellScore: PracticeProps['onFinished'] = (score, session) => {
  if (score.totalProblems === 0) return
  recordScore({
    id: session.id,
    league: session.sessionType,
    score: score.totalScore,
    problemsSolved: score.totalProblems,
    correctAnswers: score.correctAnswers,
    averageTime: score.averageTimeMs,
    speedBonus: score.speedBonus,
  })
}
