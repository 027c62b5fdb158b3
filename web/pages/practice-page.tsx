import { useState } from 'react'
import { Redirect, useParams, useSearchParams } from 'wouter'
import { findLeague } from '../../domain/league.ts'
import { DEFAULT_DURATION_SECONDS } from '../../domain/practice.ts'
import { AllowanceAlert } from '../features/guest/allowance-alert.tsx'
import {
  addTimePlayed,
  currentGuest,
  currentRemainingSeconds,
  factsShownToday,
  noteFactsShown,
  recordScore,
} from '../features/guest/guest-store.ts'
import { ScoreRank } from '../features/guest/score-rank.tsx'
import { hasKeptPractice } from '../features/practice/practice-storage.ts'
import { Practice, type PracticeProps } from '../features/practice/practice.tsx'

const SHORTEST_SECONDS = 10
const LONGEST_SECONDS = 3600
/** Practice without a league, or of one that does not exist (decisions §5). */
const ALL_OPERATIONS = 'all_operations'

/** The `duration` of the query: whole seconds, 10 to 3600; anything else is the default (specification §9). */
export function durationFromQuery(text: string | null): number {
  if (text === null || !/^[0-9]{1,5}$/.test(text)) return DEFAULT_DURATION_SECONDS
  const seconds = Number(text)
  return seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS ? seconds : DEFAULT_DURATION_SECONDS
}

/** Practice for a guest (specification §2); nobody can be signed in yet, so everybody else is sent to /guest. */
export function PracticePage() {
  const { league } = useParams<{ league?: string }>()
  const [query] = useSearchParams()
  const [usedUp, setUsedUp] = useState(() => currentRemainingSeconds() <= 0 && !hasKeptPractice())
  if (query.get('guest') !== 'true' || currentGuest() === null) return <Redirect to="/guest" replace />

  function mayStart(): boolean {
    const may = currentRemainingSeconds() > 0
    if (!may) setUsedUp(true)
    return may
  }

  const sessionType = findLeague(league ?? query.get('type') ?? '')?.id ?? ALL_OPERATIONS
  return (
    <>
      <Practice
        sessionType={sessionType}
        durationSeconds={Math.min(
          durationFromQuery(query.get('duration')),
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
      <AllowanceAlert open={usedUp} onClose={() => setUsedUp(false)} />
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
