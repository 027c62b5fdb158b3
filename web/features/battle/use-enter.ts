import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { entryHref, LOBBY, type Entry } from './battle-entry.ts'
import { useSession } from './use-battle.ts'

/**
 * What goes to another step and lets the address say so, so that a reload of a queue is in that queue again. The address
 * takes the place of the one before: Back leaves the arena.
 */
export function useEnter(): (entry: Entry) => void {
  const session = useSession()
  const [, navigate] = useLocation()
  return (entry) => {
    session.enter(entry)
    navigate(entryHref(entry), { replace: true })
  }
}

/** Lets the address be the lobby's: a reload of a battle that is over, or Back to it, is no wish for another one. */
export function useLobbyAddress(): void {
  const [, navigate] = useLocation()
  useEffect(() => navigate(entryHref(LOBBY), { replace: true }), [navigate])
}
