/** How many measurements the best is chosen from. */
const KEPT = 10

type Measurement = { readonly aheadMs: number; readonly tookMs: number }

/** How far the clock of this process is ahead of another: the quickest of the last questions tells it best. */
export function clockMeter() {
  let measured: readonly Measurement[] = []
  return {
    /** Asked and answered at these instants of the own clock; meanwhile the other one showed `theirMs`. In milliseconds. */
    heard: (askedAtMs: number, theirMs: number, answeredAtMs: number): void => {
      const one = { aheadMs: (askedAtMs + answeredAtMs) / 2 - theirMs, tookMs: answeredAtMs - askedAtMs }
      measured = [...measured, one].slice(-KEPT)
    },
    /** In milliseconds; 0 before anything was measured. */
    aheadMs: (): number => measured.toSorted((a, b) => a.tookMs - b.tookMs)[0]?.aheadMs ?? 0,
  }
}
