import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { animalOf } from '../../domain/nickname.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { useGuest } from '../features/guest/guest-store.ts'
import { BattleStats } from '../features/battle/battle-stats.tsx'
import { studentMessages } from '../features/student/messages.en.ts'
import { StudentAbsent } from '../features/student/student-absent.tsx'
import { StudentCard } from '../features/student/student-card.tsx'
import { TodaysTenCard } from '../features/today/todays-ten-card.tsx'
import { useTodaysTen } from '../features/today/use-todays-ten.ts'
import { KEEP_GOING } from '../lib/practice-key.ts'
import { useSession } from '../lib/session.ts'
import { playerOf } from './player.ts'
import type { HomeScreenProps } from './home-screen.tsx'

type Props = {
  /** Passed in because the calling page has already loaded it. */
  Screen: ComponentType<HomeScreenProps>
  prefetchPractice: () => void
}

/** The home page of a signed-in student: as for guests, with the student's own card and no daily limit (issue 5). */
export function StudentHome({ Screen, prefetchPractice }: Props) {
  const session = useSession()
  const { today } = useGuest()
  const [, navigate] = useLocation()
  const me = session.kind === 'signed_in' ? session.me : null
  const player = me && playerOf(me)
  const ten = useTodaysTen(me?.id ?? '', today)
  return (
    <Screen
      start={
        me || session.kind === 'asking' ? (
          <TodaysTenCard
            heading={me ? studentMessages.hello(me.name) : studentMessages.helloNobody}
            animal={animalOf(me?.nickname ?? '')}
            color={me?.color ?? null}
            today={ten}
            isWaiting={!me}
            onPlay={() =>
              navigate(`/practice/${TODAYS_TEN}`, { state: ten.isInterrupted ? KEEP_GOING : null })
            }
            onNear={prefetchPractice}
          />
        ) : (
          <h1 className="text-4xl leading-tight outline-none">{studentMessages.helloNobody}</h1>
        )
      }
      player={player}
      today={today}
      card={me ? <StudentCard me={me} today={today} /> : <StudentAbsent session={session} />}
      locked={session.kind === 'over' ? studentMessages.locked : ''}
      onChoose={(league) => navigate(`/practice/${league}`)}
      prefetchPractice={prefetchPractice}
    >
      {player && (
        <div className="lg:col-span-2">
          <BattleStats sessionToken={player.sessionToken} />
        </div>
      )}
    </Screen>
  )
}
