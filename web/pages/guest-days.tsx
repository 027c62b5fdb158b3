import { useState } from 'react'
import { guestStreak } from '../features/achievements/guest-streak.ts'
import { progressMessages } from '../features/progress/messages.en.ts'
import { localZone } from '../lib/local-zone.ts'
import { nowMs } from '../lib/now.ts'
import { readSite } from '../lib/site.ts'
import { browserStore } from '../lib/storage.ts'
import { deleteOldGarden } from '../stale-items.ts'

// Here too, because home shows the days before it loads what deletes an old garden.
deleteOldGarden(browserStore, nowMs(), readSite().guestRetentionDays)

const words = progressMessages.streak

/** The guest's days of practice, large, and its run, on home. */
export function GuestDays() {
  const [{ days, run }] = useState(() => guestStreak(browserStore, localZone(), nowMs()))
  return (
    <>
      <p className="text-2xl leading-tight font-bold tabular-nums">{words.days(days)}</p>
      <p className="not-calm only-streak">{words.run(run, days)}</p>
    </>
  )
}
