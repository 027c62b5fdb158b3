import { MAX_SECONDS_AGO } from '../generated/constants.ts'

/** Whether a clock that was not set can show an item of this age: one that is not from the future, nor too old to be sent. */
export function isPossibleAge(ageMs: number): boolean {
  return ageMs >= 0 && ageMs <= MAX_SECONDS_AGO * 1000
}

/**
 * Watches whether the device's clock is set under an open page. Each call returns a function that dates stored times anew by the
 * jump since the last call: those that the clock now takes for future ones, or for too old to be sent.
 */
export function watchClock(deviceNowMs: () => number, elapsedMs: () => number): () => (ms: number) => number {
  const offset = (): number => deviceNowMs() - elapsedMs()
  let offsetMs = offset()
  return () => {
    const nowMs = deviceNowMs()
    const jumpMs = Math.round(offset() - offsetMs)
    offsetMs += jumpMs
    return (ms) => (isPossibleAge(nowMs - ms) ? ms : ms + jumpMs)
  }
}
