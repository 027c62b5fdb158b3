import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { LeagueId } from '../../domain/league.ts'
import { currentRemainingSeconds, startGuest, useGuest } from '../features/guest/guest-store.ts'
import { useAllowanceAlert } from '../features/guest/use-allowance-alert.tsx'
import { Play } from '../features/guest/icons.tsx'
import { guestMessages } from '../features/guest/messages.en.ts'
import { PlayerCard } from '../features/guest/player-card.tsx'
import { lazyPage } from '../lib/lazy-page.tsx'
import { isStudentHere } from '../lib/signed-in.ts'
import { AnimalBadge } from '../ui/animal-badge.tsx'
import { Button } from '../ui/button.tsx'
import { HomeScreen } from './home-screen.tsx'

const StudentHome = lazyPage(() => import('./student-home.tsx').then((part) => part.StudentHome))

/** The home page (specification §2), of a guest or a signed-in student (issue 5). */
export function GuestHomePage({ prefetchPractice }: { prefetchPractice: () => void }) {
  return isStudentHere() ? (
    <StudentHome Screen={HomeScreen} prefetchPractice={prefetchPractice} />
  ) : (
    <GuestHome prefetchPractice={prefetchPractice} />
  )
}

/** One big Play Now, then the six leagues. */
function GuestHome({ prefetchPractice }: { prefetchPractice: () => void }) {
  const { session, nicknameKept, today } = useGuest()
  const [, navigate] = useLocation()
  const [alert, showAlert] = useAllowanceAlert(false)
  const choices = useRef<HTMLHeadingElement>(null)

  function play(): void {
    startGuest()
    // Not on the first league: a child who still holds Enter down would start it at once.
    choices.current?.focus()
  }

  function choose(league: LeagueId): void {
    if (currentRemainingSeconds() <= 0) showAlert()
    else navigate(`/practice/${league}?guest=true`)
  }

  return (
    <HomeScreen
      heading={guestMessages.heading}
      tagline={guestMessages.tagline}
      player={session}
      today={today}
      choices={choices}
      locked={guestMessages.leaguesLocked}
      onChoose={choose}
      prefetchPractice={prefetchPractice}
      card={
        session ? (
          <PlayerCard nickname={session.nickname} nicknameKept={nicknameKept} state={session.state} />
        ) : (
          <div className="flex flex-col gap-3">
            <div className="flex items-center gap-4">
              <AnimalBadge animal="fox" size={88} />
              <p className="text-ink-soft">{guestMessages.playHint}</p>
            </div>
            <Button kind="primary" size="large" className="min-h-36 text-5xl! lg:text-4xl!" onClick={play}>
              <Play size={48} />
              {guestMessages.playNow}
            </Button>
          </div>
        )
      }
    >
      {alert}
    </HomeScreen>
  )
}
