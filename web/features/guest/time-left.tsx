import { readSite } from '../../lib/site.ts'
import { TenFrames } from '../../ui/ten-frames.tsx'
import { isUnlimited, timeDots } from './allowance.ts'
import { useRemainingSeconds } from './guest-store.ts'
import { guestMessages } from './messages.en.ts'

/** The time left today as a ten-frame, without a ticking clock. Renders nothing if there is no limit. */
export function TimeLeft() {
  const remaining = useRemainingSeconds()
  const daily = readSite().guestDailySeconds
  if (isUnlimited(daily)) return null
  const text = timeLeftText(remaining, daily)
  return (
    <div className="flex items-center gap-3">
      <div className="w-24 shrink-0" aria-hidden="true">
        <TenFrames first={timeDots(remaining, daily)} second={0} crossedOut={0} label={text} />
      </div>
      <p className="text-sm text-ink-soft tabular-nums">{text}</p>
    </div>
  )
}

function timeLeftText(remaining: number, daily: number): string {
  if (remaining <= 0) return guestMessages.noneLeft
  if (daily % 60 !== 0) return guestMessages.secondsLeft(Math.ceil(remaining), daily)
  return guestMessages.minutesLeft(Math.ceil(remaining / 60), daily / 60)
}
