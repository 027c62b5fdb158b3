import type { RateLimit } from '../../contract/route.ts'
import type { Visitor } from './port.ts'
import { tooManyRequests, type SharedLimits } from '../http/rate-limit.ts'

/** New guests per address: enough for a school of 3,000 behind one address, twice (issue 14). */
export const NEW_GUESTS: RateLimit = { calls: 6000, perSeconds: 600 }
/** How many addresses are remembered; beyond it, the least recently used one is dropped. */
const MAX_ADDRESSES = 50_000

type Window = { count: number; readonly endsAtMs: number }

type NewGuestLimitNeeds = {
  /** Monotonic time in milliseconds. */
  readonly elapsedMs: () => number
  /** Counts shared by several processes; null for a single process. */
  readonly shared: SharedLimits | null
}

/** How a caller from an address becomes a new guest. `key` is a key of `Callers`, or null for this machine. */
export type NewGuestLimit = (key: string | null) => Pick<Visitor, 'addressKey' | 'admitNew'>

/** Limits how many new guests an address creates; existing guests are not affected. */
export function newGuestLimit({ elapsedMs, shared }: NewGuestLimitNeeds): NewGuestLimit {
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
    // While the shared counts are unreachable, only those of this process apply.
    const counted = await shared?.count(`new guests ${key}`, windowMs).catch(() => null)
    if (counted) window.count = Math.max(window.count, counted.count)
  }

  return (key) => {
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
