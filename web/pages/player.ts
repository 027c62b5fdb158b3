import { useMemo } from 'react'
import type { Me } from '../../contract/account.ts'
import type { Place } from '../../domain/location.ts'
import { useGuest } from '../features/guest/guest-store.ts'
import { useSession, type SignedInSession } from '../lib/session.ts'

/** Who plays on this device, as boards and battles know it. */
export type Player = Place & { readonly sessionToken: string; readonly nickname: string }

/** A student as a player: under the generated nickname and without a place (issue 5); null for who is no student. */
export function playerOf({ role, playerToken, nickname }: Me): Player | null {
  if (role !== 'student' || playerToken === null || nickname === null) return null
  return { sessionToken: playerToken, nickname, location: '', country: '', state: '' }
}

/** The student of a session as a player, also once it is over: a battle is fought to its end. Null for none. */
export function studentPlayer(session: SignedInSession): Player | null {
  return 'me' in session ? playerOf(session.me) : null
}

/** Who plays on this device, a signed-in student before a guest, and the practice day; as they change. */
export function usePlayer(): { readonly player: Player | null; readonly today: string } {
  const { session: guest, today } = useGuest()
  const session = useSession()
  const student = useMemo(() => studentPlayer(session), [session])
  return { player: student ?? guest, today }
}
