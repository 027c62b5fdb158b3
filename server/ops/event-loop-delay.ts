import { monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** The sampling interval. The usual 10 ms would cost an idle server half a percent of a core. */
const SAMPLE_INTERVAL_MS = 50
const NANOSECONDS = 1e9
/** The names of prom-client's own gauges, which include the sampling interval in the delay. */
export const DELAY_NAME = 'nodejs_eventloop_lag'

/** Statistics of the samples since the last scrape: nanoseconds between samples. */
const SUMMARIES: readonly (readonly [name: string, pick: (histogram: IntervalHistogram) => number])[] = [
  ['min', ({ min }) => min],
  ['max', ({ max }) => max],
  ['mean', ({ mean }) => mean],
  ['p50', (histogram) => histogram.percentile(50)],
  ['p90', (histogram) => histogram.percentile(90)],
  ['p99', (histogram) => histogram.percentile(99)],
]

/** The delay of a sample in seconds; 0 without delay or samples. */
function delaySeconds(histogram: IntervalHistogram, betweenNanoseconds: number): number {
  return histogram.count === 0 ? 0 : Math.max(0, betweenNanoseconds / NANOSECONDS - SAMPLE_INTERVAL_MS / 1000)
}

/** The time until the next turn of the event loop, in seconds. */
async function nextTurnSeconds(): Promise<number> {
  const askedMs = performance.now()
  await new Promise((resolve) => void setImmediate(resolve))
  return (performance.now() - askedMs) / 1000
}

/** Gauges of the event loop delay since the last scrape, in seconds; 0 without delay. */
export function measureEventLoopDelay(registry: Registry): void {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MS })
  histogram.enable()
  const registers = [registry]
  const read = (): void => {
    for (const { gauge, pick } of summaries) gauge.set(delaySeconds(histogram, pick(histogram)))
    histogram.reset()
  }
  // Registered first, so that it reads the samples for the others.
  const now = new Gauge({
    name: `${DELAY_NAME}_seconds`,
    help: 'Event loop delay at the moment.',
    registers: [],
    async collect() {
      read()
      this.set(await nextTurnSeconds())
    },
  })
  registry.registerMetric(now)
  const summaries = SUMMARIES.map(([name, pick]) => {
    const help = `Event loop delay, ${name} since the last scrape.`
    return { gauge: new Gauge({ name: `${DELAY_NAME}_${name}_seconds`, help, registers }), pick }
  })
}
