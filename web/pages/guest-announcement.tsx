import type { ReactNode } from 'react'
import { dayIn, dayStartIn } from '../../domain/day-in-zone.ts'
import type { LearningMemory } from '../../domain/learning/memory.ts'
import { Announcement } from '../features/achievements/announcement.tsx'
import { addGuestSession } from '../features/achievements/guest-evaluation.ts'
import { announcedToGuest, noteShownToGuest } from '../features/achievements/guest-achievements.ts'
import { guestLog } from '../features/guest/guest-log.ts'
import { loggedSessions } from '../features/guest/logged-sessions.ts'
import { localZone } from '../lib/local-zone.ts'
import { nowMs } from '../lib/now.ts'
import { browserStore } from '../lib/storage.ts'

/**
 * Adds a finished session of the guest to what it has achieved, and returns what to announce. `before` is the guest's memory before
 * the session.
 */
export function guestAnnouncement(sessionId: string, before: LearningMemory): ReactNode {
  const [session] = loggedSessions(guestLog.sessions().filter((each) => each.sessionId === sessionId))
  const zone = localZone()
  const endMs = nowMs()
  if (session) addGuestSession(browserStore, { session, endMs, before, zone })
  const announced = announcedToGuest(browserStore, dayStartIn(zone, dayIn(zone, endMs)), endMs)
  return (
    announced && (
      <Announcement {...announced} onShown={(shown) => noteShownToGuest(browserStore, shown, nowMs())} />
    )
  )
}
