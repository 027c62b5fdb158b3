import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { displayLocation } from '../../domain/location.ts'
import { Battle } from '../features/battle/battle.tsx'
import { entryOf } from '../features/battle/battle-entry.ts'
import type { BattlePlayer } from '../features/battle/battle-session.ts'
import { currentGuest, startGuest, useGuest } from '../features/guest/guest-store.ts'
import { battlePageMessages } from './battle-page.messages.en.ts'

/** Who comes straight to the arena, by a friend's link, plays at once as by Play Now. */
function askPlayer(): BattlePlayer {
  const session = currentGuest() ?? startGuest()
  return {
    playerId: session.sessionToken,
    nickname: session.nickname,
    location: displayLocation(session),
  }
}

/** The Math Battle (specification §2); `division` and `type` in the address lead straight into a queue. */
export function BattlePage() {
  const [query] = useSearchParams()
  // Where the visitor came in; later the address follows the steps instead.
  const [entry] = useState(() => entryOf(query))
  const { session } = useGuest()
  return (
    <Battle entry={entry} nickname={session?.nickname ?? battlePageMessages.player} askPlayer={askPlayer} />
  )
}
