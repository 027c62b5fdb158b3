import { useState } from 'react'
import { guestStreak } from '../features/achievements/guest-streak.ts'
import { StreakCard } from '../features/progress/streak-card.tsx'
import { localZone } from '../lib/local-zone.ts'
import { nowMs } from '../lib/now.ts'
import { browserStore } from '../lib/storage.ts'

/** The guest's days of practice, its run and its week, on the garden page; nothing before the first day. */
export function GuestWeek() {
  const [streak] = useState(() => guestStreak(browserStore, localZone(), nowMs()))
  return streak.days > 0 && <StreakCard streak={streak} />
}
