import { MAX_SECONDS_AGO } from '../generated/constants.ts'

/**
 * Watches whether the device's clock is set under an open page. Each call returns a function that dates stored times anew by the
 * jump since the last call: those that the clock now takes for future ones, or for too old to be sent.
 */
export function watchClock(deviceNowMs: () => number, elapsedMs: () => number): () => (ms: number) => number {
  const offset = (): number => deviceNowMs() - elapsedMs()
  let offsetMs = offset()
  return () => {
    const [nowMs, jumpMs] = [deviceNowMs(), Math.round(offset() - offsetMs)]
    offsetMs += jumpMs
    return (ms) => (ms > nowMs || nowMs - ms > MAX_SECONDS_AGO * 1000 ? ms + jumpMs : ms)
  }
}
