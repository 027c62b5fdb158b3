/** One Enter that brought the next problem, in milliseconds. */
export type Press = {
  /** Event Timing: from the key to the presented frame, rounded to 8; null below its threshold of 16. */
  readonly eventTiming: number | null
  /** From the key to the first task after the frame with the next problem. */
  readonly ownClock: number
}

/** Without an Event Timing entry, the press took less than this. */
export const EVENT_TIMING_THRESHOLD_MS = 16

/** The smallest value that at least `share` (0 to 1) of the values do not exceed (nearest rank); NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

type Figures = { readonly p50: number; readonly p95: number }

function figures(values: readonly number[]): Figures {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) }
}

export type Series = { readonly name: string; readonly presses: readonly Press[] }

export type Summary = {
  readonly name: string
  readonly count: number
  readonly eventTiming: Figures
  readonly ownClock: Figures
}

/** The figures of a series; presses below the threshold of Event Timing count as the threshold. */
export function summarise({ name, presses }: Series): Summary {
  return {
    name,
    count: presses.length,
    eventTiming: figures(presses.map(({ eventTiming }) => eventTiming ?? EVENT_TIMING_THRESHOLD_MS)),
    ownClock: figures(presses.map(({ ownClock }) => ownClock)),
  }
}

function ratio(of: number, to: number | undefined): string {
  return (of / (to ?? Number.NaN)).toFixed(2)
}

/** The summaries as a Markdown table; ratios are to the first one. */
export function table(summaries: readonly Summary[]): string {
  const [base] = summaries
  const rows = summaries.map(({ name, count, eventTiming, ownClock }) => {
    return [
      name,
      count,
      `${eventTiming.p50.toFixed(0)} / ${eventTiming.p95.toFixed(0)}`,
      ratio(eventTiming.p95, base?.eventTiming.p95),
      `${ownClock.p50.toFixed(1)} / ${ownClock.p95.toFixed(1)}`,
      ratio(ownClock.p95, base?.ownClock.p95),
    ]
  })
  const head = [
    'Page',
    'Presses',
    'Event Timing p50 / p95, ms',
    'p95 ratio',
    'Own clock p50 / p95, ms',
    'p95 ratio',
  ]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
