import { useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { animalOf } from '../../domain/nickname.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { CardList } from '../features/assignments/card-list.tsx'
import { useGuest } from '../features/guest/guest-store.ts'
import { BattleStats } from '../features/battle/battle-stats.tsx'
import { studentMessages } from '../features/student/messages.en.ts'
import { StudentAbsent } from '../features/student/student-absent.tsx'
import { hasItemsOf } from '../features/student/student-outbox.ts'
import { studentOutbox } from '../features/student/student-store.ts'
import { StudentCard } from '../features/student/student-card.tsx'
import { TodaysTenCard } from '../features/today/todays-ten-card.tsx'
import { useTodaysTen } from '../features/today/use-todays-ten.ts'
import { nowMs } from '../lib/now.ts'
import { dayInZone } from '../lib/own-day.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { RESUME_SESSION } from '../lib/practice-key.ts'
import { useSession } from '../lib/session.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { useHomeBed } from './use-home-bed.tsx'
import { playerOf } from './player.ts'
import type { HomeClass as HomeClassComponent } from './home-class.tsx'
import type { HomeScreenProps } from './home-screen.tsx'

/** Practice of students is a part of its own; without it, an assignment could not be started offline. */
const StudentPractice = lazyPage(() => import('./student-practice.tsx').then((part) => part.StudentPractice))

type HomeClass = typeof HomeClassComponent

/** What home says about the class loads after the first paint, because it moves nothing above it. Left out if it cannot be loaded. */
const loadClass = (): Promise<HomeClass | null> =>
  import('./home-class.tsx').then(
    (part) => part.HomeClass,
    () => null,
  )

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
  const bed = useHomeBed(me?.id ?? null, '/me')
  // Home is drawn again on each practice day, which turns after midnight in every zone of the country.
  const day = dayInZone(nowMs(), me?.zone ?? null)
  const ten = useTodaysTen(me?.id ?? '', day)
  const [Class, setClass] = useState<HomeClass | null>(null)
  useEffect(
    () =>
      whenIdle(() => {
        void StudentPractice.prefetch()
        void loadClass().then((loaded) => setClass(() => loaded))
      }),
    [],
  )
  const isAhead = useStore(studentOutbox.status, () => hasItemsOf(me?.id ?? ''))
  return (
    <Screen
      start={
        me || session.kind === 'asking' ? (
          <div className="grid gap-5">
            {me && <CardList studentId={me.id} today={day} isAhead={isAhead} onNear={prefetchPractice} />}
            <TodaysTenCard
              heading={me ? studentMessages.hello(me.name) : studentMessages.helloNobody}
              animal={animalOf(me?.nickname ?? '')}
              color={me?.color ?? null}
              today={ten}
              isWaiting={!me}
              bed={bed}
              onPlay={() =>
                navigate(`/practice/${TODAYS_TEN}`, { state: ten.isInterrupted ? RESUME_SESSION : null })
              }
              onNear={prefetchPractice}
            />
          </div>
        ) : (
          <h1 className="text-4xl leading-tight outline-none">{studentMessages.helloNobody}</h1>
        )
      }
      player={player}
      today={today}
      card={
        session.kind === 'away' || session.kind === 'over' ? (
          <StudentAbsent session={session} />
        ) : (
          <StudentCard me={me} today={today} />
        )
      }
      locked={session.kind === 'over' ? studentMessages.locked : ''}
      onChoose={(league) => navigate(`/practice/${league}`)}
      prefetchPractice={prefetchPractice}
    >
      {player && (
        <div className="only-battles lg:col-span-2">
          <BattleStats sessionToken={player.sessionToken} />
        </div>
      )}
      {me && Class && (
        <div className="lg:col-span-2">
          <Class studentId={me.id} day={day} isAhead={isAhead} />
        </div>
      )}
    </Screen>
  )
}
