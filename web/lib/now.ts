/** An HTTP `Date` names a whole second; the moment itself lies anywhere in it. */
const DATE_RESOLUTION_MS = 1000

type ServerClock = {
  /** The server's time as far as it is known, epoch milliseconds. */
  nowMs(): number
  /** Learns from one answer: its `Date` header and when, by this device, it was asked for and arrived. */
  learn(dateHeader: string | null, askedAtMs: number, arrivedAtMs: number): void
}

/**
 * A clock that follows the server's (decisions §2: the server's clock decides). Each answer proves that the difference
 * lies in a range as wide as the round trip; the correction moves only as far as that proof demands, so a device
 * whose clock is right is never made to jitter.
 */
export function createServerClock(deviceNowMs: () => number): ServerClock {
  let correctionMs = 0
  return {
    nowMs: () => deviceNowMs() + correctionMs,
    learn(dateHeader, askedAtMs, arrivedAtMs) {
      const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
      if (!Number.isFinite(serverMs) || arrivedAtMs < askedAtMs) return
      const least = serverMs - arrivedAtMs
      const most = serverMs + DATE_RESOLUTION_MS - askedAtMs
      correctionMs = Math.min(Math.max(correctionMs, least), most)
    },
  }
}

export const serverClock: ServerClock = createServerClock(() => Date.now())

/** The time by the server's clock, epoch milliseconds; by this device's until the server has answered once. */
export function nowMs(): number {
  return serverClock.nowMs()
}

/** Epoch milliseconds that no change of the device's clock can move while the page is open. */
export function steadyNowMs(): number {
  return Math.round(performance.timeOrigin + performance.now())
}
