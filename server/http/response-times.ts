/** Upper bounds of the buckets in seconds; slower responses count only in `+Inf`. */
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

const NAME = 'http_request_duration_seconds'

const HEADER = [
  `# HELP ${NAME} Time from the arrival of a request to the end of its answer.`,
  `# TYPE ${NAME} histogram`,
]

/** Responses of one method, route and status. */
type Series = {
  /** In Prometheus text format (prometheus.io/docs/instrumenting/exposition_formats). */
  readonly labels: string
  /** Counts per bucket, not cumulative. */
  readonly bucketCounts: number[]
  count: number
  sumSeconds: number
}

function linesOf({ labels, bucketCounts, count, sumSeconds }: Series): string[] {
  let cumulative = 0
  const buckets = BOUNDS_SECONDS.map((bound, index) => {
    cumulative += bucketCounts[index] ?? 0
    return `${NAME}_bucket{le="${bound}",${labels}} ${cumulative}`
  })
  return [
    ...buckets,
    `${NAME}_bucket{le="+Inf",${labels}} ${count}`,
    `${NAME}_sum{${labels}} ${sumSeconds}`,
    `${NAME}_count{${labels}} ${count}`,
  ]
}

/**
 * A histogram of response times. prom-client's looks up labels for each observation, which would be a fifth of our CPU time for a
 * cached board (docs/performance.md).
 */
export class ResponseTimes {
  readonly #series = new Map<string, Series>()

  /** Returns a function that records a response time. Labels need no escaping: no method or route contains quotes. */
  recorder(method: string, route: string, status: number): (seconds: number) => void {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const series: Series = this.#series.get(labels) ?? {
      labels,
      bucketCounts: BOUNDS_SECONDS.map(() => 0),
      count: 0,
      sumSeconds: 0,
    }
    this.#series.set(labels, series)
    return (seconds) => {
      series.count += 1
      series.sumSeconds += seconds
      for (let index = 0; index < BOUNDS_SECONDS.length; index += 1) {
        if (seconds > (BOUNDS_SECONDS[index] ?? 0)) continue
        series.bucketCounts[index] = (series.bucketCounts[index] ?? 0) + 1
        return
      }
    }
  }

  text(): string {
    return [...HEADER, ...[...this.#series.values()].flatMap(linesOf), ''].join('\n')
  }
}
