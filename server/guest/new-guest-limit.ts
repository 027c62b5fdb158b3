import type { IncomingMessage } from 'node:http'
import type { Pace } from '../../contract/route.ts'
import type { Callers } from '../http/callers.ts'
import type { Visitor } from './port.ts'
import { tooManyRequests, type SharedLimits } from '../http/rate-limit.ts'

/** New guests of one address: a school of 3,000 behind one address gets in within a minute, and once more (issue 14). */
export const NEW_GUESTS: Pace = { calls: 6000, perSeconds: 600 }
/** Addresses that are remembered at most; the one that has been quiet longest is forgotten first. */
const MAX_ADDRESSES = 50_000

type Window = { count: number; readonly endsAtMs: number }

type NewGuestLimitNeeds = {
  readonly callers: Pick<Callers, 'keyOf'>
  /** Milliseconds that only go forward. */
  readonly elapsedMs: () => number
  /** Counts of several processes; null where this one is alone. */
  readonly shared: SharedLimits | null
}

/** Limits how many guests an address makes; those who are there already are not counted, and play on. */
export function newGuestLimit({
  callers,
  elapsedMs,
  shared,
}: NewGuestLimitNeeds): (request: IncomingMessage) => Pick<Visitor, 'addressKey' | 'admitNew'> {
  const windows = new Map<string, Window>()
  const windowMs = NEW_GUESTS.perSeconds * 1000

  const windowOf = (key: string): Window => {
    const known = windows.get(key)
    windows.delete(key)
    const window =
      known && known.endsAtMs > elapsedMs() ? known : { count: 0, endsAtMs: elapsedMs() + windowMs }
    windows.set(key, window)
    const [oldest] = windows.keys()
    if (windows.size > MAX_ADDRESSES && oldest !== undefined) windows.delete(oldest)
    return window
  }

  const countShared = async (key: string, window: Window): Promise<void> => {
    // While the shared counts cannot be used, those of this process are the limit.
    const counted = await shared?.count(`new guests ${key}`, windowMs).catch(() => null)
    if (counted) window.count = Math.max(window.count, counted.count)
  }

  return (request) => {
    const key = callers.keyOf(request)
    let isAdmitted = key === null
    const admitNew = (): void => {
      if (isAdmitted || key === null) return
      const window = windowOf(key)
      if (window.count >= NEW_GUESTS.calls) throw tooManyRequests((window.endsAtMs - elapsedMs()) / 1000)
      window.count += 1
      isAdmitted = true
      void countShared(key, window)
    }
    return { addressKey: key ?? '', admitNew }
  }
}
