import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { entryHref, LOBBY, type Entry } from './battle-entry.ts'
import { useSession } from './use-battle.ts'

/**
 * Returns a function that goes to another step and puts it in the URL, so that a reload returns to the same queue. The URL
 * replaces the previous one in the history: Back leaves the arena.
 */
export function useEnter(): (entry: Entry) => void {
  const session = useSession()
  const [, navigate] = useLocation()
  return (entry) => {
    session.enter(entry)
    navigate(entryHref(entry), { replace: true })
  }
}

/** Sets the URL to the lobby's, so that a reload after a battle, or Back to it, does not join a queue. */
export function useLobbyAddress(): void {
  const [, navigate] = useLocation()
  useEffect(() => navigate(entryHref(LOBBY), { replace: true }), [navigate])
}
