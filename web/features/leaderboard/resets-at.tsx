import { useEffect, useState } from 'react'
import { nextPracticeDayMs } from '../../../domain/practice-day.ts'
import { nowMs } from '../../lib/now.ts'
import { boardMessages } from './messages.en.ts'

/** The minutes are looked at this often, so that they are never far from right and nothing ticks; milliseconds. */
const LOOK_MS = 10_000
const MINUTE_MS = 60_000
const MINUTES = 60

/** When the next board starts, by the visitor's own clock and as time to go. */
export function ResetsAt() {
  const [atMs, setAtMs] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setAtMs(nowMs()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const nextMs = nextPracticeDayMs(atMs)
  const minutes = Math.ceil((nextMs - atMs) / MINUTE_MS)
  return (
    <p className="text-ink-soft tabular-nums">
      {boardMessages.resets(nextMs, Math.floor(minutes / MINUTES), minutes % MINUTES)}
    </p>
  )
}
