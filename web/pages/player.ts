import { useMemo } from 'react'
import type { Me } from '../../contract/account.ts'
import type { Place } from '../../domain/location.ts'
import { useGuest } from '../features/guest/guest-store.ts'
import { useSession, type SignedInSession } from '../lib/session.ts'

export type Player = Place & { readonly sessionToken: string; readonly nickname: string }

/** A student as a player: with the generated nickname and no city (issue 5). Null if `me` is not a student. */
export function playerOf({ role, playerToken, nickname, country, state }: Me): Player | null {
  if (role !== 'student' || playerToken === null || nickname === null) return null
  return { sessionToken: playerToken, nickname, location: '', country, state }
}

/** The student of a session as a player, even after the session has ended, so that a battle can be finished. Null for none. */
export function studentPlayer(session: SignedInSession): Player | null {
  return 'me' in session ? playerOf(session.me) : null
}

/** The player on this device (a signed-in student, otherwise the guest) and the current practice day. */
export function usePlayer(): { readonly player: Player | null; readonly today: string } {
  const { session: guest, today } = useGuest()
  const session = useSession()
  const student = useMemo(() => studentPlayer(session), [session])
  return { player: student ?? guest, today }
}
