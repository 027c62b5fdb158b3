import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { displayLocation } from '../../domain/location.ts'
import { Battle } from '../features/battle/battle.tsx'
import { entryOf } from '../features/battle/battle-entry.ts'
import type { BattlePlayer } from '../features/battle/battle-session.ts'
import { currentGuest, startGuest } from '../features/guest/guest-store.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { currentSession, useSession } from '../lib/session.ts'
import { isStudentHere } from '../lib/signed-in.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { studentPlayer, usePlayer } from './player.ts'
import { battlePageMessages } from './battle-page.messages.en.ts'

const StudentAbsent = lazyPage(() =>
  import('../features/student/student-absent.tsx').then((part) => part.StudentAbsent),
)

/** Who comes straight to the arena, by a friend's link, plays at once as by Play Now. */
function askPlayer(): BattlePlayer {
  const player = studentPlayer(currentSession()) ?? currentGuest() ?? startGuest()
  return {
    playerId: player.sessionToken,
    nickname: player.nickname,
    location: displayLocation(player),
  }
}

/** The Math Battle (specification §2); `division` and `type` in the address lead straight into a queue. */
export function BattlePage() {
  const query = new URLSearchParams(useSearch())
  // Where the visitor came in; later the address follows the steps instead.
  const [entry] = useState(() => entryOf(query))
  const { player } = usePlayer()
  const session = useSession()
  // The way out leads there, also for who came by a link and has no network any more.
  useEffect(() => whenIdle(() => void import('./guest-home-page.tsx').catch(() => {})), [])
  // A student whom the server has not named yet must not become a guest here.
  if (isStudentHere() && studentPlayer(session) === null) {
    return (
      <div className="page-width grid max-w-lg! py-12">
        <StudentAbsent session={session} />
      </div>
    )
  }
  return (
    <Battle entry={entry} nickname={player?.nickname ?? battlePageMessages.player} askPlayer={askPlayer} />
  )
}
