import { Suspense, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { displayLocation } from '../../domain/location.ts'
import { Battle } from '../features/battle/battle.tsx'
import { entryOf } from '../features/battle/battle-entry.ts'
import type { OwnPlayer } from '../features/battle/battle-session.ts'
import {
  currentGuest,
  expectTimePlayed,
  recordBattleStart,
  startGuest,
} from '../features/guest/guest-store.ts'
import { newSessionToken } from '../features/guest/identity.ts'
import { Play } from '../ui/icons.tsx'
import { lazyPage } from '../lib/lazy-page.tsx'
import { currentSession, useSession } from '../lib/session.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { tabStore } from '../lib/storage.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { Button } from '../ui/button.tsx'
import { studentPlayer, usePlayer, type Player } from './player.ts'
import { battlePageMessages } from './battle-page.messages.en.ts'

const StudentAbsent = lazyPage(() =>
  import('../features/student/student-absent.tsx').then((part) => part.StudentAbsent),
)

const VISITOR_KEY = 'tenfold.visitor'

/** A visitor who has not pressed Play Now plays as 'Player', with an id stored in this tab only (ADR 0028). */
function visitor(): Player {
  const kept = tabStore.read(VISITOR_KEY, (json) => (typeof json === 'string' ? json : null))
  const sessionToken = kept ?? newSessionToken()
  if (kept === null) tabStore.write(VISITOR_KEY, sessionToken)
  return { sessionToken, nickname: battlePageMessages.player, location: '', country: '', state: '' }
}

function askPlayer(): OwnPlayer {
  const player = studentPlayer(currentSession()) ?? currentGuest() ?? visitor()
  return {
    playerId: player.sessionToken,
    nickname: player.nickname,
    location: displayLocation(player),
  }
}

const AllowanceAlert = lazyPage(() =>
  import('../features/guest/allowance-alert.tsx').then((part) => part.AllowanceAlert),
)

function timeUpAlert(close: () => void) {
  return (
    <Suspense>
      <AllowanceAlert open onClose={close} />
    </Suspense>
  )
}

function noteBegun(): void {
  if (!isStudentHere()) recordBattleStart()
}

/** The server counts a guest's time in battles; a student has no allowance. */
function noteTimeSpent(): void {
  if (!isStudentHere()) expectTimePlayed()
}

/** Battles (specification §2). With `division` and `type` in the address, the player joins that queue directly. */
export function BattlePage() {
  const query = new URLSearchParams(useSearch())
  // The address at the start; later, navigation changes it.
  const [entry] = useState(() => entryOf(query))
  const { player } = usePlayer()
  const session = useSession()
  // The exit leads there, even offline after arriving by a link.
  useEffect(() => whenIdle(() => void import('./guest-home-page.tsx').catch(() => {})), [])
  // Until the server has identified a student, nobody plays: not as a guest.
  if (isStudentHere() && studentPlayer(session) === null) {
    return (
      <div className="page-width grid max-w-lg! py-12">
        <StudentAbsent session={session} />
      </div>
    )
  }
  return (
    <Battle
      entry={entry}
      nickname={player?.nickname ?? battlePageMessages.player}
      askPlayer={askPlayer}
      timeUpAlert={timeUpAlert}
      onBegun={noteBegun}
      onTimeSpent={noteTimeSpent}
      invitation={player === null && <Invitation />}
    />
  )
}

/** Play Now creates a guest before the first battle. */
function Invitation() {
  return (
    <section
      aria-label={battlePageMessages.playNow}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:flex-col max-sm:items-stretch"
    >
      <Button kind="primary" size="large" onClick={() => void startGuest()}>
        <Play size={32} />
        {battlePageMessages.playNow}
      </Button>
      <p className="text-ink-soft">{battlePageMessages.invitation}</p>
    </section>
  )
}
