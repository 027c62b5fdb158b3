import { Link } from 'wouter'
import { useEffect, useState } from 'react'
import { boardMessages } from './messages.en.ts'
import { nextPracticeDayMs } from '../../../domain/practice-day.ts'
import { nowMs } from '../../lib/now.ts'

type Props = {
  title: string
  /** Another board. */
  other?: { href: string; text: string }
}

const LINK = 'text-link inline-flex min-h-target items-center font-bold'

/** The head of a board's page: the way back, what it is, and when the next board starts. */
export function BoardHeader({ title, other }: Props) {
  return (
    <header>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Link href="/guest" className={LINK}>
          {boardMessages.back}
        </Link>
        {other && (
          <Link href={other.href} className={LINK}>
            {other.text}
          </Link>
        )}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h1 className="text-2xl leading-tight outline-none sm:text-4xl">{title}</h1>
        <ResetsAt />
      </div>
    </header>
  )
}

/** The minutes are looked at this often, so that they are never far from right and nothing ticks; milliseconds. */
const LOOK_MS = 10_000
const MINUTE_MS = 60_000
const MINUTES = 60

/** When the next board starts, by the visitor's own clock and as time to go. */
function ResetsAt() {
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
