import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { LeagueId } from '../../domain/league.ts'
import { animalOf } from '../../domain/nickname.ts'
import { currentRemainingSeconds, useGuest, useRemainingSeconds } from '../features/guest/guest-store.ts'
import { guestMessages } from '../features/guest/messages.en.ts'
import { PlayerCard } from '../features/guest/player-card.tsx'
import { TodaysTenCard } from '../features/today/todays-ten-card.tsx'
import { GUEST } from '../lib/learning-key.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { isStudentHere } from '../lib/signed-in.ts'
import type { GuestDays as DaysComponent } from './guest-days.tsx'
import { HomeScreen } from './home-screen.tsx'
import { useHomeBed } from './use-home-bed.tsx'
import { useGuestTen } from './use-guest-ten.ts'

const StudentHome = lazyPage(() => import('./student-home.tsx').then((part) => part.StudentHome))
type Days = typeof DaysComponent

/** Loads after the first paint, because it needs the calendar and what was achieved. Left out if it cannot be loaded. */
const loadDays = (): Promise<Days | null> =>
  import('./guest-days.tsx').then(
    (part) => part.GuestDays,
    () => null,
  )

/** The home page (specification §2), of a guest or a signed-in student (issue 5). */
export function GuestHomePage({ prefetchPractice }: { prefetchPractice: () => void }) {
  return isStudentHere() ? (
    <StudentHome Screen={HomeScreen} prefetchPractice={prefetchPractice} />
  ) : (
    <GuestHome prefetchPractice={prefetchPractice} />
  )
}

/** One big button for Today's ten, then the six leagues. */
function GuestHome({ prefetchPractice }: { prefetchPractice: () => void }) {
  const { session, nicknameKept, today } = useGuest()
  const [, navigate] = useLocation()
  const { ten, play, alert, showAlert } = useGuestTen()
  const usedUp = useRemainingSeconds() <= 0
  const [GuestDays, setGuestDays] = useState<Days | null>(null)
  const hasPlayed = session !== null
  const bed = useHomeBed(hasPlayed ? GUEST : null, '/garden')
  useEffect(() => {
    if (hasPlayed) void loadDays().then((loaded) => setGuestDays(() => loaded))
  }, [hasPlayed])

  function choose(league: LeagueId): void {
    if (currentRemainingSeconds() <= 0) showAlert()
    else navigate(`/practice/${league}?guest=true`)
  }

  return (
    <HomeScreen
      start={
        <TodaysTenCard
          heading={session?.nickname ?? guestMessages.heading}
          {...(session && { intro: guestMessages.playingAs })}
          tagline={guestMessages.tagline}
          animal={session ? animalOf(session.nickname) : 'fox'}
          today={session && ten}
          usedUp={usedUp}
          bed={bed}
          onPlay={play}
          onNear={prefetchPractice}
        />
      }
      player={session}
      today={today}
      locked={guestMessages.leaguesLocked}
      isOver={hasPlayed && usedUp}
      onChoose={choose}
      prefetchPractice={prefetchPractice}
      card={
        session && (
          <PlayerCard
            nicknameKept={nicknameKept}
            state={session.state}
            days={GuestDays && <GuestDays key={`${session.sessionToken} ${today}`} />}
          />
        )
      }
    >
      {alert}
    </HomeScreen>
  )
}
