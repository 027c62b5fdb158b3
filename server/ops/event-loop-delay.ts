import { monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** Looking every 10 ms, as is usual, takes an idle server half a percent of a core. */
const LOOKS_EVERY_MS = 50
const NANOSECONDS = 1e9
/** The names that prom-client's own gauges have, which count the time between two looks as delay. */
export const DELAY_NAME = 'nodejs_eventloop_lag'

/** What is told of the looks since it was last asked for, in nanoseconds from one look to the next. */
const SUMMARIES: readonly (readonly [name: string, pick: (looks: IntervalHistogram) => number])[] = [
  ['min', ({ min }) => min],
  ['max', ({ max }) => max],
  ['mean', ({ mean }) => mean],
  ['p50', (looks) => looks.percentile(50)],
  ['p90', (looks) => looks.percentile(90)],
  ['p99', (looks) => looks.percentile(99)],
]

/** How much later than it was due a look came, in seconds; 0 when nothing delayed it or there was none. */
function delaySeconds(looks: IntervalHistogram, betweenNanoseconds: number): number {
  return looks.count === 0 ? 0 : Math.max(0, betweenNanoseconds / NANOSECONDS - LOOKS_EVERY_MS / 1000)
}

/** How long a turn takes to come that was asked for now, in seconds. */
async function nextTurnSeconds(): Promise<number> {
  const askedMs = performance.now()
  await new Promise((resolve) => void setImmediate(resolve))
  return (performance.now() - askedMs) / 1000
}

/** Gauges of how long this process's event loop was held up since they were last read, in seconds: 0 when nothing delays. */
export function measureEventLoopDelay(registry: Registry): void {
  const looks = monitorEventLoopDelay({ resolution: LOOKS_EVERY_MS })
  looks.enable()
  const registers = [registry]
  const read = (): void => {
    for (const { gauge, pick } of summaries) gauge.set(delaySeconds(looks, pick(looks)))
    looks.reset()
  }
  // The first to be asked, so that it reads for those after it.
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
    const help = `Event loop delay, ${name} since it was last asked for.`
    return { gauge: new Gauge({ name: `${DELAY_NAME}_${name}_seconds`, help, registers }), pick }
  })
}
