/** The resolution of the HTTP `Date` header. */
const DATE_RESOLUTION_MS = 1000

type ServerClock = {
  /** The estimated server time, epoch milliseconds. */
  readonly nowMs: () => number
  /** The estimated server time; 0 until the first response. By a wrong clock of the device, what is new could seem old. */
  readonly knownMs: () => number
  /** Corrects the clock by a response: its `Date` header, and when the request was sent and the response arrived, by this device. */
  adjust(dateHeader: string | null, askedAtMs: number, arrivedAtMs: number): void
}

/**
 * A clock that follows the server's (decisions §2: the server's clock decides). Each response limits the difference to a range as
 * wide as the round trip. The correction changes only if it is outside of that range, so it does not jitter.
 */
export function createServerClock(deviceNowMs: () => number): ServerClock {
  let correctionMs = 0
  let isKnown = false
  const nowMs = (): number => deviceNowMs() + correctionMs
  return {
    nowMs,
    knownMs: () => (isKnown ? nowMs() : 0),
    adjust(dateHeader, askedAtMs, arrivedAtMs) {
      const serverMs = Date.parse(dateHeader ?? '')
      if (!serverMs || arrivedAtMs < askedAtMs) return
      isKnown = true
      const least = serverMs - arrivedAtMs
      const most = serverMs + DATE_RESOLUTION_MS - askedAtMs
      correctionMs = Math.min(Math.max(correctionMs, least), most)
    },
  }
}

export const serverClock: ServerClock = createServerClock(() => Date.now())

/** The estimated server time, epoch milliseconds; this device's until the first response. */
export const { nowMs } = serverClock

/** Epoch milliseconds by a monotonic clock, unaffected by changes of the device's clock while the page is open. */
export function steadyNowMs(): number {
  return Math.round(performance.timeOrigin + performance.now())
}
